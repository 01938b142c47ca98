import { chooseText, editText } from "#changing.ts";
import {
  type AuthorText,
  type FollowedText,
  isLive,
  isMember,
  type LiveCard,
  resumeCard,
  textOf,
} from "#followed-text.ts";
import { type PullCounts, type PulledText, pullTexts } from "#pull.ts";
import { isSameText, type Text } from "#text.ts";
import { undoPull } from "#undo.ts";

/** A card as the follower sees it. `key` names it by its source, or by its gap and the first source of its text. */
export type ShownCard = {
  key: string;
  variant: string | null;
  text: Text;
  tags: readonly string[];
  suspended: boolean;
  upstream: "own" | "same" | "deleted" | Text;
};

function keyOf({ cards }: FollowedText, { source, left, card }: LiveCard): string {
  if (source !== null) return `${source}`;
  const first = Math.min(...cards.flatMap((one) => one.source ?? []));
  return `${left ? "alone" : "own"} ${card.variant} beside ${first}`;
}

type Place = { text: FollowedText };
type Pull = { pulled: PulledText; places: Place[] };

/** A follower's folder, which stores the texts as a server would, and applies the package's functions to them. */
export class Follower {
  #places: Place[] = [];
  #pulls: Pull[] = [];
  #ids = 0;
  readonly #removed = new Map<string, { one: LiveCard; text: Text }>();
  readonly rated = new Set<number | null>();

  pull(authors: readonly AuthorText[]): PullCounts {
    const former = this.#places;
    const { counts, texts } = pullTexts(
      former.map(({ text }) => text),
      authors,
    );
    this.#pulls = texts.map(({ before, after }) => {
      const stored = after.map((text) => this.#store(text));
      return { pulled: { before, after: stored }, places: stored.map((text) => ({ text })) };
    });
    this.#places = this.#pulls.flatMap(({ places }) => places);
    this.rated.clear();
    return counts;
  }

  forgetPull(): void {
    this.#pulls = [];
  }

  /** Undoes the last pull, once. */
  undo(): number {
    if (this.#pulls.length === 0) return 0;
    let changed = 0;
    const places = this.#pulls.flatMap(({ pulled, places }) => {
      const undone = undoPull(
        pulled,
        places.map(({ text }) => text),
        this.rated,
      );
      changed += undone.changed;
      return undone.texts.map((text) => ({ text }));
    });
    this.#places = places;
    this.#pulls = [];
    return changed;
  }

  edit(key: string, edit: Partial<Text>, base: Partial<Text>): void {
    this.#change(key, (text, { card }) => editText(text, { cardId: card.id ?? 0, edit, base }) ?? text);
  }

  choose(key: string, take: "mine" | "author"): void {
    this.#change(key, (text) => chooseText(text, take) ?? text);
  }

  remove(key: string): void {
    this.#change(key, (text, one) => {
      if (one.source !== null) this.#removed.set(key, { one, text: text.text });
      const cards = text.cards.flatMap((other) => {
        if (other !== one) return [other];
        return one.source === null ? [] : [{ ...one, card: null }];
      });
      return { ...text, cards };
    });
  }

  /** Undoes the deletion of a card, if its siblings are as they were. */
  restore(key: string): void {
    const removed = this.#removed.get(key);
    if (!removed) return;
    for (const place of this.#places) {
      const { text, cards } = place.text;
      const found = cards.find(({ source, card }) => source === removed.one.source && card === null);
      const isTaken = cards.some((one) => isMember(one) && one.card.variant === removed.one.card.variant);
      if (!found || (removed.one.left === null && (isTaken || !isSameText(text, removed.text)))) continue;
      const restored = { ...found, left: removed.one.left, card: removed.one.card };
      place.text = { ...place.text, cards: cards.map((one) => (one === found ? restored : one)) };
    }
  }

  suspend(key: string): void {
    this.#changeCard(key, (one) => ({ ...one, card: { ...one.card, suspended: true } }));
  }

  resume(key: string): void {
    this.#changeCard(key, resumeCard);
  }

  setTags(key: string, tags: string[]): void {
    this.#changeCard(key, (one) => ({ ...one, card: { ...one.card, tags } }));
  }

  rate(key: string): void {
    this.rated.add(this.#find(key)?.one.card.id ?? null);
  }

  list(): ShownCard[] {
    return this.#places.flatMap(({ text }) => text.cards.filter(isLive).map((one) => show(text, one)));
  }

  /** The whole state, to be compared. */
  get texts(): FollowedText[] {
    return this.#places.map(({ text }) => text);
  }

  #changeCard(key: string, change: (one: LiveCard) => LiveCard): void {
    this.#change(key, (text, one) => ({
      ...text,
      cards: text.cards.map((other) => (other === one ? change(one) : other)),
    }));
  }

  #change(key: string, change: (text: FollowedText, one: LiveCard) => FollowedText): void {
    const found = this.#find(key);
    if (found) found.place.text = this.#store(change(found.place.text, found.one));
  }

  #find(key: string): { place: Place; one: LiveCard } | undefined {
    for (const place of this.#places) {
      const one = place.text.cards.filter(isLive).find((card) => keyOf(place.text, card) === key);
      if (one) return { place, one };
    }
    return undefined;
  }

  /** Inserts the cards that are new. */
  #store(text: FollowedText): FollowedText {
    const cards = text.cards.map((one) => {
      if (one.card?.id !== null) return one;
      this.#ids += 1;
      return { ...one, card: { ...one.card, id: this.#ids } };
    });
    return { ...text, cards };
  }
}

function show(text: FollowedText, one: LiveCard): ShownCard {
  const { variant, tags, suspended } = one.card;
  const isOwn = one.source === null || one.state === "own";
  const state = one.state === "deleted" ? "deleted" : "same";
  const isChanged = !isOwn && state === "same" && one.left === null && text.kept.length > 0;
  const upstream = isOwn ? "own" : isChanged ? text.pulled : state;
  return { key: keyOf(text, one), variant, text: textOf(text, one), tags, suspended, upstream };
}
