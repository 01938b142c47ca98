import { randomUUID } from "node:crypto";
import type { Exam } from "@repasa/contract/exams.ts";
import type { QueuedCard } from "@repasa/contract/study.ts";
import { toDayNumber, toLocalDate } from "@repasa/scheduler/days.ts";
import { addDays, type Calendar, countDays, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import { rationNewCards } from "@repasa/scheduler/new-cards.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { changePreferences } from "#features/account/account.service.ts";
import { searchCards } from "#features/cards/cards.search.ts";
import { forecast as examForecast } from "#features/exams/exams.forecast.ts";
import { createNewCardPlan } from "#features/exams/exams.pace.ts";
import { computeRations } from "#features/exams/exams.rations.ts";
import { createExam } from "#features/exams/exams.service.ts";
import { folderStats, listFolders } from "#features/folders/folders.service.ts";
import { addBreak, startCatchUp } from "#features/pace/pace.service.ts";
import { completedFolders, dailyReview, forecast, scheduledFolders, userStats } from "#features/stats/stats.service.ts";
import { readReviewQueue } from "#features/study/study.queue.ts";
import { rateCard } from "#features/study/study.service.ts";
import { isAmong, type Moment, momentAt, sameTimeAfter, startOfDay } from "#platform/time/local-days.ts";
import { runs } from "#testing/more-cases.ts";
import { type StatsUser, sharedStatsWorld, ZONES } from "#testing/stats-world.ts";
import { settlePastDays } from "./schedule.settling.ts";

// Compares everything that counts or lists pending cards with the definition, which the test implements again in the simplest
// way.

const DATE = "2026-03-10";
const HOUR = 3_600_000;
const FORECAST_DAYS = 8;

type Card = {
  id: number;
  folder: number;
  created: Date;
  due: LocalDate | null;
  ratings: Rating[];
  suspended: boolean;
  group: string | null;
};
type Rating = { date: LocalDate; dueBefore: LocalDate | null };
type Step =
  | { kind: "cards"; count: number; folder: number; daysAgo: number; dueIn: number | null }
  | { kind: "rate"; pick: number; daysAgo: number; days: number; elsewhere: string | null }
  | { kind: "siblings"; folder: number; daysAgo: number; dueIn: (number | null)[] }
  | { kind: "undo" | "delete" | "suspend"; pick: number };

const pick = fc.nat({ max: 999 });
const daysAgo = fc.nat({ max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("cards"),
      // With many cards, an even part of those that fell due in a break is more than a short day.
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
      // Rated on a journey, the card falls due so many days after the local date there, and has the same due date at home.
      elsewhere: fc.option(fc.constantFrom(...ZONES), { freq: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("undo"), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete"), pick }) },
  // Resumes a card that is suspended.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("suspend"), pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("siblings"),
      folder: fc.nat({ max: 2 }),
      daysAgo,
      dueIn: fc.array(fc.option(fc.integer({ min: -3, max: 3 }), { freq: 2 }), { minLength: 2, maxLength: 4 }),
    }),
  },
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
  /** The length of a break, and how many days ago it ended; negative if it is still under way. */
  rest: fc.option(fc.record({ days: fc.integer({ min: 4, max: 12 }), endedAgo: fc.integer({ min: -3, max: 4 }) }), {
    freq: 4,
  }),
  /** Exams for the folders with these indexes, so many days after the day; some are before it. */
  exams: fc.array(
    fc.record({
      folders: fc.uniqueArray(fc.nat({ max: 2 }), { minLength: 1 }),
      inDays: fc.integer({ min: -2, max: 20 }),
    }),
    { maxLength: 3 },
  ),
  steps: fc.array(step, { maxLength: 40 }),
});

type PlannedExam = { folders: number[]; inDays: number };
type Limits = { fresh: number | null; due: number | null; catchUp: number | null };

const world = await sharedStatsWorld();

test("all counts and lists of pending cards agree with the definition, for random users", async () => {
  await fc.assert(
    fc.asyncProperty(life, async ({ limits, rest, exams, steps, ...calendar }) => {
      const student = await newStudent(calendar, limits, rest, exams);
      for (const one of steps) await student.applyStep(one);
      await student.expectAgreement();
      await student.studyAll();
    }),
    { numRuns: runs(6, 32), endOnFailure: true },
  );
});

