import { isDeepStrictEqual } from "node:util";
import type { AuthorText } from "#followed-text.ts";
import { gapsOf, isValid } from "#testing/author.ts";
import type { ShownCard } from "#testing/follower.ts";
import type { Field, Text } from "#text.ts";

// What a follower should see, written from the sentences of the interface and not from the package. It notes what was done to each
// text, in order. An edit that arrives late is done where it was made, and what came after it is done once more.

export type Action =
  | { do: "pull"; authors: readonly AuthorText[]; fresh: AuthorText["cards"] }
  | { do: "edit"; key: string; edit: Partial<Text> }
  | { do: "choose"; take: "mine" | "author" }
  | { do: "remove" | "restore" | "suspend" | "resume" | "rate"; key: string }
  | { do: "tag"; key: string; tags: string[] };

/** `away`: the text of a card that has left its siblings, then and now. `removed`: by the follower, with the group's text. */
type Card = {
  id: number;
  source: number | null;
  sourceVariant: string | null;
  variant: string | null;
  status: "here" | "waiting" | "deleted" | "resumed";
  removed: Text | null;
  tags: string[];
  authorTags: string[];
  suspended: boolean;
  byPull: boolean;
  rated: boolean;
  away: { former: Text; now: Text } | null;
};

const FIELDS: readonly Field[] = ["front", "back", "format"];

const isSame = (one: Text, other: Text) => FIELDS.every((field) => one[field] === other[field]);
const turn = ({ front, back, format }: Text): Text => ({ front: back, back: front, format });
const hasCard = ({ status, removed }: Card) => status !== "waiting" && removed === null;
const isSibling = (card: Card) => hasCard(card) && card.away === null;

function describe({ text, pulled, kept, cards }: ModelText) {
  return { text, pulled, kept, cards: cards.map(({ rated: _, ...card }) => card) };
}

export class ModelText {
  text: Text;
  pulled: Text;
  kept: Field[] = [];
  cards: Card[] = [];
  #ids = 0;
  /** The text before the last pull, null if that brought it, and after it. */
  lastPull: { before: ModelText | null; after: ModelText } | null = null;
  /** What was done, each with the text as it was. */
  log: { was: ModelText; action: Action }[] = [];

  constructor(text: Text) {
    this.text = text;
    this.pulled = text;
  }

  copy(): ModelText {
    const one = new ModelText(this.text);
    one.pulled = this.pulled;
    one.kept = [...this.kept];
    one.cards = this.cards.map((card) => ({ ...card }));
    one.#ids = this.#ids;
    one.lastPull = this.lastPull;
    return one;
  }

  act(action: Action): void {
    this.log.push({ was: this.copy(), action });
    this.#act(action);
  }

  /** Does an edit that was made before the actions from a position on, all of which are pulls. */
  actLate(position: number, action: Action): void {
    const [first, ...later] = this.log.splice(position);
    if (first) {
      const { text, pulled, kept, cards } = first.was;
      Object.assign(this, { text, pulled, kept, cards });
    }
    const actions = first ? [first, ...later].map((entry) => entry.action) : [];
    for (const one of [action, ...actions]) this.act(one);
  }

