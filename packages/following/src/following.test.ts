import { describe, expect, it } from "vitest";
import type { AuthorCard, AuthorText } from "#followed-text.ts";
import { MAX_EARLIER, mergeText } from "#merging.ts";
import { Follower } from "#testing/follower.ts";
import type { Text } from "#text.ts";

const ONE_GAP: Text = { front: "{{c1::a}}", back: "", format: "markdown" };
const TWO_GAPS: Text = { front: "{{c1::a}} {{c2::b}}", back: "", format: "markdown" };
const PLAIN: Text = { front: "front", back: "back", format: "plain" };
const NOTHING = { added: 0, changed: 0, kept: 0, suspended: 0 };

function card(id: number, variant: string | null = null, tags: string[] = []): AuthorCard {
  return { id, variant, tags };
}

function author(text: Partial<Text>, ...cards: AuthorCard[]): AuthorText {
  return { text: { ...PLAIN, ...text }, cards: cards.length > 0 ? cards : [card(1)] };
}

function follow(...authors: AuthorText[]): Follower {
  const follower = new Follower();
  follower.pull(authors);
  return follower;
}

function shown(follower: Follower, key = "1") {
  return follower.list().find((one) => one.key === key);
}

describe("A field", () => {
  it("that she has not touched takes the author's later value", () => {
    const follower = follow(author({}));
    expect(follower.pull([author({ front: "theirs" })])).toEqual({ ...NOTHING, changed: 1 });
    expect(shown(follower)).toMatchObject({ text: { ...PLAIN, front: "theirs" }, upstream: "same" });
  });

  it("that both changed is kept, and only that one", () => {
    const follower = follow(author({}));
    follower.edit("1", { front: "hers" }, PLAIN);
    expect(follower.pull([author({ front: "theirs", back: "new" })])).toEqual({ ...NOTHING, changed: 1, kept: 1 });
    expect(shown(follower)).toMatchObject({
      text: { ...PLAIN, front: "hers", back: "new" },
      upstream: { ...PLAIN, front: "theirs", back: "new" },
    });
    expect(follower.pull([author({ front: "theirs", back: "new" })])).toEqual(NOTHING);
  });

  it("that she alone changed is hers, without a notice", () => {
    const follower = follow(author({}));
    follower.edit("1", { front: "hers" }, PLAIN);
    expect(follower.pull([author({})])).toEqual(NOTHING);
    expect(shown(follower)).toMatchObject({ text: { front: "hers" }, upstream: "same" });
  });

  it("that both changed to the same value is the author's again", () => {
    const follower = follow(author({}));
    follower.edit("1", { front: "theirs" }, PLAIN);
    expect(follower.pull([author({ front: "theirs" })])).toEqual(NOTHING);
    follower.pull([author({ front: "later" })]);
    expect(shown(follower)).toMatchObject({ text: { front: "later" }, upstream: "same" });
  });

  it("is no longer kept once the two values are equal, by her edit or by the author's", () => {
    for (const end of ["hers", "theirs"]) {
      const follower = follow(author({}));
      follower.edit("1", { front: "hers" }, PLAIN);
      follower.pull([author({ front: "theirs" })]);
      if (end === "theirs") follower.edit("1", { front: "theirs" }, { front: "hers" });
      follower.pull([author({ front: end })]);
      expect(shown(follower)).toMatchObject({ text: { front: end }, upstream: "same" });
      follower.edit("1", { front: "own" }, { front: end });
      expect(shown(follower)?.upstream).toBe("same");
    }
  });

  it("waits with the others if they would together make no card", () => {
    const follower = follow(author({}));
    follower.edit("1", { front: "hers" }, PLAIN);
    follower.pull([author(ONE_GAP, card(1, "c1"))]);
    expect(shown(follower)).toMatchObject({ text: { ...PLAIN, front: "hers" }, upstream: ONE_GAP, variant: null });
    follower.choose("1", "author");
    expect(shown(follower)).toMatchObject({ text: ONE_GAP, upstream: "same", variant: "c1" });
  });
});

