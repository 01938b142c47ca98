import type { Day } from "#days.ts";
import type { LoggedReview } from "#fold.ts";
import type { Weights } from "#memory.ts";
import { createSlopedMemory, createSlopedModel, type SlopedRecall, WEIGHT_COUNT } from "#memory-slopes.ts";
import type { Loss } from "#minimum.ts";
import type { Grade } from "#rating.ts";

/**
 * A log in columns, which is read many times while weights are fitted to it. It has one row per review, and the reviews
 * of a card are next to each other.
 *
 * - `cardEnds`: the row after the last one of each card.
 * - `grades`: 1 Again to 4 Easy, 0 for a rating that may be an Again or a Hard.
 * - `elapsedDays`: whole days since the card's previous review, 0 on its first.
 * - `places`: the chronological index of each teaching review among the teaching reviews, from 0; -1 for the others.
 * - `teaching`: the number of teaching reviews.
 */
export type TrainingLog = {
  readonly cardEnds: Int32Array;
  readonly grades: Uint8Array;
  readonly elapsedDays: Int32Array;
  readonly places: Int32Array;
  readonly teaching: number;
};

type Row = { readonly grade: number; readonly elapsedDays: number; readonly place: number };

/**
 * Converts a log to the form that weights are fitted to.
 *
 * @param reviews The log in chronological order, without undone reviews.
 */
export function createTrainingLog(reviews: readonly LoggedReview[]): TrainingLog {
  const { places, teaching } = indexTeachingReviews(reviews);
  const cards = new Map<number, { day: Day; rows: Row[] }>();
  for (const [i, { cardId, grade, day }] of reviews.entries()) {
    const card = cards.get(cardId) ?? { day, rows: [] };
    card.rows.push({ grade: grade ?? 0, elapsedDays: Math.max(0, day - card.day), place: places[i] as number });
    card.day = day;
    cards.set(cardId, card);
  }
  const rows = [...cards.values()].flatMap((card) => card.rows);
  let end = 0;
  return {
    cardEnds: Int32Array.from(cards.values(), (card) => {
      end += card.rows.length;
      return end;
    }),
    grades: Uint8Array.from(rows, ({ grade }) => grade),
    elapsedDays: Int32Array.from(rows, ({ elapsedDays }) => elapsedDays),
    places: Int32Array.from(rows, ({ place }) => place),
    teaching,
  };
}

/**
 * Finds the reviews that teach: those at least one day after the card's previous review whose answers are certain, or from
 * periods in which every answer shows whether the card was recalled. Such a period starts with a card that was reported as not
 * recalled and ends with an answer that may be an Again or a Hard. The recalled answers of other periods would teach that nothing
 * is ever forgotten.
 *
 * @param reviews The log in chronological order, without undone reviews.
 * @returns For each review its index among those that teach, from 0, or -1; and the number of those that teach.
 */
export function indexTeachingReviews(reviews: readonly LoggedReview[]): { places: Int32Array; teaching: number } {
  const places = new Int32Array(reviews.length).fill(-1);
  const lastDays = new Map<number, Day>();
  let known = false;
  let teaching = 0;
  for (const [i, { cardId, grade, isCertain = false, day }] of reviews.entries()) {
    if (grade === null) known = false;
    const shows = known || (isCertain && grade !== null);
    if (shows && day > (lastDays.get(cardId) ?? day)) places[i] = teaching++;
    if (grade === 1 && !isCertain) known = true;
    lastDays.set(cardId, day);
  }
  return { places, teaching };
}

// A single unexpected answer should not change all weights.
const RECALL_BOUNDS = { min: 0.0001, max: 0.9999 } as const;

/**
 * Computes the error with which weights predict the teaching reviews: the sum of the log losses (natural logarithm), with
 * its derivatives by the weights and the Gauss-Newton approximation of the second derivatives. The derivatives by the
 * first four weights, which are stabilities, are those by their logarithms.
 *
 * @param weights Weights within the bounds of FSRS-6.
 * @param oldest The number of teaching reviews that count; newer ones do not.
 */
export function computeLoss(log: TrainingLog, weights: Weights, oldest: number): Loss {
  const model = createSlopedModel(weights);
  const memory = createSlopedMemory();
  const recalled: SlopedRecall = { recall: 1, byStability: 0, byDecay: 0 };
  const sum = { loss: 0, slopes: new Float64Array(WEIGHT_COUNT), curvature: new Float64Array(WEIGHT_COUNT ** 2) };
  const recallSlopes = new Float64Array(WEIGHT_COUNT);
  let row = 0;
  for (const end of log.cardEnds) {
    model.begin(memory, readGrade(log, row));
    for (row++; row < end; row++) {
      const elapsedDays = log.elapsedDays[row] as number;
      const grade = readGrade(log, row);
      const place = log.places[row] as number;
      if (elapsedDays > 0) model.recallAfter(memory, elapsedDays, recalled);
      if (place >= 0 && place < oldest) {
        computeRecallSlopes(memory.stabilitySlopes, recalled, recallSlopes);
        addReview(sum, recalled.recall, grade !== 1, recallSlopes);
      }
      model.step(memory, elapsedDays, grade, recalled);
    }
  }
  return sum;
}

function readGrade({ grades }: TrainingLog, row: number): Grade | null {
  return (grades[row] || null) as Grade | null;
}

function computeRecallSlopes(
  ofStability: Float64Array,
  { byStability, byDecay }: SlopedRecall,
  into: Float64Array,
): void {
  for (let i = 0; i < WEIGHT_COUNT; i++) into[i] = byStability * (ofStability[i] as number);
  into[WEIGHT_COUNT - 1] = (into[WEIGHT_COUNT - 1] as number) + byDecay;
}

type Sum = { loss: number; readonly slopes: Float64Array; readonly curvature: Float64Array };

function addReview(sum: Sum, recall: number, recalled: boolean, recallSlopes: Float64Array): void {
  const expected = Math.min(RECALL_BOUNDS.max, Math.max(RECALL_BOUNDS.min, recall));
  sum.loss -= Math.log(recalled ? expected : 1 - expected);
  const certainty = 1 / (expected * (1 - expected));
  const surprise = certainty * (expected - (recalled ? 1 : 0));
  const { slopes, curvature } = sum;
  for (let i = 0; i < WEIGHT_COUNT; i++) {
    const slope = recallSlopes[i] as number;
    if (slope === 0) continue;
    slopes[i] = (slopes[i] as number) + surprise * slope;
    const curved = certainty * slope;
    const row = i * WEIGHT_COUNT;
    for (let j = 0; j <= i; j++) {
      curvature[row + j] = (curvature[row + j] as number) + curved * (recallSlopes[j] as number);
    }
  }
}
