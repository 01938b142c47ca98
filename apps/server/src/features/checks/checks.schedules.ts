import { calibrateByLog } from "#features/imports/imports.calibration.ts";
import { foldLog } from "#features/memory/memory.service.ts";
import { wrongSums } from "#features/progress/progress.service.ts";
import { countDueDates, findUndercountedDates } from "#features/schedule/schedule.load.ts";
import { NEW_SCHEDULE } from "#features/schedule/schedule.state.ts";
import { leadsTo } from "#features/study/calibration/calibration.service.ts";
import type { LoggedState, StoredSchedule } from "#schema/schedule.ts";
import type { Check } from "./checks.difference.ts";
import {
  type CheckedCard,
  forgetCalibrated,
  selectCardsWithLog,
  selectLearnerRow,
  updateCalibration,
  updateSchedule,
} from "./checks.queries.ts";

const PAGE = 1_000;

type Memory = Pick<StoredSchedule, "stability" | "memoryDifficulty" | "easeFactor">;

const NAMES = Object.keys(NEW_SCHEDULE) as (keyof StoredSchedule)[];

/** Each card's schedule is what its last review that stands has left, with its memory by the weights in force. */
export const checkSchedules: Check = async function* (db, owner) {
  const learner = await selectLearnerRow(db, owner);
  const memories = await foldedMemories();
  let page = await selectCardsWithLog(db, owner, 0, PAGE);
  for (; page.length > 0; page = await selectCardsWithLog(db, owner, page.at(-1)?.id ?? 0, PAGE)) {
    for (const card of page) {
      const expected = expectedSchedule(card, learner?.foldedThrough ?? 0, memories);
      const found = unmoved(card);
      const wrong = expected === null ? [] : NAMES.filter((name) => !isSame(found[name], expected[name]));
      if (expected === null || wrong.length === 0 || isNewAgain(card)) continue;
      const what = wrong.map((name) => `${name} is ${shown(found[name])}, the log says ${shown(expected[name])}`);
      yield {
        what: `card ${card.id}: ${what.join("; ")}`,
        mend: (db) => updateSchedule(db, owner, card.id, expected),
      };
    }
  }

  async function foldedMemories(): Promise<ReadonlyMap<number, Memory>> {
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
 * Null where the log does not tell: of what was studied elsewhere a file says when it comes back, and of a card that was
 * never rated there is no log.
 */
function expectedSchedule(
  { last, first, ...card }: CheckedCard,
  foldedThrough: number,
  memories: ReadonlyMap<number, Memory>,
): StoredSchedule | null {
  const source = last ?? first;
  if (source === null || source.imported) return null;
  const logged = scheduleIn(source.state, card);
  // The memory in the log is by the weights of then.
  return last !== null && last.id <= foldedThrough ? { ...logged, ...memories.get(card.id) } : logged;
}

/** The log knows nothing of exams that were made or changed after a rating. */
const unmoved = ({ unmoved, ...card }: CheckedCard): StoredSchedule =>
  unmoved === null ? card : { ...card, ...unmoved, nextReviewAt: new Date(unmoved.nextReviewAt) };

/** Entries from before cards kept the date on which they fall due have none: it stays. */
function scheduleIn(state: LoggedState, { nextReviewDate }: StoredSchedule): StoredSchedule {
  const { calibrationA: _a, calibrationB: _b, hardSinceForgotten: _c, ...schedule } = state;
  const instant = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...schedule,
    lastReviewedAt: instant(state.lastReviewedAt),
    nextReviewAt: instant(state.nextReviewAt),
    nextReviewDate: state.nextReviewDate === undefined ? nextReviewDate : state.nextReviewDate,
  };
}

/** Made new again by its owner, of which the log says nothing. */
const isNewAgain = (card: StoredSchedule) => NAMES.every((name) => isSame(card[name], NEW_SCHEDULE[name]));

function isSame(a: StoredSchedule[keyof StoredSchedule], b: StoredSchedule[keyof StoredSchedule]): boolean {
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  if (typeof a === "number" && typeof b === "number") return isNear(a, b);
  return a === b;
}

/** Another machine may round the last digits of a power otherwise. */
const isNear = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));

const shown = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value));

/** The calibration is what all reviews that stand have made of it. */
export const checkCalibration: Check = async function* (db, owner) {
  const stored = await selectLearnerRow(db, owner);
  if (!stored) return;
  const expected = await calibrateByLog(db, owner);
  const names = ["calibrationA", "calibrationB", "hardSinceForgotten"] as const;
  const wrong = names.filter((name) => !isSame(stored[name], expected[name]));
  if (wrong.length === 0) return;
  const what = wrong.map((name) => `${name} is ${shown(stored[name])}, the log says ${shown(expected[name])}`);
  yield { what: `calibration: ${what.join("; ")}`, mend: (db) => updateCalibration(db, owner, expected) };
};

/** What was kept of the calibration's fold leads to the calibration, and days that were summed are what the log says. */
export const checkSums: Check = async function* (db, owner) {
  const stored = await selectLearnerRow(db, owner);
  if (!stored) return;
  if (!(await leadsTo(db, owner, { a: stored.calibrationA, b: stored.calibrationB }))) {
    yield {
      what: "calibration: what was kept of its fold leads to another one",
      mend: (db) => forgetCalibrated(db, owner),
    };
  }
  const { wrong, sumAnew } = await wrongSums(db, owner);
  if (wrong > 0) yield { what: `recall: ${wrong} of its sums are not what the log says`, mend: sumAnew };
};

/** No date has more cards than are counted on it. Those that were deleted since the day began still are. */
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