describe("Choosing", () => {
  const conflict = () => {
    const follower = follow(author({}));
    follower.edit("1", { front: "hers", back: "her back" }, PLAIN);
    follower.pull([author({ front: "theirs" })]);
    return follower;
  };

  it("the author's text takes the kept fields and no others", () => {
    const follower = conflict();
    follower.choose("1", "author");
    expect(shown(follower)).toMatchObject({ text: { front: "theirs", back: "her back" }, upstream: "same" });
  });

  it("her own text ends the notice until the author's next change", () => {
    const follower = conflict();
    follower.choose("1", "mine");
    expect(shown(follower)).toMatchObject({ text: { front: "hers" }, upstream: "same" });
    expect(follower.pull([author({ front: "theirs" })])).toEqual(NOTHING);
    follower.pull([author({ front: "again" })]);
    expect(shown(follower)).toMatchObject({ text: { front: "hers" }, upstream: { front: "again" } });
  });
});

describe("An edit with an old base", () => {
  it("is kept as if it had arrived before the pulls", () => {
    const follower = follow(author({}));
    follower.pull([author({ front: "theirs" })]);
    follower.pull([author({ front: "theirs", back: "later" })]);
    follower.edit("1", { front: "hers" }, PLAIN);
    expect(shown(follower)).toMatchObject({ text: { front: "hers", back: "later" }, upstream: { front: "theirs" } });
  });

  it("that the author has made since gives the author's present value", () => {
    const follower = follow(author({}));
    follower.pull([author({ front: "same" })]);
    follower.pull([author({ front: "later" })]);
    follower.edit("1", { front: "same" }, PLAIN);
    expect(shown(follower)).toMatchObject({ text: { front: "later" }, upstream: "same" });
  });

  it("keeps the back that it had, if the author's text has none", () => {
    const follower = follow(author({}));
    follower.pull([author(ONE_GAP, card(1, "c1"))]);
    follower.edit("1", { front: "hers" }, PLAIN);
    expect(shown(follower)).toMatchObject({ text: { ...PLAIN, front: "hers" }, upstream: ONE_GAP, variant: null });
  });

  it("lets a gap wait that the author has added, and deletes the card of one that she removed", () => {
    const follower = follow(author(TWO_GAPS, card(1, "c1"), card(2, "c2")));
    const three = { ...TWO_GAPS, front: `${TWO_GAPS.front} {{c3::c}}` };
    const cards = [card(1, "c1"), card(2, "c2"), card(3, "c3")];
    follower.pull([author(three, ...cards)]);
    follower.edit("1", { front: "{{c1::hers}}" }, TWO_GAPS);
    expect(follower.list().map(({ key }) => key)).toEqual(["1"]);
    follower.choose("1", "author");
    expect(follower.list().map(({ key }) => key)).toEqual(["1", "3"]);
  });

  it("that is as new as the author's text is an edit like any other", () => {
    const follower = follow(author({}));
    follower.pull([author({ front: "theirs" })]);
    follower.edit("1", { front: "hers" }, { front: "theirs" });
    expect(shown(follower)).toMatchObject({ text: { front: "hers" }, upstream: "same" });
  });

  it("is refused if its text makes no card", () => {
    const follower = follow(author({}));
    follower.edit("1", { back: "" }, PLAIN);
    expect(shown(follower)?.text).toEqual(PLAIN);
  });

  it("is compared with as many earlier texts as fit", () => {
    const long = "x".repeat(MAX_EARLIER.units / 4);
    let state = { pulled: PLAIN, earlier: [], kept: [], text: PLAIN } as Parameters<typeof mergeText>[0];
    for (let at = 0; at < 20; at += 1) state = mergeText(state, { ...PLAIN, front: `${at}` }, false);
    expect(state.earlier.map(({ front }) => front)).toEqual(["18", "17", "16", "15", "14", "13", "12", "11"]);
    for (let at = 0; at < 20; at += 1) state = mergeText(state, { ...PLAIN, front: `${at}${long}` }, false);
    expect(state.earlier).toHaveLength(3);
  });
});