  #act(action: Action): void {
    if (action.do === "pull") this.#pull(action.authors, action.fresh);
    else if (action.do === "choose") this.#choose(action.take);
    else {
      const isMeant = (one: Card) => this.keyOf(one) === action.key && (hasCard(one) || action.do === "restore");
      const card = this.cards.find(isMeant);
      if (card) this.#actOn(card, action);
    }
  }

  #actOn(card: Card, action: Exclude<Action, { do: "pull" | "choose" }>): void {
    if (action.do === "edit") this.#edit(card, action.edit);
    if (action.do === "tag") card.tags = action.tags;
    if (action.do === "suspend") card.suspended = true;
    if (action.do === "rate") card.rated = true;
    if (action.do === "resume") {
      card.suspended = false;
      if (card.status === "deleted") Object.assign(card, { status: "resumed", byPull: false });
    }
    if (action.do === "remove") this.#remove(card);
    if (action.do === "restore" && this.canRestore(card)) card.removed = null;
  }

  #remove(card: Card): void {
    if (card.source === null) this.cards.splice(this.cards.indexOf(card), 1);
    else card.removed = this.text;
  }

  /** Returns the variant of a card that has siblings' text; undefined for any other. */
  variantOf(key: string): string | null | undefined {
    return this.cards.find((card) => isSibling(card) && this.keyOf(card) === key)?.variant;
  }

  /** A batch can be undone while its siblings are as they were. */
  canRestore({ removed, away, variant }: Card): boolean {
    if (removed === null) return false;
    return (
      away !== null ||
      (isSame(removed, this.text) && !this.cards.some((one) => isSibling(one) && one.variant === variant))
    );
  }

  keyOf({ source, away, variant }: Card): string {
    if (source !== null) return `${source}`;
    const first = Math.min(...this.cards.flatMap((one) => one.source ?? []));
    return `${away ? "alone" : "own"} ${variant} beside ${first}`;
  }

  #follows(): boolean {
    return this.cards.some((one) => isSibling(one) && one.source !== null && one.status === "here");
  }

  /** Whether the text will follow the author's cards once a pull has seen them. */
  willFollow(ids: readonly number[]): boolean {
    return this.cards.some(
      (one) => isSibling(one) && one.source !== null && ids.includes(one.source) && one.status !== "resumed",
    );
  }

  // ---- Pulling ----

  #pull(authors: readonly AuthorText[], fresh: AuthorText["cards"]): void {
    const before = this.copy();
    for (const card of this.cards) card.rated = false;
    const mine = new Set(this.cards.map(({ source }) => source));
    const author = authors.find(({ cards }) => cards.some(({ id }) => mine.has(id)));
    const sources = new Map(author?.cards.map((card) => [card.id, card]));
    for (const card of [...this.cards]) this.#see(card, sources.get(card.source ?? -1));
    if (author && this.#follows()) {
      this.#wait(fresh);
      this.#merge(author);
    }
    this.lastPull = { before, after: this.copy() };
  }

  #see(card: Card, source: AuthorText["cards"][number] | undefined): void {
    if (card.source === null || card.removed || card.status === "resumed") return;
    if (!source) {
      if (card.status === "waiting") this.cards.splice(this.cards.indexOf(card), 1);
      else if (card.status === "here") {
        Object.assign(card, { status: "deleted", byPull: !card.suspended, suspended: true });
      }
      return;
    }
    if (card.status === "waiting") card.tags = [];
    if (card.byPull) Object.assign(card, { suspended: false, byPull: false });
    if (card.status === "deleted") card.status = "here";
    for (const tag of source.tags) {
      const isNew = card.status === "waiting" || !card.authorTags.includes(tag);
      if (isNew && !card.tags.includes(tag) && card.tags.length < 20) card.tags = [...card.tags, tag];
    }
    card.authorTags = [...source.tags];
    card.sourceVariant = source.variant;
  }

  static bringNew(text: Text, cards: AuthorText["cards"]): ModelText {
    const one = new ModelText(text);
    one.#wait(cards);
    one.#bring(text);
    one.lastPull = { before: null, after: one.copy() };
    return one;
  }

  #wait(cards: AuthorText["cards"]): void {
    for (const { id, variant, tags } of cards) this.#add({ source: id, variant, tags: [...tags], status: "waiting" });
  }

  #merge({ text: theirs }: AuthorText): void {
    const next = { ...this.text };
    for (const field of FIELDS) {
      if (this.text[field] === this.pulled[field]) Object.assign(next, { [field]: theirs[field] });
    }
    const isRevealed =
      this.cards.some((one) => isSibling(one) && one.variant === "reverse") && gapsOf(turn(next)).length > 0;
    const makesSense =
      isValid(next, false) &&
      !isRevealed &&
      ((next.front === theirs.front && next.format === theirs.format) ||
        String(gapsOf(next)) === String(gapsOf(this.text)));
    const former = this.text;
    if (makesSense) this.text = next;
    this.kept = FIELDS.filter(
      (field) =>
        this.text[field] !== theirs[field] && (this.pulled[field] !== theirs[field] || this.kept.includes(field)),
    );
    this.pulled = theirs;
    this.#bring(former);
  }

  /** If the front is the author's, so are the cards. */
  #bring(former: Text): void {
    if (this.text.front !== this.pulled.front || this.text.format !== this.pulled.format) return;
    const gaps: readonly (string | null)[] = gapsOf(this.text).length > 0 ? gapsOf(this.text) : [null, "reverse"];
    const used: (string | null)[] = [];
    for (const card of this.cards) {
      const hasReturned = card.away !== null && isSame(card.away.former, card.away.now);
      if (!hasCard(card) || card.source === null || card.status !== "here" || !(isSibling(card) || hasReturned))
        continue;
      Object.assign(card, { variant: card.sourceVariant, away: null });
      used.push(card.variant);
    }
    for (const card of this.cards) {
      if (!isSibling(card) || (card.source !== null && card.status === "here")) continue;
      if (!gaps.includes(card.variant) || used.includes(card.variant)) card.away = { former, now: former };
    }
    for (const card of this.cards.filter(({ status }) => status === "waiting")) {
      const other = this.cards.find(
        (one) =>
          isSibling(one) && one.variant === card.sourceVariant && (one.source === null || one.status === "deleted"),
      );
      card.status = "here";
      if (!other) continue;
      const suspended = other.suspended && !other.byPull;
      const tags = [...new Set([...other.tags, ...card.authorTags])].slice(0, 20);
      Object.assign(card, { id: other.id, variant: other.variant, tags, rated: other.rated, suspended });
      this.cards.splice(this.cards.indexOf(other), 1);
    }
  }

  /**
   * Undoes the last pull.
   *
   * @returns The texts that remain: two if some cards go back and others stay.
   */
  undo(): ModelText[] {
    if (!this.lastPull) return [this];
    const { before, after } = this.lastPull;
    const then = new Map(before?.cards.filter(hasCard).map((card) => [card.id, card]));
    const left = new Map(after.cards.filter(hasCard).map((card) => [card.id, card]));
    const now = new Map(this.cards.filter(hasCard).map((card) => [card.id, card]));
    const isAsLeft = (id: number) => {
      const one = left.get(id);
      const other = now.get(id);
      if (!one || !other) return false;
      const isSameText = isSame(one.away?.now ?? after.text, other.away?.now ?? this.text);
      return isSameText && one.suspended === other.suspended && String(one.tags) === String(other.tags);
    };
    const siblingsGoBack = [...left.values()].every(
      ({ id, away }) => away !== null || !then.has(id) || !now.has(id) || isAsLeft(id),
    );
    const goesBack = ({ id }: Card) => then.has(id) && isAsLeft(id) && (siblingsGoBack || left.get(id)?.away != null);
    const vanishes = ({ id, rated }: Card) => left.has(id) && !then.has(id) && isAsLeft(id) && !rated;
    const staying = this.cards.filter((card) => !hasCard(card) || !(goesBack(card) || vanishes(card)));
    if (!before || ![...now.values()].some(goesBack)) return this.#divide(this, staying, null);
    const former = before.copy();
    former.cards = former.cards.filter((card) => now.has(card.id) && goesBack(card));
    if (!siblingsGoBack) return this.#divide(this, staying, former);
    for (const card of staying) {
      const text = card.away?.now ?? this.text;
      if (hasCard(card)) former.cards.push({ ...card, away: card.away ?? { former: text, now: text } });
      else if (card.removed) former.cards.push(card);
    }
    const isKnown = ({ source }: Card) => former.cards.some((one) => one.source === source);
    former.cards.push(...before.cards.filter((card) => card.status === "waiting" && !isKnown(card)));
    return this.#divide(former, former.cards, null);
  }

  #divide(one: ModelText, cards: Card[], other: ModelText | null): ModelText[] {
    one.cards = cards;
    return [one, ...(other ? [other] : [])].filter((text) => {
      Object.assign(text, { lastPull: null, log: [] });
      return text.cards.length > 0;
    });
  }

  /** Returns whether the last pull has changed anything of the text, so that undoing it concerns the text. */
  get wasPulled(): boolean {
    if (!this.lastPull) return false;
    const [before, after] = [this.lastPull.before, this.lastPull.after].map((text) => text && describe(text));
    return !isDeepStrictEqual(before, after);
  }

  /** Counts the cards of which the last pull has kept a field against a text of the author that it saw first. */
  countKept(): number {
    const { before, after } = this.lastPull ?? {};
    if (!before || !after?.kept.some((field) => after.pulled[field] !== before.pulled[field])) return 0;
    const known = new Set(before.cards.filter(hasCard).map(({ id }) => id));
    const isFollowing = (card: Card) => isSibling(card) && card.source !== null && card.status === "here";
    return after.cards.filter((card) => isFollowing(card) && known.has(card.id)).length;
  }

  // ---- What the follower does ----

  #choose(take: "mine" | "author"): void {
    const next = { ...this.text };
    if (take === "author") for (const field of this.kept) Object.assign(next, { [field]: this.pulled[field] });
    const isAuthors = next.front === this.pulled.front && next.format === this.pulled.format;
    if (!isValid(next, false) || !(isAuthors || String(gapsOf(next)) === String(gapsOf(this.text)))) return;
    const former = this.text;
    this.text = next;
    this.kept = [];
    if (take === "author") this.#bring(former);
  }

  #edit(card: Card, edit: Partial<Text>): void {
    if (card.away) {
      const now = { ...card.away.now, ...edit };
      if (isValid(now, false)) card.away = { ...card.away, now };
      return;
    }
    const former = this.text;
    const siblings = this.cards.filter(isSibling);
    const hasReverse = siblings.length > 1 && siblings.some(({ variant }) => variant === "reverse");
    const written = { ...former, ...edit };
    // A reverse that is alone is edited like any card: the gaps of what it shows first are its gaps.
    const isAlone = siblings.length === 1 && card.variant === "reverse";
    const isTurned = isAlone && !isSame(written, former) && gapsOf(turn(written)).length > 0;
    const next = isTurned ? turn(written) : written;
    if (!isValid(next, hasReverse)) return;
    this.text = next;
    this.kept = this.kept.filter((field) => this.text[field] !== this.pulled[field]);
    if (isSame(former, this.text)) return;
    const gaps = gapsOf(this.text);
    const fits = ({ variant }: Card) =>
      gaps.length > 0 ? gaps.includes(variant ?? "") : variant === null || variant === "reverse";
    const isEmptied = !siblings.some(fits);
    for (const one of siblings) if (!fits(one) && !(isEmptied && one === card)) this.#removeByEdit(one, former);
    if (isEmptied) this.#makeFirst(card, gaps[0] ?? null);
    for (const gap of gaps) {
      const isNew = isEmptied || !gapsOf(former).includes(gap);
      if (!isNew || this.cards.some((one) => isSibling(one) && one.variant === gap)) continue;
      const returning = this.cards.find(
        (one) =>
          hasCard(one) &&
          one.away &&
          one.variant === gap &&
          one.status !== "resumed" &&
          isSame(one.away.former, one.away.now),
      );
      if (returning && !gapsOf(former).includes(gap)) returning.away = null;
      else this.#add({ source: null, variant: gap, tags: card.tags, status: "here" });
    }
  }

  /** A card that the author has as a reverse is one again without gaps, and shows what she has written. */
  #makeFirst(card: Card, variant: string | null): void {
    const isReverse = variant === null && card.sourceVariant === "reverse";
    card.variant = isReverse ? "reverse" : variant;
    if (!isReverse) return;
    this.text = turn(this.text);
    this.kept = this.kept.filter((field) => this.text[field] !== this.pulled[field]);
  }

  #removeByEdit(card: Card, former: Text): void {
    if (card.source === null) this.cards.splice(this.cards.indexOf(card), 1);
    else card.removed = former;
  }

  #add({ source, variant, tags, status }: Pick<Card, "source" | "variant" | "tags" | "status">): void {
    this.#ids += 1;
    const authorTags = source === null ? [] : tags;
    const rest = { removed: null, suspended: false, byPull: false, rated: false, away: null };
    this.cards.push({ id: this.#ids, source, sourceVariant: variant, variant, status, tags, authorTags, ...rest });
  }

  // ---- What she sees ----

  list(): ShownCard[] {
    return this.cards.filter(hasCard).map((card) => {
      const text = card.away?.now ?? this.text;
      const { variant, tags, suspended } = card;
      return { key: this.keyOf(card), variant, text, tags, suspended, upstream: this.#upstream(card) };
    });
  }

  #upstream({ source, status, away }: Card): ShownCard["upstream"] {
    if (source === null || status === "resumed") return "own";
    if (status === "deleted") return "deleted";
    return this.kept.length > 0 && !away ? this.pulled : "same";
  }
}

/** All texts of a follower. */
export class Model {
  texts: ModelText[] = [];

  pull(authors: readonly AuthorText[]): void {
    const isKnown = (id: number) => this.texts.some(({ cards }) => cards.some(({ source }) => source === id));
    const added: ModelText[] = [];
    const fresh = new Map<ModelText, AuthorText["cards"][number][]>();
    for (const { text, cards } of authors) {
      const unknown = cards.filter(({ id }) => !isKnown(id));
      const followed = this.texts.find((one) => one.willFollow(cards.map(({ id }) => id)));
      if (followed) fresh.set(followed, unknown);
      else if (unknown.length > 0) added.push(ModelText.bringNew(text, unknown));
    }
    for (const text of this.texts) text.act({ do: "pull", authors, fresh: fresh.get(text) ?? [] });
    this.texts.push(...added);
  }

  undo(): void {
    this.texts = this.texts.flatMap((text) => text.undo());
  }

  find(key: string): ModelText | undefined {
    return this.texts.find((text) => text.cards.some((card) => text.keyOf(card) === key));
  }

  act(key: string, action: Action): void {
    this.find(key)?.act(action);
  }

  list(): ShownCard[] {
    return this.texts.flatMap((text) => text.list());
  }
}
