import { randomUUID } from "node:crypto";
import { IDENTITY_CALIBRATION } from "@repasa/scheduler/calibration.ts";
import { toDayNumber, toLocalDate } from "@repasa/scheduler/days.ts";
import type { LoggedReview } from "@repasa/scheduler/fold.ts";
import { rate } from "@repasa/scheduler/schedule.ts";
import type { Pool } from "pg";
import {
  applyState,
  NEW_SCHEDULE,
  toCalibrationColumns,
  toCardSchedule,
  toLoggedState,
  toStateAfterRating,
} from "#features/schedule/schedule.state.ts";
import { type Moment, momentAt } from "#platform/time/local-days.ts";
import type { StoredSchedule } from "#schema/schedule.ts";
import { NEW_STUDENT } from "#testing/new-student.ts";

const DAY_MS = 86_400_000;
const NINE_O_CLOCK_MS = 9 * 3_600_000;
const UTC = { timeZone: "UTC", dayStartHour: 4 };
/** Limits a statement's duration: on a busy machine more reviews would exceed the statement timeout. */
const REVIEWS_A_STATEMENT = 2_000;

/** Writes a log into an empty account, as if each review had been given at nine in the morning, UTC. */
export async function writeLog(pool: Pool, userId: number, reviews: readonly LoggedReview[]): Promise<void> {
  const { rows } = await pool.query<{ id: number }>({
    text: `WITH folder AS (
      INSERT INTO folders (user_id, name, created_at, updated_at)
      VALUES ($1, 'Historia', '2020-01-01Z', '2020-01-01Z') RETURNING id
    )
    INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
    SELECT $1, id, 'a', 'b', '2020-01-01Z', '2020-01-01Z' FROM folder, generate_series(1, $2) RETURNING id`,
    values: [userId, 1 + Math.max(...reviews.map(({ cardId }) => cardId))],
  });
  const idOf = (cardId: number) => (rows[cardId] as { id: number }).id;
  const cards = new Map<number, StoredSchedule>();
  let { calibration } = NEW_STUDENT;
  const log = reviews.map(({ cardId, grade, isCertain = false, day }) => {
    const id = idOf(cardId);
    const before = cards.get(id) ?? NEW_SCHEDULE;
    const moment: Moment = momentAt(new Date(day * DAY_MS + NINE_O_CLOCK_MS), UTC);
    const schedule = toCardSchedule(before);
    const outcome = rate(schedule, { grade, isCertain }, toDayNumber(moment.today), { ...NEW_STUDENT, calibration });
    const stateAfter = toStateAfterRating(before, schedule.dueDay, outcome, moment);
    const stateBefore = toLoggedState(before, calibration);
    cards.set(id, applyState(before, stateAfter));
    calibration = outcome.calibration;
    const { scored, retrievability, practice } = outcome.entry;
    return {
      reviewId: randomUUID(),
      id,
      grade,
      practice,
      stateBefore,
      stateAfter,
      date: toLocalDate(day),
      mode: isCertain ? "type" : "flip",
      difficulty: outcome.card.difficulty,
      retrievability: scored ? retrievability : null,
      at: moment.now,
    };
  });
  for (let from = 0; from < log.length; from += REVIEWS_A_STATEMENT) {
    await insertLog(pool, userId, log.slice(from, from + REVIEWS_A_STATEMENT));
  }
  await insertStates(pool, userId, cards);
  const columns = toCalibrationColumns(reviews.length === 0 ? IDENTITY_CALIBRATION : calibration);
  await pool.query(
    `INSERT INTO user_scheduling (user_id, calibration_a, calibration_b, hard_since_forgotten, recalled_count,
      hard_recalled_count, recalled_in_a_row, version)
    SELECT $1, "calibrationA", "calibrationB", "hardSinceForgotten", "recalledCount", "hardRecalledCount", "recalledInARow", $3
    FROM jsonb_to_record($2) AS (
      "calibrationA" float8, "calibrationB" float8, "hardSinceForgotten" integer, "recalledCount" float8,
      "hardRecalledCount" float8, "recalledInARow" integer)`,
    [userId, columns, reviews.length],
  );
}

async function insertLog(pool: Pool, userId: number, log: readonly object[]): Promise<void> {
  await pool.query(
    `INSERT INTO reviews (user_id, review_id, card_id, folder_id, difficulty, grade, reviewed_at, time_zone, local_date,
      due_before, practice, retrievability, state_before, state_after, mode)
    SELECT $1, "reviewId", log.id, folder_id, log.difficulty, grade, at, 'UTC', date,
      ("stateBefore"->>'nextReviewAt')::timestamptz, practice, retrievability, "stateBefore", "stateAfter", mode
    FROM ROWS FROM (jsonb_to_recordset($2) AS ("reviewId" uuid, id bigint, difficulty text, grade smallint, at timestamptz,
      date date, practice boolean, retrievability float8, "stateBefore" jsonb, "stateAfter" jsonb, mode text)) WITH ORDINALITY AS log
    JOIN cards ON cards.user_id = $1 AND cards.id = log.id ORDER BY log.ordinality`,
    [userId, JSON.stringify(log)],
  );
}

async function insertStates(pool: Pool, userId: number, cards: ReadonlyMap<number, StoredSchedule>): Promise<void> {
  await pool.query(
    `UPDATE cards SET difficulty = state.difficulty, review_count = "reviewCount", last_reviewed_at = "lastReviewedAt",
      last_review_date = "lastReviewDate", next_review_at = "nextReviewAt",
      next_review_date = "nextReviewDate", interval = state.interval,
      ease_factor = "easeFactor", stability = state.stability, memory_difficulty = "memoryDifficulty"
    FROM jsonb_to_recordset($2) AS state (id bigint, difficulty text, "reviewCount" integer, "lastReviewedAt" timestamptz,
      "lastReviewDate" date, "nextReviewAt" timestamptz, "nextReviewDate" date, interval integer, "easeFactor" integer, stability float8,
      "memoryDifficulty" float8)
    WHERE cards.user_id = $1 AND cards.id = state.id`,
    [userId, JSON.stringify([...cards].map(([id, state]) => ({ id, ...state })))],
  );
}