describe("A card", () => {
  it("of the author arrives with its tags, and never suspended", () => {
    const follower = follow();
    expect(follower.pull([author({}, card(1, null, ["a"]))])).toEqual({ ...NOTHING, added: 1 });
    expect(shown(follower)).toMatchObject({ tags: ["a"], suspended: false, upstream: "same" });
  });

  it("that the author deleted is suspended once, and resumed if the author brings it back first", () => {
    const follower = follow(author({}));
    expect(follower.pull([])).toEqual({ ...NOTHING, suspended: 1 });
    expect(shown(follower)).toMatchObject({ suspended: true, upstream: "deleted" });
    expect(follower.pull([])).toEqual(NOTHING);
    expect(follower.pull([author({})])).toEqual({ ...NOTHING, changed: 1 });
    expect(shown(follower)).toMatchObject({ suspended: false, upstream: "same" });
  });

  it("that she resumes is an ordinary card, even if the author brings it back", () => {
    const follower = follow(author({}));
    follower.pull([]);
    follower.resume("1");
    expect(shown(follower)).toMatchObject({ suspended: false, upstream: "own" });
    expect(follower.pull([])).toEqual(NOTHING);
    expect(follower.pull([author({ front: "theirs" })])).toEqual(NOTHING);
    expect(follower.list()).toHaveLength(1);
  });

  it("that she suspended by hand remains so when the author deletes it and brings it back", () => {
    const follower = follow(author({}));
    follower.suspend("1");
    expect(follower.pull([])).toEqual(NOTHING);
    expect(shown(follower)).toMatchObject({ suspended: true, upstream: "deleted" });
    follower.pull([author({})]);
    expect(shown(follower)).toMatchObject({ suspended: true, upstream: "same" });
  });

  it("that she deleted remains deleted, unless she undoes that: then it is merged again", () => {
    const follower = follow(author({}));
    follower.remove("1");
    expect(follower.pull([author({ front: "theirs" })])).toEqual(NOTHING);
    expect(follower.list()).toEqual([]);
    follower.restore("1");
    follower.pull([author({ front: "theirs" })]);
    expect(shown(follower)).toMatchObject({ text: { front: "theirs" }, upstream: "same" });
  });

  it("gets the tags that the author has added since, up to 20, and loses none", () => {
    const many = Array.from({ length: 19 }, (_, at) => `t${at}`);
    const follower = follow(author({}, card(1, null, ["old", "gone"])));
    follower.setTags("1", ["gone", ...many.slice(0, 18)]);
    follower.pull([author({}, card(1, null, ["old", "Fuerza", "fuerza", "more"]))]);
    expect(shown(follower)?.tags).toEqual(["gone", ...many.slice(0, 18), "Fuerza"]);
    expect(follower.pull([author({}, card(1, null, ["old", "Fuerza", "fuerza", "more"]))])).toEqual(NOTHING);
  });
});

