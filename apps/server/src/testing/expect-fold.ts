import type { LoggedMode } from "@repasa/contract/study.ts";
import { toDayNumber } from "@repasa/scheduler/days.ts";
import { fold, type LoggedReview } from "@repasa/scheduler/fold.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import { createModel, DEFAULT_WEIGHTS } from "@repasa/scheduler/memory.ts";
import { type CardSchedule, NEW_CARD, rate } from "@repasa/scheduler/schedule.ts";
import { isCertain } from "@repasa/study-queue/ratings.ts";
import type { Pool } from "pg";
import { expect } from "vitest";
import { toCalibration, toCardSchedule } from "#features/schedule/schedule.state.ts";
import type { LoggedState } from "#schema/schedule.ts";
import { NEW_STUDENT } from "#testing/new-student.ts";

type StoredCard = {
  id: number;
  stability: number | null;
  memory_difficulty: number | null;
  interval: number;
  ease_factor: number;
  review_count: number;
  difficulty: string;
  last_review_date: string | null;
  next_review_at: Date | null;
  next_review_date: string | null;
};
type LogRow = {
  card_id: number;
  grade: LoggedReview["grade"];
  local_date: string;
  state_before: LoggedState;
  state_after: { interval: number; nextReviewAt: string; nextReviewDate: string };
  mode: LoggedMode;
  undone_at: Date | null;
  practice: boolean;
  due_before: Date | null;
  import_id: string | null;
};

/**
 * Compares the stored cards and the stored calibration with those that the scheduler computes from the log with the user's present
 * weights. Undoing a review removes it from the memory of its card and from the calibration. It does not change the intervals that
 * other cards were given meanwhile by the calibration of that time, nor do new weights: intervals are compared with the log.
 *
 * @param resetCards The ids of cards that were reset since their last rating: they are new, whatever the log contains.
 */
export async function expectFold(pool: Pool, userId: number, resetCards: readonly number[] = []): Promise<void> {
  const { rows: log } = await pool.query<LogRow>("SELECT * FROM reviews WHERE user_id = $1 ORDER BY id", [userId]);
  const { rows: learners } = await pool.query(
    `SELECT calibration_a, calibration_b, hard_since_forgotten, recalled_count, hard_recalled_count, recalled_in_a_row, weights, folded_through
    FROM user_scheduling WHERE user_id = $1`,
    [userId],
  );
  const { weights, folded_through: foldedThrough, ...stored } = learners[0];
  // Practice of a card without a due date took place in another program, outside of the schedule, and changed nothing.
  const effective = log.filter((row) => row.undone_at === null && !(row.practice && row.due_before === null));
  // A chosen answer changes the due date at most.
  const standing = effective.filter(({ mode }) => mode !== "choose");
  const { initialStates, lifeOf } = divideIntoLives(standing);
  const { cards, calibration } = fold(
    standing.map((row) => ({ ...toLogged(row), cardId: lifeOf(row) })),
    { ...NEW_STUDENT, model: createModel(weights ?? DEFAULT_WEIGHTS) },
    initialStates,
  );
  expect(stored).toEqual({
    calibration_a: calibration.a,
    calibration_b: calibration.b,
    hard_since_forgotten: calibration.hardSinceForgotten,
    recalled_count: calibration.recalledCount,
    hard_recalled_count: calibration.hardRecalledCount,
    recalled_in_a_row: calibration.recalledInARow,
  });

  const { rows } = await pool.query<StoredCard>("SELECT * FROM cards WHERE user_id = $1", [userId]);
  const expected = rows.map(({ id }) => {
    const review = resetCards.includes(id) ? undefined : standing.findLast((review) => review.card_id === id);
    const folded = (review && cards.get(lifeOf(review))) ?? NEW_CARD;
    const last = review && effective.findLast(({ card_id }) => card_id === id)?.state_after;
    return {
      id,
      stability: folded.memory?.stability ?? null,
      memoryDifficulty: folded.memory?.difficulty ?? null,
      easeFactor: folded.easeFactor,
      reviewCount: folded.reviewCount,
      difficulty: folded.difficulty,
      lastReview: folded.lastReviewDay,
      interval: last?.interval ?? NEW_CARD.interval,
      nextReviewAt: last?.nextReviewAt,
      nextReviewDate: last?.nextReviewDate ?? null,
    };
  });
  expect(
    rows.map((row) => ({
      id: row.id,
      stability: row.stability,
      memoryDifficulty: row.memory_difficulty,
      easeFactor: row.ease_factor,
      reviewCount: row.review_count,
      difficulty: row.difficulty,
      lastReview: row.last_review_date === null ? null : toDayNumber(row.last_review_date),
      interval: row.interval,
      nextReviewAt: row.next_review_at?.toISOString(),
      nextReviewDate: row.next_review_date,
    })),
  ).toEqual(expected);
  for (const row of rows) {
    expect(row.next_review_date).toBe(row.last_review_date && addDays(row.last_review_date, row.interval));
  }
  // If nothing was undone or folded again, the logged intervals are those of the scheduler, except that balancing the days may
  // have moved them, and that imported cards keep the due dates of their file.
  const recalled = log.filter(({ mode }) => mode !== "choose");
  if (standing.length === recalled.length && foldedThrough === null) {
    for (const review of recalled.filter((row) => row.import_id === null)) {
      const plain = intervalWithoutPlan(review);
      const moved = Math.abs(review.state_after.interval - plain);
      expect(moved).toBeLessThanOrEqual(plain < 7 ? 0 : 1 + plain / 6);
    }
  }
}

function toLogged({ card_id: cardId, grade, mode, local_date: date }: LogRow): LoggedReview {
  return { cardId, grade, isCertain: isCertain(mode), day: toDayNumber(date) };
}

/** Divides the log into lives: the reviews of a card since it was new, or since the state with which it was imported. */
function divideIntoLives(standing: readonly LogRow[]) {
  const initialStates = new Map<number, CardSchedule>();
  const lives = new Map<LogRow, number>();
  const present = new Map<number, number>();
  for (const row of standing) {
    const isNew = row.state_before.stability === null;
    const known = isNew ? undefined : present.get(row.card_id);
    const life = known ?? lives.size;
    if (known === undefined && !isNew) initialStates.set(life, stateOf(row.state_before));
    present.set(row.card_id, life);
    lives.set(row, life);
  }
  return { initialStates, lifeOf: (row: LogRow) => lives.get(row) as number };
}

const stateOf = (state: LoggedState) => toCardSchedule({ ...state, lastReviewedAt: null, nextReviewAt: null });

function intervalWithoutPlan({ state_before: before, grade, local_date: date }: LogRow): number {
  const learner = { ...NEW_STUDENT, calibration: toCalibration(before) };
  return rate(stateOf(before), grade, toDayNumber(date), learner).card.interval;
}
