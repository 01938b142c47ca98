import { randomUUID } from "node:crypto";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { changePreferences } from "#features/account/account.service.ts";
import { createExam } from "#features/exams/exams.service.ts";
import { addBreak, startCatchUp } from "#features/pace/pace.service.ts";
import { endOfDay, type Moment, momentAt, sameTimeAfter, startOfDay } from "#platform/time/local-days.ts";
import { runs } from "#testing/more-cases.ts";
import { computePastDay } from "#testing/past-days.ts";
import { type StatsUser, sharedStatsWorld, ZONES } from "#testing/stats-world.ts";
import { selectPastDays } from "./past.queries.ts";

const FIRST = "2026-03-01";
const DAYS = 14;
const HOUR = 3_600_000;

const day = fc.nat({ max: DAYS });
const pick = fc.nat({ max: 999 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("card"), pick, dueIn: fc.option(fc.nat({ max: 9 })) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("review"), pick, dueIn: fc.integer({ min: 1, max: 9 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("undo", "suspend", "group", "delete", "move"),
      pick,
      dueIn: fc.constant(1),
    }),
  },
);
type Step = { kind: string; pick: number; dueIn: number | null };

const past = fc.record({
  timeZone: fc.constantFrom(...ZONES),
  dayStartHour: fc.integer({ min: 0, max: 6 }),
  limits: fc.record({
    newCardsPerDay: fc.option(fc.nat({ max: 3 }), { freq: 2 }),
    reviewsPerDay: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 2 }),
  }),
  catchUp: fc.option(fc.integer({ min: 2, max: 9 }), { freq: 3 }),
  rest: fc.option(fc.record({ on: day, days: fc.integer({ min: 1, max: 5 }) }), { freq: 3 }),
  examIn: fc.option(fc.integer({ min: 1, max: 30 }), { freq: 3 }),
  days: fc.array(fc.array(step as fc.Arbitrary<Step>, { maxLength: 3 }), { minLength: DAYS, maxLength: DAYS }),
});

const world = await sharedStatsWorld();

test("selectPastDays computes a range of dates as it computes each date alone, for random pasts", async () => {
  await fc.assert(
    fc.asyncProperty(past, async ({ days, catchUp, rest, examIn, limits, ...calendar }) => {
      const user = await world.newUser();
      const { ctx, owner, log } = user;
      const on = (index: number, hours: number): Moment =>
        momentAt(new Date(startOfDay(addDays(FIRST, index), calendar).getTime() + hours * HOUR), calendar);
      const folders = [await log.folder("A"), await log.folder("B")] as const;
      await changePreferences(ctx, owner, on(0, 0), limits);
      if (rest) {
        const from = addDays(FIRST, rest.on);
        await addBreak(ctx, owner, on(0, 0), { from, to: addDays(from, rest.days - 1) });
      }
      if (examIn !== null) {
        await createExam(ctx, owner, on(0, 0), {
          name: "Final",
          date: addDays(FIRST, examIn),
          folderIds: [folders[0]],
        });
      }
      const applyStep = createStepRunner(user, folders);
      for (const [index, steps] of days.entries()) {
        if (index === 5 && catchUp !== null) await startCatchUp(ctx, owner, on(index, 1), catchUp);
        for (const [nth, one] of steps.entries()) await applyStep(one, on(index, 2 + 3 * nth));
      }
      const ends = Array.from({ length: DAYS }, (_, index) => addDays(FIRST, index)).map((date) => ({
        date,
        end: endOfDay(date, calendar),
      }));
      const expectedDays = new Map<string, object>();
      for (const one of ends) {
        const expected = await computePastDay(ctx.db, owner, one);
        expectedDays.set(one.date, expected);
        expect({ date: one.date, ...(await computeOneDay(user, one)) }).toEqual({ date: one.date, ...expected });
      }
      // Within a span of dates the ration for an exam is that of the span's first date, so the results may differ.
      if (examIn !== null) return;
      const together = new Map((await selectPastDays(ctx.db, owner, ends)).map((one) => [one.date, foldersOf(one)]));
      for (const { date } of ends) {
        expect({ date, ...(together.get(date) ?? NOTHING) }).toEqual({ date, ...expectedDays.get(date) });
      }
    }),
    { numRuns: runs(3, 16), endOnFailure: true },
  );
});

type Folders = { reviewedFolders: number[]; practisedFolders: number[]; pendingFolders: number[] };
const NOTHING: Folders = { reviewedFolders: [], practisedFolders: [], pendingFolders: [] };

async function computeOneDay({ ctx, owner }: StatsUser, day: { date: string; end: Date }) {
  const [computed] = await selectPastDays(ctx.db, owner, [day]);
  return computed ? foldersOf(computed) : NOTHING;
}

function foldersOf({ reviewedFolders, practisedFolders, pendingFolders }: Folders) {
  return { reviewedFolders, practisedFolders, pendingFolders };
}

/** Returns a function that applies a step to the user's cards and log, at a moment. */
function createStepRunner({ log, owner }: StatsUser, folders: readonly number[]) {
  const cards: number[] = [];
  const set = (card: number, column: string, value: string) =>
    world.pool.query(`UPDATE cards SET ${column} = ${value} WHERE user_id = $1 AND id = $2`, [owner, card]);
  return async ({ kind, pick, dueIn }: Step, moment: Moment): Promise<void> => {
    const at = pick % Math.max(1, cards.length);
    const card = cards[at];
    const folder = folders[pick % folders.length] as number;
    if (kind === "card" || card === undefined) {
      const due = dueIn === null ? null : sameTimeAfter(moment.now, dueIn, moment.timeZone);
      cards.push(await log.card(folder, moment, due));
    } else if (kind === "review") await log.review(card, moment, dueIn ?? 1);
    else if (kind === "undo") await log.undo(card, moment);
    else if (kind === "suspend") await set(card, "suspended", "not suspended");
    else if (kind === "move") await set(card, "folder_id", String(folder));
    else if (kind === "delete") await log.deleteCard(cards.splice(at, 1)[0] as number, moment);
    else
      await world.pool.query("UPDATE cards SET group_id = $1 WHERE id = any($2)", [
        randomUUID(),
        cards.slice(at, at + 3),
      ]);
  };
}