type Rest = { days: number; endedAgo: number } | null;

async function newStudent(calendar: Calendar, limits: Limits, rest: Rest, planned: readonly PlannedExam[]) {
  const user = await world.newUser();
  const { ctx, owner, log } = user;
  const folders = [await log.folder("A"), await log.folder("B"), await log.folder("C")];
  const moment = momentAt(new Date(startOfDay(addDays(DATE, 1), calendar).getTime() - HOUR), calendar);
  await changePreferences(ctx, owner, moment, { newCardsPerDay: limits.fresh, reviewsPerDay: limits.due });
  const beganAgo = rest === null ? 0 : rest.endedAgo + rest.days - 1;
  const away = rest && { from: addDays(DATE, -beganAgo), to: addDays(DATE, -rest.endedAgo) };
  const restsOn = (date: LocalDate) => away !== null && isAmong(date, [away]);
  const rests = restsOn(DATE);
  const exams: Exam[] = [];
  for (const { folders: places, inDays } of planned) {
    const folderIds = places.map((place) => folders[place] as number);
    const body = { name: "Examen", date: addDays(DATE, inDays), folderIds };
    exams.push(await createExam(ctx, owner, momentAt(new Date(moment.now.getTime() - 96 * HOUR), calendar), body));
  }
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
    const id = await log.card(folder, created, dueAt);
    present.push({ id, folder, created: created.now, due, ratings: [], suspended: false, group: null });
  }

  async function addSiblings({ folder, daysAgo, dueIn }: Step & { kind: "siblings" }): Promise<void> {
    for (const days of dueIn) await addCard({ kind: "cards", count: 1, folder, daysAgo, dueIn: days });
    const siblings = present.slice(-dueIn.length);
    const group = randomUUID();
    for (const card of siblings) card.group = group;
    const ids = siblings.map(({ id }) => id);
    await world.pool.query("UPDATE cards SET group_id = $2 WHERE id = any($1)", [ids, group]);
  }

  async function applyStep(one: Step): Promise<void> {
    if (one.kind === "cards") {
      for (let n = 0; n < one.count; n++) await addCard(one);
      return;
    }
    if (one.kind === "siblings") return addSiblings(one);
    const card = chosen(one.pick);
    if (!card) return;
    if (one.kind === "suspend") {
      await settlePastDays(ctx, owner, on(0));
      card.suspended = !card.suspended;
      await world.pool.query("UPDATE cards SET suspended = $2 WHERE id = $1", [card.id, card.suspended]);
    } else if (one.kind === "rate") {
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

  /** @param perDay The daily number of the catch-up plan; not used without one. */
  function expected(perDay: number) {
    const active = present.filter(({ suspended }) => !suspended);
    // The cards of an exam in the next 30 days come first.
    const isNear = ({ folder }: Card) =>
      exams.some(({ date, folders }) => {
        const isAhead = date > DATE && date <= addDays(DATE, 30);
        return isAhead && folders.some(({ folderId }) => folderId === folder);
      });
    const due = active
      .filter((card) => card.due !== null && card.due <= DATE)
      .sort((a, b) => Number(isNear(b)) - Number(isNear(a)));
    const fresh = active
      .filter((card) => card.due === null)
      .sort((a, b) => a.created.getTime() - b.created.getTime() || a.id - b.id);
    const today = [...present, ...deleted].flatMap(({ ratings }) => ratings).filter(({ date }) => date === DATE);
    const started = today.filter(({ dueBefore }) => dueBefore === null).length;
    const leads = (card: Card) => leadsGroup(siblingsOf(card, present), card);
    const rationed = rationedOf(fresh, leads, [...present, ...deleted], exams, restsOn);
    const rated = today.filter(({ dueBefore }) => dueBefore !== null && dueBefore <= DATE).length;
    const room = { due: due.length, fresh: fresh.length };
    if (limits.fresh !== null) room.fresh = Math.max(0, limits.fresh - started);
    if (limits.due !== null) room.due = Math.max(0, limits.due - rated);
    const evenly = (until: LocalDate) => {
      const later = active.filter(
        ({ due: date, ratings }) =>
          date !== null && date > DATE && date <= until && (ratings.at(-1)?.date ?? "") < DATE,
      );
      return Math.ceil((due.length + rated + later.length) / countDays({ from: DATE, to: until }));
    };
    const spreadUntil = away && addDays(away.to, Math.max(2, Math.ceil(countDays(away) / 2)));
    if (limits.catchUp !== null) {
      const pausedUntil = addDays(DATE, limits.catchUp - 1);
      room.due = Math.max(0, perDay - rated);
      // The cards of an exam with less than a week of study after the end of the plan do not wait.
      const isUrgent = ({ exam }: Rationed) =>
        exam !== null && listDates(addDays(pausedUntil, 1), exam).filter((date) => !restsOn(date)).length < 7;
      rationed.splice(0, rationed.length, ...rationed.filter(isUrgent));
    } else if (away && spreadUntil && away.to < DATE && spreadUntil >= DATE) {
      room.due = Math.max(
        0,
        Math.min(limits.due ?? Number.POSITIVE_INFINITY, Math.max(20, evenly(spreadUntil))) - rated,
      );
    }
    const newPending = rationed.slice(0, room.fresh).map(({ card }) => card);
    const duePending = due.filter(leads).slice(0, room.due);
    return {
      pending: [...duePending, ...newPending],
      newWaiting: fresh.filter((card) => !newPending.includes(card)),
      dueWaiting: due.filter((card) => !duePending.includes(card)),
    };
  }

  /** Expects the forecast of an exam to have the same new cards for today as the queue. */
  async function expectSameForecast({ id, date, folders: chosen }: Exam): Promise<void> {
    // The forecast treats siblings as independent cards.
    if (date <= DATE || present.some(({ group, due }) => group !== null && due === null)) return;
    const { plan } = await examForecast(ctx, owner, moment, id);
    const { folders: pending } = await dailyReview(ctx, owner, moment);
    const own = pending.filter(({ folderId }) => chosen.some((folder) => folder.folderId === folderId));
    // In a break the queue can be studied, and the forecast expects that it is not.
    const newCards = rests ? 0 : own.reduce((sum, folder) => sum + folder.new, 0);
    const { day, folderIds } = { day: toDayNumber(date), folderIds: new Set(chosen.map(({ folderId }) => folderId)) };
    const newCardsOn = createNewCardPlan(
      (await computeRations(ctx, owner, moment, { day, folderIds })).introductions,
      toDayNumber(DATE),
      day,
    );
    const unseen = present.filter((card) => card.due === null && !card.suspended && folderIds.has(card.folder)).length;
    expect(plan[0]).toMatchObject({ date: DATE, newCards });
    expect(newCardsOn(toDayNumber(DATE), unseen)).toBe(newCards);
  }

  return {
    applyStep,
    /** Starts the catch-up plan first, if the student has one. */
    async expectAgreement() {
      const started = limits.catchUp === null ? null : await startCatchUp(ctx, owner, moment, limits.catchUp);
      await expectAgreement(user, moment, folders, present, expected(started?.catchUp?.perDay ?? 0), rests);
      for (const exam of exams) await expectSameForecast(exam);
    },
    studyAll: () => studyAll(user, moment, folders),
  };
}

function siblingsOf({ id, group }: Card, all: readonly Card[]): Card[] {
  return all.filter((card) => group !== null && card.group === group && card.id !== id);
}

/** True for the sibling that leads its group: the one due the longest, or else the first new one; none if one was rated today. */
function leadsGroup(siblings: readonly Card[], card: Card): boolean {
  const place = ({ due, id }: Card) => `${due ?? "new"} ${String(id).padStart(12, "0")}`;
  const waiting = siblings.filter(({ suspended, due }) => !suspended && (due === null || due <= DATE));
  return (
    siblings.every(({ ratings }) => ratings.at(-1)?.date !== DATE) &&
    waiting.every((other) => place(card) < place(other))
  );
}

type Rationed = { card: Card; exam: LocalDate | null };

/** Lists the dates from one to the one before another. */
function listDates(from: LocalDate, before: LocalDate): LocalDate[] {
  return from < before ? [from, ...listDates(addDays(from, 1), before)] : [];
}

/** Returns new cards, the oldest first: today's ration for the nearest exam, those for later exams, then all without an exam. */
function rationedOf(
  fresh: readonly Card[],
  leads: (card: Card) => boolean,
  all: readonly Card[],
  exams: readonly Exam[],
  restsOn: (date: LocalDate) => boolean,
): Rationed[] {
  const nearest = ({ folder }: Card): LocalDate | null =>
    exams
      .filter(({ date, folders }) => date > DATE && folders.some(({ folderId }) => folderId === folder))
      .map(({ date }) => date)
      .sort()[0] ?? null;
  const dates = [...new Set(exams.map(({ date }) => date))].sort();
  const forExams = dates.flatMap((date) => {
    const deck = fresh.filter((card) => nearest(card) === date);
    const ratings = all.filter((card) => nearest(card) === date).flatMap((card) => card.ratings);
    const started = ratings.filter((rating) => rating.date === DATE && rating.dueBefore === null).length;
    const { today } = rationNewCards(
      { unseen: deck.length, startedToday: started, limit: null },
      toDayNumber(DATE),
      toDayNumber(date),
      (day) => restsOn(toLocalDate(day)),
    );
    return deck
      .filter(leads)
      .slice(0, today)
      .map((card) => ({ card, exam: date }));
  });
  const others = fresh.filter((card) => nearest(card) === null && leads(card));
  return [...forExams, ...others.map((card) => ({ card, exam: null }))];
}

async function expectAgreement(
  { ctx, owner }: StatsUser,
  moment: Moment,
  folders: number[],
  present: Card[],
  { pending, newWaiting, dueWaiting }: { pending: Card[]; newWaiting: Card[]; dueWaiting: Card[] },
  rests: boolean,
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
    expect(ids(await readQueuedCards(ctx, owner, moment, { folderId: id }))).toEqual(ids(inFolder(pending, id)));
  }
  expect(ids(await readQueuedCards(ctx, owner, moment, {}))).toEqual(ids(pending));
  const found = await searchCards(ctx, owner, moment, { q: "", state: "due" });
  expect(found.cards.map(({ id }) => id)).toEqual(ids(pending).reverse().slice(0, 50));
  const [today, ...later] = await forecast(ctx, owner, moment, FORECAST_DAYS);
  expect(today).toEqual({ date: DATE, count: pending.length, asked: rests ? 0 : pending.length });
  for (const { date, count } of later) {
    expect(count).toBe(present.filter(({ due, suspended }) => due === date && !suspended).length);
  }
  const scheduled = ids(await scheduledFolders(ctx, owner, moment, DATE));
  const completed = ids(await completedFolders(ctx, owner, moment, DATE));
  if (rests) {
    // Nothing is scheduled on a day of a break except what was studied.
    expect(completed).toEqual(expect.arrayContaining(scheduled));
    return;
  }
  expect(scheduled).toEqual(expect.arrayContaining(withPending));
  expect(completed.filter((folder) => withPending.includes(folder))).toEqual([]);
}