describe("Siblings", () => {
  const two = [card(1, "c1"), card(2, "c2")];

  it("get the card of a gap that the author adds", () => {
    const follower = follow(author(ONE_GAP, card(1, "c1")));
    expect(follower.pull([author(TWO_GAPS, ...two)])).toEqual({ ...NOTHING, added: 1, changed: 1 });
    expect(follower.list()).toMatchObject([{ text: TWO_GAPS }, { key: "2", variant: "c2", text: TWO_GAPS }]);
  });

  it("wait for a gap while her text is kept", () => {
    const follower = follow(author(ONE_GAP, card(1, "c1")));
    follower.edit("1", { front: "{{c1::hers}}" }, ONE_GAP);
    expect(follower.pull([author(TWO_GAPS, ...two)])).toEqual({ ...NOTHING, kept: 1 });
    expect(follower.list().map(({ key }) => key)).toEqual(["1"]);
    follower.choose("1", "author");
    expect(follower.list()).toMatchObject([{ text: TWO_GAPS }, { key: "2", text: TWO_GAPS, upstream: "same" }]);
  });

  it("let go the card of a gap that the author removed: it has its former text, and counts as deleted", () => {
    const follower = follow(author(TWO_GAPS, ...two));
    expect(follower.pull([author(ONE_GAP, card(1, "c1"))])).toEqual({ ...NOTHING, changed: 1, suspended: 1 });
    expect(follower.list()).toMatchObject([
      { key: "1", text: ONE_GAP, upstream: "same" },
      { key: "2", text: TWO_GAPS, suspended: true, upstream: "deleted" },
    ]);
  });

  it("keep the card of a removed gap among them while her text has that gap", () => {
    const follower = follow(author(TWO_GAPS, ...two));
    follower.edit("1", { front: "{{c1::hers}} {{c2::b}}" }, TWO_GAPS);
    expect(follower.pull([author(ONE_GAP, card(1, "c1"))])).toEqual({ ...NOTHING, kept: 1, suspended: 1 });
    follower.choose("1", "author");
    expect(follower.list()).toMatchObject([
      { key: "1", text: ONE_GAP },
      { key: "2", text: { front: "{{c1::hers}} {{c2::b}}" }, suspended: true },
    ]);
  });

  it("get back the schedule of a gap that the author has removed and added again", () => {
    const follower = follow(author(TWO_GAPS, ...two));
    follower.edit("1", { back: "hers" }, TWO_GAPS);
    follower.pull([author(TWO_GAPS, card(1, "c1"))]);
    follower.pull([author(TWO_GAPS, card(1, "c1"), card(3, "c2"))]);
    expect(follower.list()).toMatchObject([{ key: "1" }, { key: "3", suspended: false, upstream: "same" }]);
  });

  it("have the cards of gaps that she added herself, which no pull suspends", () => {
    const follower = follow(author(ONE_GAP, card(1, "c1")));
    follower.edit("1", { front: "{{c1::a}} {{c2::hers}}" }, ONE_GAP);
    follower.pull([author({ ...ONE_GAP, back: "more" }, card(1, "c1"))]);
    expect(follower.list()).toMatchObject([{ upstream: "same" }, { variant: "c2", upstream: "own", suspended: false }]);
  });

  it("get back one card of a gap that the author has removed twice, once she adds it herself", () => {
    const follower = follow(author(TWO_GAPS, ...two));
    follower.pull([author(ONE_GAP, card(1, "c1"))]);
    follower.pull([author(TWO_GAPS, card(1, "c1"), card(3, "c2"))]);
    follower.pull([author(ONE_GAP, card(1, "c1"))]);
    follower.edit("1", { front: "{{c1::a}} {{c2::hers}}" }, ONE_GAP);
    const texts = follower.list().map(({ key, text }) => [key, text.front]);
    expect(texts).toEqual([
      ["1", "{{c1::a}} {{c2::hers}}"],
      ["2", "{{c1::a}} {{c2::hers}}"],
      ["3", TWO_GAPS.front],
    ]);
  });

  it("may be divided by an author who follows somebody: each card follows its own text then", () => {
    const follower = follow(author(TWO_GAPS, ...two));
    const alone = author({ ...TWO_GAPS, back: "alone" }, card(2, "c2"));
    expect(follower.pull([author(ONE_GAP, card(1, "c1")), alone])).toEqual({ ...NOTHING, changed: 2 });
    expect(follower.list()).toMatchObject([{ text: ONE_GAP }, { text: { back: "alone" }, upstream: "same" }]);
    expect(follower.undo()).toBe(2);
    expect(follower.list()).toMatchObject([{ text: TWO_GAPS }, { text: TWO_GAPS }]);
    expect(follower.texts).toHaveLength(1);
  });

  it("with a reverse keep it when the author makes gaps of the text, with its former text", () => {
    const follower = follow(author({}, card(1), card(2, "reverse")));
    follower.pull([author(ONE_GAP, card(1, "c1"))]);
    expect(follower.list()).toMatchObject([
      { variant: "c1", text: ONE_GAP },
      { variant: "reverse", text: PLAIN, upstream: "deleted" },
    ]);
  });
});

