import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "#testing/more-cases.ts";
import { SharedHistory } from "#testing/shared-history.ts";
import { sharedTestApp } from "#testing/test-app.ts";

// `packages/following` compares the merge with the same model over 10,000 histories. These show that the server stores what the
// merge returns, beside everything else that changes cards.

const app = await sharedTestApp({ now: "2026-03-10T12:00:00Z" });

/** About half a second of processor time each. `HISTORIES=1000` tries as many. */
const HISTORIES = Number(process.env.HISTORIES ?? runs(10, 2000));

const TAGS = ["a", "b", "c"];

/** What an author does to a card while it is pulled, apart from editing it. */
const CHANGES = [
  { action: "delete" },
  { action: "move" },
  { action: "tag", tags: ["a"] },
  { action: "untag", tags: ["a"] },
];

const steps = [
  ...(["add text", "author tags", "author untags", "author deletes", "author moves", "author moves"] as const),
  ...(["author replaces", "author undoes", "author undoes"] as const),
  ...([
    "pull by itself",
    "pull by the job",
    "pull twice at once",
    "pull while the author edits",
    "pull while the author edits",
    "pull while the author changes",
    "undo batch",
    "undo batch",
    "rate",
    "add own",
  ] as const),
  ...(["take mine", "take author's", "replace", "delete", "move", "suspend", "resume", "tag", "untag"] as const),
  ...(["wait", "end link", "follow again", "follow again", "unfollow"] as const),
];
/** These are what most of the rest depends on. */
const frequent = [
  "author edits",
  "author edits",
  "pull",
  "pull",
  "edit",
  "edit",
  "edit without base",
  "undo pull",
] as const;
const step = fc.record({
  what: fc.oneof(fc.constantFrom(...steps), fc.constantFrom(...frequent)),
  which: fc.nat({ max: 99 }),
  value: fc.nat({ max: 999 }),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

async function perform(history: SharedHistory, { what, which, value }: Step): Promise<unknown> {
  const tag = TAGS[value % 3] as string;
  const [find, replacement] = value % 2 === 0 ? (["one", "two"] as const) : (["two", "one"] as const);
  const moment = which % 3 === 0 ? "its end" : "its reading";
  switch (what) {
    case "add text":
      return history.addText(value);
    case "author edits":
      return history.editSource(which, value);
    case "author tags":
      return history.changeSources({ action: "tag", tags: [tag] }, which);
    case "author untags":
      return history.changeSources({ action: "untag", tags: [tag] }, which);
    case "author deletes":
      return history.changeSources({ action: "delete" }, which);
    case "author moves":
      return history.changeSources({ action: "move" }, which);
    case "author replaces":
      return history.changeSources({ action: "replace", find, replacement }, which);
    case "author undoes":
      return history.undoSources();
    case "pull":
      return history.pull();
    case "pull by itself":
      return history.pull("app");
    case "pull by the job":
      return history.pull("job");
    case "pull twice at once":
      return history.pull("devices");
    case "pull while the author edits":
      // A card that the pull is about to read.
      if (moment === "its reading") await history.editSource(which, value + 1);
      return history.pullAround(moment, () => history.editSource(which, value));
    case "pull while the author changes":
      return history.pullAround(moment, () => history.changeSources(CHANGES[value % 4] ?? {}, which));
    case "undo pull":
      return history.undoPull();
    case "undo batch":
      return history.undoBatch();
    case "add own":
      return history.addOwn(value);
    case "wait":
      return history.wait();
    case "end link":
      return history.endLink();
    case "follow again":
      return history.followAgain();
    case "unfollow":
      return value % 4 === 0 ? history.unfollow() : undefined;
  }
  const card = history.choose(which);
  if (!card) return undefined;
  switch (what) {
    case "edit":
      return history.edit(card, value, true);
    case "edit without base":
      return history.edit(card, value, false);
    case "take mine":
      return history.take(card, "mine");
    case "take author's":
      return history.take(card, "author");
    case "replace":
      return history.replace(card, find, replacement);
    case "delete":
      return history.remove(card);
    case "move":
      return history.move(card);
    case "suspend":
      return history.suspend(card);
    case "resume":
      return history.resume(card);
    case "tag":
    case "untag":
      return history.tag(card, what, tag);
    case "rate":
      return history.rate(card);
  }
}

/** Goes through a history which ends with an edit that arrives late, and compares after each step. */
async function goThrough(steps: readonly Step[], which: number, value: number): Promise<SharedHistory> {
  const history = await SharedHistory.begin(app);
  for (const one of steps) {
    app.clock.advance(1000);
    await perform(history, one);
    if (/^(add text|author)/.test(one.what)) await history.expectQuiet();
    else await history.check();
  }
  await history.checkDerived();
  await history.editLate(which, value);
  return history;
}

describe("Any history of an author and a follower", () => {
  it("leaves what the model has, in the account and in the copy of a device", { timeout: 7_200_000 }, async () => {
    const done = { pulls: 0, kept: 0, undone: 0, late: 0, before: 0, after: 0 };
    const history = fc.array(step, { minLength: 10, maxLength: 18 });
    const property = fc.asyncProperty(
      history,
      fc.nat({ max: 99 }),
      fc.nat({ max: 999 }),
      async (steps, which, value) => {
        const history = await goThrough(steps, which, value);
        for (const name of Object.keys(done) as (keyof typeof done)[]) done[name] += history.done[name];
      },
    );
    // Shrinking a history takes minutes.
    await fc.assert(property, { numRuns: HISTORIES, endOnFailure: true });
    expect(done.before).toBeGreaterThan(0);
    expect(done.after).toBeGreaterThan(0);
    expect(done.pulls).toBeGreaterThan(HISTORIES);
    expect(done.kept).toBeGreaterThan(0);
    expect(done.undone).toBeGreaterThan(0);
  });

  it("also this one, in which a reverse is left alone, gets gaps, loses them and gets them again", async () => {
    const edit = "edit without base";
    const steps: Step[] = [
      { what: "delete", which: 1, value: 0 },
      { what: edit, which: 1, value: 549 },
      { what: edit, which: 1, value: 960 },
      { what: "edit", which: 1, value: 805 },
    ];
    await goThrough(steps, 0, 0);
  });

  it("also this one, in which the deletion of a gap is undone after its siblings have become one card", async () => {
    const steps: Step[] = [
      { what: "author edits", which: 0, value: 87 },
      { what: "pull", which: 0, value: 0 },
      { what: "delete", which: 4, value: 0 },
      { what: "edit without base", which: 3, value: 364 },
      { what: "undo batch", which: 0, value: 0 },
    ];
    await goThrough(steps, 0, 0);
  });
});
