import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isMember } from "#followed-text.ts";
import { Author, chooseFields } from "#testing/author.ts";
import { Follower, type ShownCard } from "#testing/follower.ts";
import { isDatable } from "#testing/late-edit.ts";
import { Model } from "#testing/model.ts";
import type { Text } from "#text.ts";

/** 10,000 histories in all; `npm run test:properties` tries ten times as many, and others. */
const runs = (usual: number) => (process.env.PROPERTY_RUNS === "long" ? 10 * usual : usual);

const TAGS = ["a", "b", "c"];

/** What happens, with numbers that choose among the notes, cards and values that there are. */
const step = fc.record({
  what: fc.constantFrom(
    ...["addText", "authorEdit", "authorEdit", "authorEdit", "authorHide", "authorTag", "authorUntag"],
    ...[
      "pull",
      "pull",
      "pull",
      "edit",
      "edit",
      "choose",
      "remove",
      "restore",
      "suspend",
      "resume",
      "tag",
      "untag",
      "rate",
    ],
    ...["undo", "undo"],
  ),
  which: fc.nat({ max: 7 }),
  value: fc.nat({ max: 999 }),
});

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

function pick<One>(list: readonly One[], which: number): One | undefined {
  return list[which % list.length];
}

/** An author, a follower, and what she should see. */
class World {
  readonly author = new Author();
  readonly follower = new Follower();
  readonly model = new Model();

  do({ what, which, value }: Step): void {
    if (what === "addText") {
      const text: Text = { front: "one", back: "x", format: "markdown", ...chooseFields(value) };
      this.author.add(text, value % 3 === 0);
    } else if (what.startsWith("author")) this.#doAuthor(what, which, value);
    else if (what === "pull") this.pull();
    else if (what === "undo") {
      this.follower.undo();
      this.model.undo();
    } else if (what === "restore") this.#restore(which);
    else this.#doFollower(what, which, value);
  }

  #restore(which: number): void {
    const card = pick(
      this.author.notes.flatMap(({ cards }) => cards),
      which,
    );
    if (!card) return;
    const key = `${card.id}`;
    this.follower.restore(key);
    this.model.act(key, { do: "restore", key });
  }

  pull(): void {
    const authors = this.author.listShared();
    this.follower.pull(authors);
    this.model.pull(authors);
  }

  forgetPull(): void {
    this.follower.forgetPull();
    for (const text of this.model.texts) text.lastPull = null;
  }

  check(): void {
    const seen = sort(this.follower.list());
    const expected = sort(this.model.list());
    // Much faster than `expect`, which then shows the difference.
    if (!isDeepStrictEqual(seen, expected)) expect(seen).toEqual(expected);
  }

  #doAuthor(what: string, which: number, value: number): void {
    const note = pick(this.author.notes, which);
    const card = note && pick(note.cards, value);
    if (!note || !card) return;
    const tag = TAGS[value % 3] ?? "a";
    if (what === "authorEdit") this.author.edit(note, card, chooseFields(value));
    if (what === "authorHide") card.isShared = !card.isShared;
    if (what === "authorTag") card.tags = [...new Set([...card.tags, tag])];
    if (what === "authorUntag") card.tags = card.tags.filter((one) => one !== tag);
  }

  #doFollower(what: string, which: number, value: number): void {
    const { follower, model } = this;
    const shown = pick(follower.list(), which * 31 + value);
    if (!shown || shown.key.startsWith("alone")) return;
    const { key } = shown;
    const tag = TAGS[value % 3] ?? "a";
    if (what === "edit") {
      follower.edit(key, chooseFields(value), shown.text);
      model.act(key, { do: "edit", key, edit: chooseFields(value) });
    } else if (what === "choose") {
      const take = value % 2 === 0 ? "mine" : "author";
      follower.choose(key, take);
      model.act(key, { do: "choose", take });
    } else if (what === "tag" || what === "untag") {
      const tags = what === "tag" ? [...new Set([...shown.tags, tag])] : shown.tags.filter((one) => one !== tag);
      follower.setTags(key, tags);
      model.act(key, { do: "tag", key, tags });
    } else if (what === "remove" || what === "suspend" || what === "resume" || what === "rate") {
      follower[what](key);
      model.act(key, { do: what, key });
    }
  }

  /** An edit on a device without a network, which arrives after the author's edits and pulls. */
  editLate(which: number, value: number): { seen: ShownCard | undefined; expected: ShownCard | undefined } | null {
    const shown = pick(
      this.follower.list().filter(({ variant }) => variant !== "reverse"),
      which,
    );
    const text = shown && this.model.find(shown.key);
    if (!shown || !text || shown.key.startsWith("alone")) return null;
    const { key, text: base } = shown;
    const late = { key, edit: chooseFields(value), base, text, position: text.log.length };
    for (let at = 0; at <= which % 3; at += 1) {
      const note = this.author.notes.find(({ cards }) =>
        cards.some(({ id }) => text.cards.some(({ source }) => source === id)),
      );
      const card = note && pick(note.cards, value);
      if (note && card) this.author.edit(note, card, chooseFields(value * 7 + at * 11 + which));
      this.pull();
    }
    if (!isDatable(late, text.log.slice(late.position))) return null;
    const isChange = ([field, written]: [string, string]) => written !== base[field as keyof Text];
    const changes = Object.entries(late.edit).filter(isChange);
    if (changes.length === 0) return null;
    this.follower.edit(key, Object.fromEntries(changes), base);
    text.actLate(late.position, { do: "edit", key, edit: late.edit });
    const find = (cards: ShownCard[]) => cards.find((one) => one.key === key);
    const expected = find(this.model.list());
    // The edit may leave no card that the author still has: such a text is not merged.
    return expected?.upstream === "deleted" ? null : { seen: find(this.follower.list()), expected };
  }
}