describe("A reverse whose sibling the author deletes", () => {
  it("remains the reverse of the text, although it is an ordinary card of the author now", () => {
    const follower = follow(author({}, card(1), card(2, "reverse")));
    follower.edit("1", { front: "hers" }, PLAIN);
    const turned = { front: PLAIN.back, back: "theirs" };
    expect(follower.pull([author(turned, card(2))])).toEqual({ ...NOTHING, kept: 1, suspended: 1 });
    expect(shown(follower, "2")).toMatchObject({ text: { ...PLAIN, front: "hers" }, variant: "reverse" });
  });
});

describe("A late edit", () => {
  it("that makes the text the author's gives her cards, as the pulls after it would", () => {
    const base = { ...TWO_GAPS, back: "x" };
    const cards = [card(1, "c1"), card(2, "c2")];
    const follower = follow(author(base, ...cards));
    follower.edit("2", { front: "hers" }, base);
    follower.pull([author({ ...base, back: "new" }, ...cards)]);
    follower.edit("2", { front: TWO_GAPS.front }, { ...base, front: "hers" });
    expect(shown(follower, "2")).toMatchObject({ text: { ...base, back: "new" }, variant: "c2", upstream: "same" });
  });
});

describe("A card that becomes a reverse", () => {
  it("because the author brings its sibling back is not counted as changed, since it shows the same", () => {
    const alone = author({ front: "back", back: "front" }, card(2));
    const follower = follow(alone);
    const before = shown(follower, "2");
    expect(follower.pull([author({}, card(1), card(2, "reverse"))])).toEqual({ ...NOTHING, added: 1 });
    expect(shown(follower, "2")).toMatchObject({ text: PLAIN, variant: "reverse" });
    expect(follower.undo()).toBe(1);
    expect(follower.list()).toEqual([before]);
  });
});

describe("A reverse whose sibling she has deleted", () => {
  const followed = [card(1), card(2, "reverse")];
  /** Shows "back" first, as an ordinary card would. */
  function followReverse(): Follower {
    const follower = follow(author({}, ...followed));
    follower.remove("1");
    return follower;
  }

  it("becomes the card of the gaps that she writes on the side that it shows first", () => {
    const follower = followReverse();
    follower.edit("2", { back: TWO_GAPS.front, format: "markdown" }, {});
    const text = { ...TWO_GAPS, back: PLAIN.front };
    expect(follower.list()).toMatchObject([
      { key: "2", text, variant: "c1" },
      { key: "own c2 beside 1", text, variant: "c2" },
    ]);
  });

  it("is a reverse again without gaps, which shows what she has written, and follows where that is the author's", () => {
    const follower = followReverse();
    follower.edit("2", { back: TWO_GAPS.front, format: "markdown" }, {});
    follower.edit("2", { front: "hers", format: "plain" }, {});
    expect(follower.list()).toMatchObject([{ text: { ...PLAIN, back: "hers" }, variant: "reverse", upstream: "same" }]);
    const theirs = { front: "front of theirs", back: "back of theirs" };
    expect(follower.pull([author(theirs, ...followed)])).toEqual({ ...NOTHING, changed: 1, kept: 1 });
    const text = { ...theirs, back: "hers" };
    expect(follower.list()).toMatchObject([{ text, variant: "reverse", upstream: theirs }]);
  });
});

