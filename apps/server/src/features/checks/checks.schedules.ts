import { calibrateByLog } from "#features/imports/imports.calibration.ts";
import { foldLog } from "#features/memory/memory.service.ts";
import { findWrongSums } from "#features/progress/progress.service.ts";
import { countDueDates, findUndercountedDates } from "#features/schedule/schedule.load.ts";
import { calibrationColumnNames, divideState, NEW_SCHEDULE, toCalibration } from "#features/schedule/schedule.state.ts";
import { isCalibrationPointConsistent } from "#features/study/calibration/calibration.service.ts";
import type { LoggedState, StoredSchedule } from "#schema/schedule.ts";
import type { Check } from "./checks.difference.ts";
import {
  type CheckedCard,
  clearCalibrationPoint,
  selectCardsWithLog,
  selectLearnerRow,
  updateCalibration,
  updateSchedule,
} from "./checks.queries.ts";

const PAGE = 1_000;

type Memory = Pick<StoredSchedule, "stability" | "memoryDifficulty" | "easeFactor">;

const NAMES = Object.keys(NEW_SCHEDULE) as (keyof StoredSchedule)[];

/** Each card's schedule must be the state after its last review that was not undone, with its memory by the weights in force. */
export const checkSchedules: Check = async function* (db, owner) {
  const learner = await selectLearnerRow(db, owner);
  const memories = await foldMemories();
  let page = await selectCardsWithLog(db, owner, 0, PAGE);
  for (; page.length > 0; page = await selectCardsWithLog(db, owner, page.at(-1)?.id ?? 0, PAGE)) {
    for (const card of page) {
      const expected = deriveSchedule(card, learner?.foldedThrough ?? 0, memories);
      const found = toUnmovedSchedule(card);
      const wrong = expected === null ? [] : NAMES.filter((name) => !isSame(found[name], expected[name]));
      if (expected === null || wrong.length === 0 || isNewAgain(card)) continue;
      const what = wrong.map(
        (name) => `${name} is ${formatValue(found[name])}, the log says ${formatValue(expected[name])}`,
      );
      yield {
        what: `card ${card.id}: ${what.join("; ")}`,
        mend: async (db, noted) => {
          noted.changed("card", [card.id]);
          // The folder says whether it has studied cards.
          noted.changed("folder", [card.folderId]);
          await updateSchedule(db, owner, card.id, expected);
        },
      };
    }
  }

  async function foldMemories(): Promise<ReadonlyMap<number, Memory>> {
    if (!learner || learner.foldedThrough === null) return new Map();
    const folded = await foldLog(db, owner, learner.weights);
    return new Map(
      folded.cardIds.map((id, i) => [
        id,
        {
          stability: folded.stabilities[i] ?? null,
          memoryDifficulty: folded.difficulties[i] ?? null,
          easeFactor: folded.easeFactors[i] ?? NEW_SCHEDULE.easeFactor,
        },
      ]),
    );
  }
};

/**
 * Returns the schedule that the log determines. Null if it determines none: the due date of a card that was studied elsewhere is
 * that of the imported file, and a card that was never rated has no log.
 */
function deriveSchedule(
  { last, first, ...card }: CheckedCard,
  foldedThrough: number,
  memories: ReadonlyMap<number, Memory>,
): StoredSchedule | null {
  const source = last ?? first;
  if (source === null || source.imported) return null;
  const logged = toSchedule(source.state, card);
  // The memory in the log was computed with the weights of that time.
  return last !== null && last.id <= foldedThrough ? { ...logged, ...memories.get(card.id) } : logged;
}

/** Reverts the moves for exams, because the log does not include exams that were created or changed after a rating. */
const toUnmovedSchedule = ({ unmoved, ...card }: CheckedCard): StoredSchedule =>
  unmoved === null ? card : { ...card, ...unmoved, nextReviewAt: new Date(unmoved.nextReviewAt) };

/** Converts a logged state to a schedule. Log entries older than the column have no due date, so the card's own is used. */
function toSchedule(state: LoggedState, { nextReviewDate }: StoredSchedule): StoredSchedule {
  const { schedule } = divideState(state);
  const instant = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...schedule,
    lastReviewedAt: instant(state.lastReviewedAt),
    nextReviewAt: instant(state.nextReviewAt),
    nextReviewDate: state.nextReviewDate === undefined ? nextReviewDate : state.nextReviewDate,
  };
}

/** True for a card that was reset by its owner, which is not in the log. */
const isNewAgain = (card: StoredSchedule) => NAMES.every((name) => isSame(card[name], NEW_SCHEDULE[name]));

function isSame(a: StoredSchedule[keyof StoredSchedule], b: StoredSchedule[keyof StoredSchedule]): boolean {
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  if (typeof a === "number" && typeof b === "number") return isNearlyEqual(a, b);
  return a === b;
}

/** True for numbers that differ in their last digits at most, because machines round powers differently. */
const isNearlyEqual = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));

const formatValue = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value));

/** The calibration must follow from all reviews that were not undone. */
export const checkCalibration: Check = async function* (db, owner) {
  const stored = await selectLearnerRow(db, owner);
  if (!stored) return;
  const expected = await calibrateByLog(db, owner);
  const wrong = calibrationColumnNames.filter((name) => !isSame(stored[name], expected[name]));
  if (wrong.length === 0) return;
  const what = wrong.map(
    (name) => `${name} is ${formatValue(stored[name])}, the log says ${formatValue(expected[name])}`,
  );
  yield {
    what: `calibration: ${what.join("; ")}`,
    mend: async (db, noted) => {
      noted.preferencesChanged();
      await updateCalibration(db, owner, expected);
    },
  };
};

/** The stored checkpoint of the calibration must lead to the calibration, and the stored sums must match the log. */
export const checkSums: Check = async function* (db, owner) {
  const stored = await selectLearnerRow(db, owner);
  if (!stored) return;
  if (!(await isCalibrationPointConsistent(db, owner, toCalibration(stored)))) {
    yield {
      what: "calibration: what was kept of its fold leads to another one",
      mend: (db) => clearCalibrationPoint(db, owner),
    };
  }
  const { wrong, recomputeSums } = await findWrongSums(db, owner);
  if (wrong > 0) yield { what: `recall: ${wrong} of its sums are not what the log says`, mend: recomputeSums };
};

/** No date may have more due cards than its stored count, which may include cards that were deleted since the day began. */
export const checkLoad: Check = async function* (db, owner) {
  const stored = await selectLearnerRow(db, owner);
  const from = stored?.dueCountsFrom;
  if (!stored || !from) return;
  const dates = await findUndercountedDates(db, owner, stored);
  if (dates.length === 0) return;
  const first = dates.toSorted()[0];
  yield {
    what: `load: ${dates.length} dates from ${first} on are counted with too few cards`,
    mend: (db) => countDueDates(db, owner, from),
  };
};