/** Reads the queue, which is a plain list because it is short. */
async function readQueuedCards(...args: Parameters<typeof readReviewQueue>): Promise<QueuedCard[]> {
  return (await readReviewQueue(...args)) as QueuedCard[];
}

/** Rates everything in the queue, and expects that nothing is pending then and that the day is completed. */
async function studyAll({ ctx, owner }: StatsUser, moment: Moment, folders: number[]): Promise<void> {
  const queue = await readQueuedCards(ctx, owner, moment, {});
  const { newWaiting, dueWaiting } = await userStats(ctx, owner, moment);
  for (const card of queue)
    await rateCard(ctx, owner, moment, card.id, { difficulty: "hard", answerResult: "correct" });
  expect(await userStats(ctx, owner, moment)).toMatchObject({ cardsDueToday: 0, newWaiting, dueWaiting });
  expect(await dailyReview(ctx, owner, moment)).toMatchObject({ totalDue: 0, folders: [] });
  expect(await readQueuedCards(ctx, owner, moment, {})).toEqual([]);
  const studied = folders.filter((folder) => queue.some(({ folderId }) => folderId === folder));
  const scheduled = (await scheduledFolders(ctx, owner, moment, DATE)).map(({ id }) => id);
  const completed = (await completedFolders(ctx, owner, moment, DATE)).map(({ id }) => id);
  expect(scheduled).toEqual(expect.arrayContaining(studied));
  expect(completed).toEqual(expect.arrayContaining(scheduled));
}
