import { addDays, type Calendar, computeLocalDate, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "#context.ts";
import { changePreferences } from "#features/account/account.service.ts";
import { findWrongDays } from "#features/schedule/days/days.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { type Moment, momentAt, sameTimeAfter, startOfDay } from "#platform/time/local-days.ts";
import { runs } from "#testing/more-cases.ts";
import { createStudyLog } from "#testing/study-log.ts";
import { testContext } from "#testing/test-context.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { activity, completedFolders, scheduledFolders, userStats } from "./stats.service.ts";

// A generated history of a hundred days is written to the database, and recorded by the test at the end of each day. The
// service must return later what the test has recorded.

const DAYS = 100;
const ZONES = ["UTC", "America/Sao_Paulo", "Europe/Madrid", "Asia/Kathmandu", "Pacific/Auckland", "America/New_York"];
const HOUR = 3_600_000;

type Rating = { date: LocalDate; practice: boolean; dueBefore: LocalDate | null; undone: LocalDate | null };
type Card = {
  id: number;
  folder: number;
  due: LocalDate | null;
  deleted: boolean;
  ratings: Rating[];
  /** Its due date at the end of each date. */
  atEnd: Map<LocalDate, LocalDate | null>;
};
type Step =
  | { kind: "review"; pick: number; days: number }
  | { kind: "card"; pick: number; dueIn: number | null }
  | { kind: "undo" | "deleteCard" | "deleteFolder" | "look"; pick: number };

const pick = fc.nat({ max: 999 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 24, arbitrary: fc.record({ kind: fc.constant("review"), pick, days: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("card"), pick, dueIn: fc.option(fc.nat({ max: 12 })) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("undo"), pick }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("deleteCard"), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("deleteFolder"), pick }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("look"), pick }) },
);
const someDay = fc.array(step, { minLength: 1, maxLength: 3 });
const history = fc.record({
  limit: fc.option(fc.integer({ min: 0, max: 3 })),
  timeZone: fc.constantFrom(...ZONES),
  dayStartHour: fc.integer({ min: 0, max: 6 }),
  // The clock changes of all these zones lie within a hundred days of one of these.
  first: fc.constantFrom("2026-01-10", "2026-08-20"),
  days: fc.array(fc.oneof({ weight: 3, arbitrary: someDay }, { weight: 1, arbitrary: fc.constant<Step[]>([]) }), {
    minLength: DAYS,
    maxLength: DAYS,
  }),
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("scheduled folders, completed folders and the streak match what was recorded on each of a hundred days", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ limit, first, days, ...calendar }) => {
      const world = await newWorld(calendar, limit);
      for (const [index, steps] of days.entries()) await world.runDay(addDays(first, index), steps);
      await world.check(first);
    }),
    { numRuns: runs(1, 4), endOnFailure: true },
  );
});