describe("Undoing a pull", () => {
  it("gives back texts, tags and suspensions, and takes away what it brought", () => {
    const follower = follow(author({}), author({ front: "other" }, card(2)));
    const before = follower.list();
    follower.pull([author({ front: "theirs" }, card(1, null, ["tag"])), author({ front: "new" }, card(3))]);
    expect(follower.undo()).toBe(3);
    expect(follower.list()).toEqual(before);
  });

  it("leaves a card that was changed since, and a rated one goes back", () => {
    const follower = follow(author({}), author({}, card(2)), author({}, card(3)));
    follower.pull([author({ front: "A" }), author({ front: "A" }, card(2)), author({ front: "A" }, card(3))]);
    follower.edit("1", { back: "hers" }, PLAIN);
    follower.setTags("2", ["hers"]);
    follower.rate("3");
    expect(follower.undo()).toBe(1);
    expect(follower.list().map(({ text }) => text.front)).toEqual(["A", "A", "front"]);
  });

  it("leaves what it brought if that was rated, changed or suspended since", () => {
    const follower = follow();
    follower.pull([1, 2, 3, 4].map((id) => author({}, card(id))));
    follower.rate("1");
    follower.setTags("2", ["hers"]);
    follower.suspend("3");
    expect(follower.undo()).toBe(1);
    expect(follower.list().map(({ key }) => key)).toEqual(["1", "2", "3"]);
  });

  it("gives siblings their text back, and lets a rated card of a new gap stand alone until the next pull", () => {
    const authors = [author(TWO_GAPS, card(1, "c1"), card(2, "c2"))];
    const follower = follow(author(ONE_GAP, card(1, "c1")));
    follower.pull(authors);
    follower.rate("2");
    expect(follower.undo()).toBe(1);
    expect(follower.list()).toMatchObject([{ text: ONE_GAP }, { key: "2", text: TWO_GAPS }]);
    follower.pull(authors);
    expect(follower.list()).toMatchObject([{ text: TWO_GAPS }, { key: "2", text: TWO_GAPS }]);
    expect(follower.texts[0]?.cards.every(({ left }) => left === null)).toBe(true);
  });

  it("never takes back a card that stands alone and that she has edited", () => {
    const authors = [author(TWO_GAPS, card(1, "c1"), card(2, "c2"))];
    const follower = follow(author(ONE_GAP, card(1, "c1")));
    follower.pull(authors);
    follower.rate("2");
    follower.undo();
    follower.edit("2", { back: "hers" }, TWO_GAPS);
    follower.pull(authors);
    expect(follower.list()).toMatchObject([{ text: TWO_GAPS }, { key: "2", text: { ...TWO_GAPS, back: "hers" } }]);
  });

  it("leaves siblings together if one of them was changed", () => {
    const cards = [card(1, "c1"), card(2, "c2")];
    const follower = follow(author(TWO_GAPS, ...cards));
    follower.pull([author({ ...TWO_GAPS, back: "theirs" }, ...cards)]);
    follower.suspend("2");
    expect(follower.undo()).toBe(0);
    expect(follower.list()).toMatchObject([{ text: { back: "theirs" } }, { text: { back: "theirs" } }]);
  });

  it("gives back the card of a removed gap although the text that it has left was edited since", () => {
    const follower = follow(author(TWO_GAPS, card(1, "c1"), card(2, "c2")));
    follower.pull([author(ONE_GAP, card(1, "c1"))]);
    follower.edit("1", { back: "hers" }, ONE_GAP);
    expect(follower.undo()).toBe(1);
    expect(follower.list()).toMatchObject([
      { key: "2", text: TWO_GAPS, suspended: false, upstream: "same" },
      { key: "1", text: { ...ONE_GAP, back: "hers" } },
    ]);
  });

  it("leaves a card that an edit with an old base has changed since", () => {
    const follower = follow(author({}));
    follower.pull([author({ front: "theirs" })]);
    follower.edit("1", { front: "hers" }, PLAIN);
    expect(follower.undo()).toBe(0);
    expect(shown(follower)?.text.front).toBe("hers");
  });
});
