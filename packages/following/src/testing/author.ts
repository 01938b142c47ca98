import type { AuthorText } from "#followed-text.ts";
import type { Text } from "#text.ts";

/** The gaps of the fronts that histories use, which tells a model the cards of a text without reading it. */
const GAPS_OF: Readonly<Record<string, readonly string[]>> = {
  one: [],
  two: [],
  three: [],
  "{{c1::a}} one": ["c1"],
  "{{c1::a}} two": ["c1"],
  "{{c1::a}} {{c2::b}} one": ["c1", "c2"],
  "{{c1::a}} {{c2::b}} two": ["c1", "c2"],
  "{{c1::a}} {{c2::b}} {{c3::c}}": ["c1", "c2", "c3"],
};

const FRONTS = Object.keys(GAPS_OF);

export function gapsOf({ front, format }: Text): readonly string[] {
  return format === "markdown" ? (GAPS_OF[front] ?? []) : [];
}

/** A text without a back has gaps; one with a reverse has none. */
export function isValid(text: Text, hasReverse: boolean): boolean {
  const gaps = gapsOf(text).length;
  return gaps > 0 ? !hasReverse : text.back !== "";
}

/** Chooses some fields of a text, so that most numbers give one field. */
export function chooseFields(value: number): Partial<Text> {
  const front = FRONTS[value % FRONTS.length] ?? "one";
  const back = ["x", "y", "z", ""][value % 4] ?? "x";
  const format = value % 2 === 0 ? "plain" : "markdown";
  const all: Partial<Text>[] = [{ front }, { back }, { front, back }, { format }, { front, back, format }];
  return all[value % 5] ?? {};
}

export type SourceCard = { id: number; variant: string | null; tags: string[]; isShared: boolean };

export type Note = { text: Text; cards: SourceCard[] };

/** An author's folder, edited as the product edits cards (decision 058). */
export class Author {
  readonly notes: Note[] = [];
  #ids = 0;

  add(text: Text, withReverse: boolean): void {
    if (!isValid(text, withReverse)) return;
    const gaps = gapsOf(text);
    const variants = gaps.length > 0 ? gaps : withReverse ? [null, "reverse"] : [null];
    this.notes.push({ text, cards: variants.map((variant) => this.#createCard(variant)) });
  }

  edit(note: Note, card: SourceCard, change: Partial<Text>): void {
    const text = { ...note.text, ...change };
    if (
      !isValid(
        text,
        note.cards.some(({ variant }) => variant === "reverse"),
      )
    )
      return;
    const gaps = gapsOf(text);
    const former = gapsOf(note.text);
    const remaining = note.cards.filter(({ variant }) =>
      gaps.length > 0 ? gaps.includes(variant ?? "") : variant === null || variant === "reverse",
    );
    if (remaining.length === 0) {
      card.variant = gaps[0] ?? null;
      note.cards = [card, ...gaps.slice(1).map((gap) => this.#createCard(gap))];
    } else {
      const added = gaps.filter((gap) => !former.includes(gap) && remaining.every(({ variant }) => variant !== gap));
      note.cards = [...remaining, ...added.map((gap) => this.#createCard(gap))];
    }
    note.text = text;
  }

  /** Returns what a pull reads: the texts that have cards in the folder, with these cards. */
  listShared(): AuthorText[] {
    return this.notes.flatMap(({ text, cards }) => {
      const shared = cards.filter(({ isShared }) => isShared);
      if (shared.length === 0) return [];
      return [{ text, cards: shared.map(({ id, variant, tags }) => ({ id, variant, tags: [...tags] })) }];
    });
  }

  #createCard(variant: string | null): SourceCard {
    this.#ids += 1;
    return { id: this.#ids, variant, tags: [], isShared: true };
  }
}
