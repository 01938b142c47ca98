import { randomUUID } from "node:crypto";
import type { AnswerResult, Difficulty, QueuedCard, ReviewMode } from "@repasa/contract/study.ts";
import { addDays, type Calendar } from "@repasa/scheduler/local-dates.ts";
import { DEFAULT_WEIGHTS } from "@repasa/scheduler/memory.ts";
import fc from "fast-check";
import type { Pool } from "pg";
import type { Context } from "#context.ts";
import { changePreferences } from "#features/account/account.service.ts";
import { createExam } from "#features/exams/exams.service.ts";
import { addBreak, startCatchUp } from "#features/pace/pace.service.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import { readReviewQueue } from "#features/study/study.queue.ts";
import { rateCard } from "#features/study/study.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { type Moment, momentAt, sameTimeAfter, startOfDay } from "#platform/time/local-days.ts";
import { ZONES } from "#testing/stats-world.ts";
import type { StudyLog } from "#testing/study-log.ts";

// Random students, with cards in all states, limits, exams, a break and a plan to catch up, for properties of the days ahead.

type World = { pool: Pool; newUser: () => Promise<{ ctx: Context; owner: OwnerId; log: StudyLog }> };

/** The study date on which a life begins. */
const DATE = "2026-03-10";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAYS = 8;

const folder = fc.nat({ max: 2 });
const deck = fc.record({
  count: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 6 }) },
    // So many that an even part of them is more than a short day.
    { weight: 1, arbitrary: fc.integer({ min: 40, max: 90 }) },
  ),
  folder,
  /** Days from the date to the due date; null for new cards. */
  dueIn: fc.option(
    fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -6, max: 8 }) }, fc.integer({ min: 9, max: 60 })),
    {
      freq: 2,
    },
  ),
  reviewedAgo: fc.integer({ min: 1, max: 40 }),
  stability: fc.double({ min: 0.3, max: 120, noNaN: true }),
  memoryDifficulty: fc.double({ min: 1, max: 10, noNaN: true }),
  areSiblings: fc.boolean(),
  suspended: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
});
type Deck = typeof deck extends fc.Arbitrary<infer One> ? One : never;

export type Answer = { difficulty: Difficulty; answerResult?: AnswerResult };
const answer = fc.constantFrom<Answer>(
  { difficulty: "hard", answerResult: "incorrect" },
  { difficulty: "hard", answerResult: "correct" },
  { difficulty: "hard" },
  { difficulty: "medium", answerResult: "correct" },
  { difficulty: "medium", answerResult: "correct" },
  { difficulty: "easy", answerResult: "correct" },
);
const press = fc.record({
  answer,
  /** The place of the card in the queue, or of one that was rated before. */
  pick: fc.nat({ max: 999 }),
  kind: fc.constantFrom("pending", "pending", "pending", "again", "undone"),
  mode: fc.constantFrom<ReviewMode>("flip", "flip", "type", "choose"),
  showsInterval: fc.integer({ min: 0, max: 5 }).map((chance) => chance > 0),
});
const studyDay = fc.record({
  isOnline: fc.boolean(),
  /** Hours after the beginning of the study day. */
  hour: fc.integer({ min: 0, max: 20 }),
  presses: fc.array(press, { maxLength: 12 }),
});
const anyLife = fc.record({
  timeZone: fc.constantFrom(...ZONES),
  dayStartHour: fc.integer({ min: 0, max: 6 }),
  decks: fc.array(deck, { minLength: 1, maxLength: 9 }),
  preferences: fc.record({
    newCardsPerDay: fc.option(fc.nat({ max: 4 }), { freq: 4 }),
    reviewsPerDay: fc.option(fc.integer({ min: 1, max: 8 }), { freq: 1 }),
    desiredRetention: fc.constantFrom(0.8, 0.9, 0.95),
    quietDays: fc.constantFrom<number[]>([1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 0, 0.5]),
  }),
  catchUpDays: fc.option(fc.integer({ min: 2, max: 9 }), { freq: 3 }),
  /** The length of a break, and how many days ago it ended; negative if it ends later. */
  rest: fc.option(fc.record({ days: fc.integer({ min: 2, max: 12 }), endedAgo: fc.integer({ min: -5, max: 4 }) }), {
    freq: 2,
  }),
  exams: fc.array(
    fc.record({ folders: fc.uniqueArray(folder, { minLength: 1 }), inDays: fc.integer({ min: 1, max: 20 }) }),
    { maxLength: 3 },
  ),
  calibration: fc.record({
    a: fc.double({ min: 0.6, max: 1.4, noNaN: true }),
    b: fc.double({ min: -1, max: 1, noNaN: true }),
    hardSinceForgotten: fc.option(fc.nat({ max: 35 })),
    isFitted: fc.boolean(),
  }),
  /** Ratings of the day before, and of the day itself before the week is read. */
  earlier: fc.array(fc.record({ press, daysAgo: fc.nat({ max: 1 }) }), { maxLength: 8 }),
  deletes: fc.boolean(),
  days: fc.array(studyDay, { minLength: DAYS, maxLength: DAYS }),
});
/** So much falls due around the break that an even part of it is more than a short day. */
const AFTER_BREAK = {
  rest: { days: 10, endedAgo: 1 },
  catchUpDays: null,
  deck: { count: 150, folder: 0, dueIn: -1, reviewedAgo: 20, stability: 8, memoryDifficulty: 5 },
};
export const life = fc.tuple(anyLife, fc.integer({ min: 0, max: 3 })).map(([one, chance]) => {
  const { rest, catchUpDays, deck } = AFTER_BREAK;
  const decks = [...one.decks.slice(0, 4), { ...deck, areSiblings: false, suspended: false }];
  return chance === 0
    ? { ...one, rest, catchUpDays, decks, preferences: { ...one.preferences, reviewsPerDay: null } }
    : one;
});
export type Life = typeof life extends fc.Arbitrary<infer One> ? One : never;
export type Press = typeof press extends fc.Arbitrary<infer One> ? One : never;