function sort(cards: readonly ShownCard[]): ShownCard[] {
  return cards.toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

/** Lists the values of cards that are not the author's. */
function listWritten(follower: Follower) {
  return follower.texts.flatMap(({ text, pulled, cards }) =>
    (["front", "back", "format"] as const).flatMap((field) => {
      const written = cards.filter((one) => isMember(one) && one.source !== null && text[field] !== pulled[field]);
      return written.map(({ source }) => ({ key: `${source}`, field, value: text[field] }));
    }),
  );
}

const history = fc.array(step, { maxLength: 12 });

function begin(): World {
  const world = new World();
  world.author.add({ front: "{{c1::a}} one", back: "x", format: "markdown" }, false);
  world.author.add({ front: "one", back: "x", format: "plain" }, true);
  world.pull();
  // Following is no pull, and cannot be undone.
  world.forgetPull();
  return world;
}

describe("any history of an author and a follower", () => {
  it("shows her what the sentences of the interface say, after each step", () => {
    const property = fc.property(history, (steps) => {
      const world = begin();
      for (const one of steps) {
        world.do(one);
        world.check();
      }
    });
    fc.assert(property, { numRuns: runs(7000) });
  });

  it("shows her the same card, whether an edit arrives before the pulls or after them", () => {
    let compared = 0;
    const property = fc.property(history, fc.nat({ max: 99 }), fc.nat({ max: 999 }), (steps, which, value) => {
      const world = begin();
      for (const one of steps) world.do(one);
      const late = world.editLate(which, value);
      if (!late) return;
      compared += 1;
      expect(late.seen).toEqual(late.expected);
    });
    fc.assert(property, { numRuns: runs(2000) });
    expect(compared).toBeGreaterThan(runs(200));
  });

  it("ends with pulls that can be repeated and undone", () => {
    const property = fc.property(history, (steps) => {
      const world = begin();
      for (const one of steps) world.do(one);
      const { author, follower } = world;
      const former = follower.list();
      follower.pull(author.listShared());
      const left = follower.list();
      follower.undo();
      expect(follower.list()).toEqual(former);
      follower.pull(author.listShared());
      expect(sort(follower.list())).toEqual(sort(left));
      const texts = follower.texts;
      expect(follower.pull(author.listShared())).toEqual({ added: 0, changed: 0, kept: 0, suspended: 0 });
      expect(follower.texts).toEqual(texts);
    });
    fc.assert(property, { numRuns: runs(500) });
  });

  it("keeps what she has written through each pull", () => {
    const property = fc.property(history, (steps) => {
      const world = begin();
      for (const one of steps) {
        const written = one.what === "pull" ? listWritten(world.follower) : [];
        world.do(one);
        const now = new Map(world.follower.list().map(({ key, text }) => [key, text]));
        for (const { key, field, value } of written) expect(now.get(key)?.[field]).toBe(value);
      }
    });
    fc.assert(property, { numRuns: runs(500) });
  });
});
