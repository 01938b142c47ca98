import fc from "fast-check";
import { expect, test } from "vitest";
import { changePreferences } from "#features/account/account.service.ts";
import { folderStats, listFolders } from "#features/folders/folders.service.ts";
import { addBreak, startCatchUp } from "#features/pace/pace.service.ts";
import { completedFolders, dailyReview, forecast, scheduledFolders, userStats } from "#features/stats/stats.service.ts";
import { rateCard, reviewQueue } from "#features/study/study.service.ts";
import {
  addDays,
  type Calendar,
  type DateRange,
  isAmong,
  type LocalDate,
  lengthOf,
  type Moment,
  momentAt,
  sameTimeAfter,
  startOfDay,
} from "#local-days.ts";
import { type StatsUser, sharedStatsWorld, ZONES } from "#testing/stats-world.ts";

// Whatever tells of pending cards is held against the definition, told once more in the plainest way.

const DATE = "2026-03-10";
const HOUR = 3_600_000;
const FORECAST_DAYS = 8;

type Card = { id: number; folder: number; created: Date; due: LocalDate | null; ratings: Rating[] };
type Rating = { date: LocalDate; dueBefore: LocalDate | null };
type Step =
  | { kind: "cards"; count: number; folder: number; daysAgo: number; dueIn: number | null }
  | { kind: "rate"; pick: number; daysAgo: number; days: number; elsewhere: string | null }
  | { kind: "undo" | "delete"; pick: number };

