import type { Day } from "#days.ts";
import type { LoggedReview } from "#fold.ts";
import type { Weights } from "#memory.ts";
import { type SlopedRecall, slopedMemory, slopedModel, WEIGHT_COUNT } from "#memory-slopes.ts";
import type { Grade } from "#rating.ts";

/**
 * A log in columns, one row per review, with the reviews of each card together: it is read many times while weights are
 * fitted to it.
 *
 * - `cardEnds`: the row after the last one of each card.
 * - `grades`: 1 Again to 4 Easy, 0 for what may be an Again or a Hard.
 * - `elapsedDays`: whole days since the card's previous review, 0 on its first.
 * - `places`: the place of each teaching review among those that teach, from 0; -1 for the others.
 * - `teaching`: how many reviews teach.
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
 * Brings a log into the form that weights are fitted on.
 *
 * @param reviews The log in the order it happened, undone reviews left out.
 */
export function trainingLog(reviews: readonly LoggedReview[]): TrainingLog {
  const { places, teaching } = teachingPlaces(reviews);
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
 * Which reviews teach: those at least one day after the card's previous review, from periods in which every answer
 * tells whether the card was recalled. Such a period begins with an answer not recalled and ends with a Difícil that
 * leaves it open. The recalled answers of other periods would teach that nothing is ever forgotten.
 *
 * @param reviews The log in the order it happened, undone reviews left out.
 * @returns For each review its place among those that teach, from 0, or -1; and how many teach.
 */
export function teachingPlaces(reviews: readonly LoggedReview[]): { places: Int32Array; teaching: number } {
  const places = new Int32Array(reviews.length).fill(-1);
  const lastDays = new Map<number, Day>();
  let known = false;
  let teaching = 0;
  for (const [i, { cardId, grade, day }] of reviews.entries()) {
    if (grade === null) known = false;
    if (known && day > (lastDays.get(cardId) ?? day)) places[i] = teaching++;
    if (grade === 1) known = true;
    lastDays.set(cardId, day);
  }
  return { places, teaching };
}

/**
 * How badly weights predict what a log teaches: the sum of the log losses (natural logarithm), with its derivatives by
 * the weights and the Gauss-Newton approximation of the second ones (row by row, lower half only). The first four
 * weights, which are stabilities, count as their logarithms.
 */
export type Misfit = { readonly loss: number; readonly slopes: Float64Array; readonly curvature: Float64Array };

// A single unexpected answer should not bend all weights.
const RECALL_BOUNDS = { min: 0.0001, max: 0.9999 } as const;

/**
 * @param weights Within the bounds of FSRS-6.
 * @param oldest How many of the teaching reviews count; the newer ones do not.
 */
export function misfit(log: TrainingLog, weights: Weights, oldest: number): Misfit {
  const model = slopedModel(weights);
  const memory = slopedMemory();
  const recalled: SlopedRecall = { recall: 1, byStability: 0, byDecay: 0 };
  const sum = { loss: 0, slopes: new Float64Array(WEIGHT_COUNT), curvature: new Float64Array(WEIGHT_COUNT ** 2) };
  const recallSlopes = new Float64Array(WEIGHT_COUNT);
  let row = 0;
  for (const end of log.cardEnds) {
    model.begin(memory, gradeAt(log, row));
    for (row++; row < end; row++) {
      const elapsedDays = log.elapsedDays[row] as number;
      const grade = gradeAt(log, row);
      const place = log.places[row] as number;
      if (elapsedDays > 0) model.recallAfter(memory, elapsedDays, recalled);
      if (place >= 0 && place < oldest) {
        slopesOfRecall(memory.stabilitySlopes, recalled, recallSlopes);
        addReview(sum, recalled.recall, grade !== 1, recallSlopes);
      }
      model.step(memory, elapsedDays, grade, recalled);
    }
  }
  return sum;
}

function gradeAt({ grades }: TrainingLog, row: number): Grade | null {
  return (grades[row] || null) as Grade | null;
}

function slopesOfRecall(ofStability: Float64Array, { byStability, byDecay }: SlopedRecall, into: Float64Array): void {
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