async function newWorld(calendar: Calendar, limit: number | null) {
  const ctx = testContext(database.db);
  const log = await createStudyLog(ctx, database.db.pool);
  const start = momentAt(new Date("2020-01-01T00:00:00Z"), calendar);
  await changePreferences(ctx, log.owner, start, { newCardsPerDay: limit });
  let folders = [await log.folder("A"), await log.folder("B"), await log.folder("C")];
  const cards: Card[] = [];
  /** The folders with something pending at the end of a date, if there were any. */
  const pendingAtEnd = new Map<LocalDate, Set<number>>();
  let last = "";

  const isPending = (due: LocalDate | null, date: LocalDate) => due === null || due <= date;

  async function runDay(date: LocalDate, steps: Step[]): Promise<void> {
    last = date;
    for (const [index, step] of steps.entries()) {
      const now = new Date(startOfDay(date, calendar).getTime() + index * 7 * HOUR + step.pick * 25_000);
      await applyStep(step, momentAt(now, calendar));
    }
    for (const card of present()) card.atEnd.set(date, card.due);
    const pending = present().filter((card) => isLeftPending(card, date, present()));
    if (pending.length > 0) pendingAtEnd.set(date, new Set(pending.map(({ folder }) => folder)));
  }

  async function applyStep(step: Step, moment: Moment): Promise<void> {
    const chosen = present()[step.pick % Math.max(1, present().length)];
    if (step.kind === "look") return expectStreak(moment);
    if (step.kind === "card" || !chosen) return addCard(step, moment);
    if (step.kind === "review") {
      const practice = !isPending(chosen.due, moment.today);
      chosen.ratings.push({ date: moment.today, practice, dueBefore: chosen.due, undone: null });
      chosen.due = addDays(moment.today, step.days);
      await log.review(chosen.id, moment, step.days);
    } else if (step.kind === "undo") {
      const rating = chosen.ratings.findLast(({ undone }) => undone === null);
      if (rating) {
        rating.undone = moment.today;
        chosen.due = rating.dueBefore;
      }
      expect(await log.undo(chosen.id, moment)).toBe(rating !== undefined);
    } else if (step.kind === "deleteCard") {
      chosen.deleted = true;
      await log.deleteCard(chosen.id, moment);
    } else {
      for (const card of cards) if (card.folder === chosen.folder) card.deleted = true;
      folders = folders.filter((folder) => folder !== chosen.folder);
      await log.deleteFolder(chosen.folder, moment);
    }
  }

  async function addCard(step: Step, moment: Moment): Promise<void> {
    if (folders.length === 0) folders.push(await log.folder("D"));
    const folder = folders[step.pick % folders.length] as number;
    const dueIn = step.kind === "card" ? step.dueIn : null;
    const dueAt = dueIn === null ? null : sameTimeAfter(moment.now, dueIn, calendar.timeZone);
    const due = dueAt && computeLocalDate(dueAt, calendar);
    const id = await log.card(folder, moment, dueAt);
    cards.push({ id, folder, due, deleted: false, ratings: [], atEnd: new Map() });
  }

  async function expectStreak(moment: Moment): Promise<void> {
    const { currentStreak, longestStreak } = await userStats(ctx, log.owner, moment);
    expect({ currentStreak, longestStreak }).toEqual(computeStreak(moment.today));
  }

  function computeStreak(today: LocalDate) {
    const studied = new Set(cards.flatMap(({ ratings }) => ratings.filter(isCounted).map(({ date }) => date)));
    let currentStreak = 0;
    let longestStreak = 0;
    const dates = [...studied, ...pendingAtEnd.keys()].sort();
    for (const date of new Set(dates)) {
      if (studied.has(date)) currentStreak++;
      else if (date < today) currentStreak = 0;
      longestStreak = Math.max(longestStreak, currentStreak);
    }
    return { currentStreak, longestStreak };
  }

  async function check(first: LocalDate): Promise<void> {
    const moment = momentAt(new Date(startOfDay(addDays(last, 1), calendar).getTime() - 1), calendar);
    await expectStreak(moment);
    const counts = new Map<LocalDate, number>();
    for (const { date } of cards.flatMap(({ ratings }) => ratings.filter(isCounted))) {
      counts.set(date, (counts.get(date) ?? 0) + 1);
    }
    const days = await activity(ctx, log.owner, moment, { from: first });
    expect(days.map(({ date, count }) => [date, count])).toEqual([...counts].sort());
    expect(await findWrongDays(ctx.db, log.owner)).toEqual({ dates: [], streak: null });
    const dates = await readDates(ctx, log.owner, moment, first);
    for (const [date, { scheduled, completed }] of dates) {
      expect({ date, scheduled }).toEqual({ date, scheduled: folders.filter((folder) => wasScheduled(folder, date)) });
      expect({ date, completed }).toEqual({ date, completed: folders.filter((folder) => wasCompleted(folder, date)) });
    }
  }

  function wasScheduled(folder: number, date: LocalDate): boolean {
    if (date > last) return present().some((card) => card.folder === folder && card.due === date);
    const isScheduled = (rating: Rating) => rating.date === date && !rating.practice && isCounted(rating);
    return (
      wasLeftPending(folder, date) || cards.some((card) => card.folder === folder && card.ratings.some(isScheduled))
    );
  }

  function wasCompleted(folder: number, date: LocalDate): boolean {
    const isReviewed = (rating: Rating) => rating.date === date && isCounted(rating);
    const reviewed = cards.some((card) => card.folder === folder && card.ratings.some(isReviewed));
    return date <= last && reviewed && !wasLeftPending(folder, date);
  }

  function wasLeftPending(folder: number, date: LocalDate): boolean {
    return pendingAtEnd.get(date)?.has(folder) ?? false;
  }

  /** True for a card that was pending at the end of a date: a due one, or one of the oldest new ones of `among`. */
  function isLeftPending(card: Card, date: LocalDate, among: Card[]): boolean {
    const due = card.atEnd.get(date);
    if (due === undefined || !isPending(due, date)) return false;
    if (due !== null || limit === null) return true;
    const started = cards
      .flatMap(({ ratings }) => ratings)
      .filter((rating) => rating.date === date && rating.dueBefore === null && isCounted(rating)).length;
    const fresh = among.filter(({ atEnd }) => atEnd.get(date) === null);
    return fresh.indexOf(card) < limit - started;
  }

  function present(): Card[] {
    return cards.filter((card) => !card.deleted);
  }

  return { runDay, check };
}

/** True for a rating that was not undone by the end of its date. */
function isCounted({ date, undone }: Rating): boolean {
  return undone === null || undone > date;
}

async function readDates(ctx: Context, owner: OwnerId, moment: Moment, first: LocalDate) {
  const dates = Array.from({ length: DAYS + 15 }, (_, index) => addDays(first, index - 2));
  const idsOf = (folders: { id: number }[]) => folders.map(({ id }) => id).sort((a, b) => a - b);
  const folders = new Map<LocalDate, { scheduled: number[]; completed: number[] }>();
  for (const date of dates) {
    const scheduled = idsOf(await scheduledFolders(ctx, owner, moment, date));
    const completed = idsOf(await completedFolders(ctx, owner, moment, date));
    folders.set(date, { scheduled, completed });
  }
  return folders;
}