const pick = fc.nat({ max: 999 });
const daysAgo = fc.nat({ max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("cards"),
      // With many, the days after a break are longer than the shortest ones.
      count: fc.oneof(
        { weight: 9, arbitrary: fc.constant(1) },
        { weight: 1, arbitrary: fc.integer({ min: 20, max: 60 }) },
      ),
      folder: fc.nat({ max: 2 }),
      daysAgo,
      dueIn: fc.option(fc.integer({ min: -3, max: 9 }), { freq: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("rate"),
      pick,
      daysAgo,
      days: fc.integer({ min: 1, max: 5 }),
      // On a journey the card falls due on the date there so many days later, and keeps it at home.
      elsewhere: fc.option(fc.constantFrom(...ZONES), { freq: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("undo"), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete"), pick }) },
);
const life = fc.record({
  timeZone: fc.constantFrom(...ZONES),
  dayStartHour: fc.integer({ min: 0, max: 6 }),
  limits: fc.record({
    fresh: fc.option(fc.nat({ max: 6 }), { freq: 5 }),
    due: fc.option(fc.integer({ min: 1, max: 5 }), { freq: 2 }),
    /** The days of a plan to catch up. */
    catchUp: fc.option(fc.integer({ min: 2, max: 9 }), { freq: 2 }),
  }),
  /** How long a break was, and how many days ago it ended: less than 0 where it goes on. */
  rest: fc.option(fc.record({ days: fc.integer({ min: 4, max: 12 }), endedAgo: fc.integer({ min: -3, max: 4 }) }), {
    freq: 4,
  }),
  steps: fc.array(step, { maxLength: 40 }),
});

type Limits = { fresh: number | null; due: number | null; catchUp: number | null };

const world = await sharedStatsWorld();

test("everything that tells of pending cards tells of the same ones", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(life, async ({ limits, rest, steps, ...calendar }) => {
      const student = await newStudent(calendar, limits, rest);
      for (const one of steps) await student.live(one);
      await student.expectAgreement();
      await student.studyAll();
    }),
    { numRuns: 60, endOnFailure: true },
  );
});

async function newStudent(calendar: Calendar, limits: Limits, rest: { days: number; endedAgo: number } | null) {
  const user = await world.newUser();
  const { ctx, owner, log } = user;
  const folders = [await log.folder("A"), await log.folder("B"), await log.folder("C")];
  const moment = momentAt(new Date(startOfDay(addDays(DATE, 1), calendar).getTime() - HOUR), calendar);
  await changePreferences(ctx, owner, moment, { newCardsPerDay: limits.fresh, reviewsPerDay: limits.due });
  const beganAgo = rest === null ? 0 : rest.endedAgo + rest.days - 1;
  const away = rest && { from: addDays(DATE, -beganAgo), to: addDays(DATE, -rest.endedAgo) };
  const present: Card[] = [];
  const deleted: Card[] = [];
  const chosen = (number: number) => present[number % Math.max(1, present.length)];
  /** An instant on a date, a little later with each call. */
  let ticks = 0;
  const on = (ago: number) =>
    momentAt(new Date(startOfDay(addDays(DATE, -ago), calendar).getTime() + 8 * HOUR + ticks++), calendar);

  if (away) await addBreak(ctx, owner, on(beganAgo), away);

  async function addCard(one: Step & { kind: "cards" }): Promise<void> {
    const created = on(one.daysAgo);
    const folder = folders[one.folder] as number;
    const dueAt = one.dueIn === null ? null : sameTimeAfter(created.now, one.dueIn, calendar.timeZone);
    const due = one.dueIn === null ? null : addDays(created.today, one.dueIn);
    present.push({ id: await log.card(folder, created, dueAt), folder, created: created.now, due, ratings: [] });
  }

  async function live(one: Step): Promise<void> {
    if (one.kind === "cards") {
      for (let n = 0; n < one.count; n++) await addCard(one);
      return;
    }
    const card = chosen(one.pick);
    if (!card) return;
    if (one.kind === "rate") {
      const home = on(one.daysAgo);
      const at = momentAt(home.now, { ...calendar, timeZone: one.elsewhere ?? calendar.timeZone });
      await log.review(card.id, at, one.days);
      card.ratings.push({ date: at.today, dueBefore: card.due });
      card.due = addDays(at.today, one.days);
    } else if (one.kind === "undo") {
      await log.undo(card.id, on(0));
      const undone = card.ratings.pop();
      if (undone) card.due = undone.dueBefore;
    } else {
      await log.deleteCard(card.id, on(0));
      deleted.push(...present.splice(present.indexOf(card), 1));
    }
  }

  function expected() {
    const due = present.filter((card) => card.due !== null && card.due <= DATE);
    const fresh = present
      .filter((card) => card.due === null)
      .sort((a, b) => a.created.getTime() - b.created.getTime() || a.id - b.id);
    const today = [...present, ...deleted].flatMap(({ ratings }) => ratings).filter(({ date }) => date === DATE);
    const begun = today.filter(({ dueBefore }) => dueBefore === null).length;
    const rated = today.filter(({ dueBefore }) => dueBefore !== null && dueBefore <= DATE).length;
    const room = { due: due.length, fresh: fresh.length };
    if (limits.fresh !== null) room.fresh = Math.max(0, limits.fresh - begun);
    if (limits.due !== null) room.due = Math.max(0, limits.due - rated);
    const evenly = (until: LocalDate) => {
      const later = present.filter(
        ({ due: date, ratings }) =>
          date !== null && date > DATE && date <= until && (ratings.at(-1)?.date ?? "") < DATE,
      );
      return Math.ceil((due.length + rated + later.length) / lengthOf({ from: DATE, to: until }));
    };
    const spreadUntil = away && addDays(away.to, Math.max(2, Math.ceil(lengthOf(away) / 2)));
    if (limits.catchUp !== null) {
      room.due = Math.max(0, evenly(addDays(DATE, limits.catchUp - 1)) - rated);
      room.fresh = 0;
    } else if (away && spreadUntil && away.to < DATE && spreadUntil >= DATE) {
      room.due = Math.max(
        0,
        Math.min(limits.due ?? Number.POSITIVE_INFINITY, Math.max(20, evenly(spreadUntil))) - rated,
      );
    }
    return {
      pending: [...due.slice(0, room.due), ...fresh.slice(0, room.fresh)],
      newWaiting: fresh.slice(room.fresh),
      dueWaiting: due.slice(room.due),
    };
  }

  return {
    live,
    /** Once the plan to catch up has begun. */
    async expectAgreement() {
      if (limits.catchUp !== null) await startCatchUp(ctx, owner, moment, limits.catchUp);
      await expectAgreement(user, moment, folders, present, expected(), away);
    },
    studyAll: () => studyAll(user, moment, folders),
  };
}

async function expectAgreement(
  { ctx, owner }: StatsUser,
  moment: Moment,
  folders: number[],
  present: Card[],
  { pending, newWaiting, dueWaiting }: { pending: Card[]; newWaiting: Card[]; dueWaiting: Card[] },
  away: DateRange | null,
): Promise<void> {
  const inFolder = (cards: Card[], folder: number) => cards.filter((card) => card.folder === folder);
  const ids = (cards: { id: number }[]) => cards.map(({ id }) => id).sort((a, b) => a - b);
  const withPending = folders.filter((folder) => inFolder(pending, folder).length > 0);

  expect(await userStats(ctx, owner, moment)).toMatchObject({
    cardsDueToday: pending.length,
    newWaiting: newWaiting.length,
    dueWaiting: dueWaiting.length,
    foldersWithPendingCards: withPending.length,
    totalCards: present.length,
  });
  const review = await dailyReview(ctx, owner, moment);
  expect(review).toMatchObject({
    totalDue: pending.length,
    newWaiting: newWaiting.length,
    dueWaiting: dueWaiting.length,
  });
  expect(review.folders.map(({ folderId, total }) => [folderId, total])).toEqual(
    withPending.map((folder) => [folder, inFolder(pending, folder).length]),
  );
  expect(review.folders.reduce((sum, { new: fresh }) => sum + fresh, 0)).toBe(
    pending.filter(({ due }) => due === null).length,
  );
  for (const { id, dueCount } of await listFolders(ctx, owner, moment)) {
    expect(dueCount).toBe(inFolder(pending, id).length);
    expect(await folderStats(ctx, owner, moment, id)).toMatchObject({
      totalCards: inFolder(present, id).length,
      dueCards: dueCount,
      newWaiting: inFolder(newWaiting, id).length,
    });
    expect(ids(await reviewQueue(ctx, owner, moment, { folderId: id }))).toEqual(ids(inFolder(pending, id)));
  }
  expect(ids(await reviewQueue(ctx, owner, moment, {}))).toEqual(ids(pending));
  const [today, ...later] = await forecast(ctx, owner, moment, FORECAST_DAYS);
  expect(today).toEqual({ date: DATE, count: pending.length });
  for (const { date, count } of later) {
    expect(count).toBe(present.filter(({ due }) => due === date).length);
  }
  const scheduled = ids(await scheduledFolders(ctx, owner, moment, DATE));
  const completed = ids(await completedFolders(ctx, owner, moment, DATE));
  if (away && isAmong(DATE, [away])) {
    // The day asks for nothing: what was studied is all that it had.
    expect(completed).toEqual(expect.arrayContaining(scheduled));
    return;
  }
  expect(scheduled).toEqual(expect.arrayContaining(withPending));
  expect(completed.filter((folder) => withPending.includes(folder))).toEqual([]);
}

/** After everything in the queue was rated, nothing is pending and the day is done. */
async function studyAll({ ctx, owner }: StatsUser, moment: Moment, folders: number[]): Promise<void> {
  const queue = await reviewQueue(ctx, owner, moment, {});
  const { newWaiting, dueWaiting } = await userStats(ctx, owner, moment);
  for (const card of queue)
    await rateCard(ctx, owner, moment, card.id, { difficulty: "hard", answerResult: "correct" });
  expect(await userStats(ctx, owner, moment)).toMatchObject({ cardsDueToday: 0, newWaiting, dueWaiting });
  expect(await dailyReview(ctx, owner, moment)).toMatchObject({ totalDue: 0, folders: [] });
  expect(await reviewQueue(ctx, owner, moment, {})).toEqual([]);
  const studied = folders.filter((folder) => queue.some(({ folderId }) => folderId === folder));
  const scheduled = (await scheduledFolders(ctx, owner, moment, DATE)).map(({ id }) => id);
  const completed = (await completedFolders(ctx, owner, moment, DATE)).map(({ id }) => id);
  expect(scheduled).toEqual(expect.arrayContaining(studied));
  expect(completed).toEqual(expect.arrayContaining(scheduled));
}