/** Creates the student of a life as they are in the third hour of `DATE`. `at` returns a moment of a later day. */
export async function createStudent(world: World, reader: Context, { timeZone, dayStartHour, ...one }: Life) {
  const calendar: Calendar = { timeZone, dayStartHour };
  const { ctx, owner, log } = await world.newUser();
  const folders = [await log.folder("A"), await log.folder("B"), await log.folder("C")];
  const at = (day: number, hour: number, minute = 0): Moment =>
    momentAt(new Date(startOfDay(addDays(DATE, day), calendar).getTime() + hour * HOUR + minute * MINUTE), calendar);
  const past = at(-20, 1);
  await changePreferences(ctx, owner, past, { ...one.preferences, dayStartHour });
  await insertCards(world, owner, folders, one.decks, past);
  for (const { folders: places, inDays } of one.exams) {
    const folderIds = places.map((place) => folders[place] as number);
    await createExam(ctx, owner, at(-4, 1), { name: `Examen ${inDays}`, date: addDays(DATE, inDays), folderIds });
  }
  await settlePastDays(ctx, owner, at(-2, 1));
  await setLearner(world, owner, one.calibration);
  await rateEarlier({ ctx, owner, reader, at }, one.earlier);
  if (one.rest) {
    const { days, endedAgo } = one.rest;
    const from = addDays(DATE, 1 - days - endedAgo);
    const away = { from, to: addDays(DATE, -endedAgo) };
    const began = Math.min(0, 1 - days - endedAgo);
    await addBreak(ctx, owner, at(began, 2), away);
  }
  if (one.catchUpDays !== null) await startCatchUp(ctx, owner, at(0, 2), one.catchUpDays);
  if (one.deletes) {
    await world.pool.query(
      "DELETE FROM cards WHERE user_id = $1 AND id = (SELECT max(id) FROM cards WHERE user_id = $1)",
      [owner],
    );
  }
  return { ctx, owner, folders, at };
}

type Student = {
  ctx: Context;
  owner: OwnerId;
  reader: Context;
  at: (day: number, hour: number, minute?: number) => Moment;
};

async function rateEarlier({ ctx, owner, reader, at }: Student, earlier: Life["earlier"]): Promise<void> {
  for (const { press, daysAgo } of earlier.toSorted((first, second) => second.daysAgo - first.daysAgo)) {
    const moment = at(-daysAgo, 1, 1);
    const queue = (await readReviewQueue(reader, owner, moment, {})) as QueuedCard[];
    const card = queue[press.pick % Math.max(1, queue.length)];
    if (card) await rateCard(ctx, owner, moment, card.id, { ...press.answer, mode: press.mode });
  }
}

async function insertCards(
  world: World,
  owner: number,
  folders: readonly number[],
  decks: readonly Deck[],
  { now, timeZone }: Moment,
) {
  let created = now.getTime() - HOUR;
  const rows = decks.flatMap((one) => {
    const groupId = one.areSiblings ? randomUUID() : null;
    return Array.from({ length: one.count }, (_, place) => {
      created += place % 3;
      const dueIn = one.dueIn === null ? null : one.dueIn + (place % 5);
      const rated = dueIn !== null && {
        difficulty: ["hard", "medium", "easy"][place % 3],
        review_count: 1 + (place % 3),
        last_review_date: addDays(DATE, -one.reviewedAgo - 2 - (place % 5)),
        next_review_at: sameTimeAfter(now, 20 + dueIn, timeZone),
        next_review_date: addDays(DATE, dueIn),
        stability: round(one.stability * (1 + place / 10)),
        memory_difficulty: round(1 + ((one.memoryDifficulty + place) % 9)),
      };
      return {
        folder_id: folders[one.folder],
        difficulty: "new",
        review_count: 0,
        created_at: new Date(created),
        suspended: one.suspended && place % 2 === 0,
        // Groups of up to four siblings.
        group_id: groupId && place < 4 ? groupId : null,
        ...rated,
      };
    });
  });
  await world.pool.query(
    `INSERT INTO cards (user_id, folder_id, front, back, difficulty, review_count, created_at, updated_at, suspended, group_id,
      last_reviewed_at, last_review_date, next_review_at, next_review_date, stability, memory_difficulty)
    SELECT $1, folder_id, 'a', 'b', difficulty, review_count, created_at, created_at, suspended, group_id,
      last_review_date::timestamptz, last_review_date, next_review_at, next_review_date, stability, memory_difficulty
    FROM jsonb_to_recordset($2) AS card (folder_id bigint, difficulty text, review_count int, created_at timestamptz,
      suspended boolean, group_id uuid, last_review_date date, next_review_at timestamptz, next_review_date date,
      stability float8, memory_difficulty float8)`,
    [owner, JSON.stringify(rows)],
  );
}

async function setLearner(world: World, owner: number, { a, b, hardSinceForgotten, isFitted }: Life["calibration"]) {
  await world.pool.query(
    `UPDATE user_scheduling SET calibration_a = $2, calibration_b = $3, hard_since_forgotten = $4, weights = $5
    WHERE user_id = $1`,
    [owner, a, b, hardSinceForgotten, isFitted ? DEFAULT_WEIGHTS.map((weight) => weight * 0.95) : null],
  );
}

/** Rounds to eight decimals, as the scheduler does. */
function round(value: number): number {
  return Math.round(value * 1e8) / 1e8;
}
