import type { Day } from "#days.ts";
import type { LoggedReview } from "#fold.ts";
import { type SlopedRecall, slopedMemory, slopedModel, WEIGHT_COUNT } from "#memory-slopes.ts";
import type { Weights } from "#memory.ts";
import type { Grade } from "#rating.ts";

/**
 * A log as columns, one row a review, the reviews of a card one after the other: read many times while weights are
 * fitted to it.
 *
 * - `cardEnds`: the row after the last one of each card.
 * - `grades`: 1 Again to 4 Easy, {@link UNKNOWN_GRADE} for what may be an Again or a Hard.
 * - `elapsedDays`: since the card's review before.
 * - `places`: for a review that teaches, how many such reviews came before it in the whole log; otherwise -1.
 * - `teaching`: how many teach: those at least one day after the card's review before, from a time when it is known of
 *   every answer whether the card was recalled.
 */
export type TrainingLog = {
  readonly cardEnds: Int32Array;
  readonly grades: Uint8Array;
  readonly elapsedDays: Int32Array;
  readonly places: Int32Array;
  readonly teaching: number;
};

const UNKNOWN_GRADE = 0;

/**
 * Brings a log into the form that weights are fitted on.
 *
 * Whether a card was recalled is known of all answers from the first one not recalled on, until a Difícil comes of which
 * it is not: the recalled answers of other times would teach that nothing is ever forgotten.
 *
 * @param reviews The log in the order it happened, undone reviews left out.
 */
export function trainingLog(reviews: Iterable<LoggedReview>): TrainingLog {
  const cards = new Map<number, { day: Day; rows: { grade: number; elapsedDays: number; place: number }[] }>();
  let known = false;
  let teaching = 0;
  for (const { cardId, grade, day } of reviews) {
    const card = cards.get(cardId);
    const elapsedDays = card === undefined ? 0 : Math.max(0, day - card.day);
    known = grade === null ? false : known || grade <= 2;
    const place = known && elapsedDays > 0 ? teaching++ : -1;
    const row = { grade: grade ?? UNKNOWN_GRADE, elapsedDays, place };
    if (card === undefined) cards.set(cardId, { day, rows: [row] });
    else {
      card.day = day;
      card.rows.push(row);
    }
  }
  const rows = [...cards.values()].flatMap((card) => card.rows);
  let end = 0;
  return {
    cardEnds: Int32Array.from(cards.values(), (card) => (end += card.rows.length)),
    grades: Uint8Array.from(rows, ({ grade }) => grade),
    elapsedDays: Int32Array.from(rows, (row) => row.elapsedDays),
    places: Int32Array.from(rows, ({ place }) => place),
    teaching,
  };
}

/**
 * How well weights foretell the teaching reviews of a log: `loss` is the sum of their log losses (natural logarithm), each
 * times what it counts. `slopes` are its derivatives by the weights, `curvature` the Gauss-Newton approximation of its
 * second ones (row by row, lower half only). The first four weights, which are stabilities, count as their logarithms.
 */
export type Misfit = { readonly loss: number; readonly slopes: Float64Array; readonly curvature: Float64Array };

const RECALL_BOUNDS = { min: 0.0001, max: 0.9999 } as const; // of one answer that nothing foretold, weights should not be bent

/**
 * @param weights Within the bounds of FSRS-6.
 * @param counts What a teaching review counts, by its place in the log; 0 leaves it out.
 */
export function misfit(log: TrainingLog, weights: Weights, counts: Float64Array): Misfit {
  const model = slopedModel(weights);
  const memory = slopedMemory();
  const recalled: SlopedRecall = { recall: 1, byStability: 0, byDecay: 0 };
  const result = { loss: 0, slopes: new Float64Array(WEIGHT_COUNT), curvature: new Float64Array(WEIGHT_COUNT ** 2) };
  const ofRecall = new Float64Array(WEIGHT_COUNT);
  let row = 0;
  for (const end of log.cardEnds) {
    model.begin(memory, gradeIn(log, row++));
    for (; row < end; row++) {
      const elapsedDays = log.elapsedDays[row] as number;
      const grade = gradeIn(log, row);
      if (elapsedDays > 0) model.recallAfter(memory, elapsedDays, recalled);
      const place = log.places[row] as number;
      const count = place < 0 ? 0 : (counts[place] as number);
      if (count > 0) {
        for (let i = 0; i < WEIGHT_COUNT; i++) {
          ofRecall[i] = recalled.byStability * (memory.stabilitySlopes[i] as number);
        }
        ofRecall[20] = (ofRecall[20] as number) + recalled.byDecay;
        learn(result, recalled.recall, grade !== 1, count, ofRecall);
      }
      model.step(memory, elapsedDays, grade, recalled);
    }
  }
  return result;
}

function gradeIn(log: TrainingLog, row: number): Grade | null {
  const grade = log.grades[row] as Grade | typeof UNKNOWN_GRADE;
  return grade === UNKNOWN_GRADE ? null : grade;
}

type MisfitSoFar = { loss: number; slopes: Float64Array; curvature: Float64Array };

function learn(so: MisfitSoFar, recall: number, recalled: boolean, count: number, ofRecall: Float64Array): void {
  const expected = Math.min(RECALL_BOUNDS.max, Math.max(RECALL_BOUNDS.min, recall));
  so.loss -= count * Math.log(recalled ? expected : 1 - expected);
  const certainty = count / (expected * (1 - expected));
  const surprise = certainty * (expected - (recalled ? 1 : 0));
  const { slopes, curvature } = so;
  for (let i = 0, at = 0; i < WEIGHT_COUNT; i++, at = i * WEIGHT_COUNT) {
    const slope = ofRecall[i] as number;
    if (slope === 0) continue;
    slopes[i] = (slopes[i] as number) + surprise * slope;
    const curved = certainty * slope;
    for (let j = 0; j <= i; j++, at++) curvature[at] = (curvature[at] as number) + curved * (ofRecall[j] as number);
  }
}
