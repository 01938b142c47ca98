import type { Calibration } from "@repasa/scheduler/calibration.ts";
import { dayOf } from "@repasa/scheduler/days.ts";
import type { Learner } from "@repasa/scheduler/learner.ts";
import { localDateOf } from "@repasa/scheduler/local-dates.ts";
import { NEW_CARD, rateAs } from "@repasa/scheduler/schedule.ts";
import {
  addDueDate,
  applyState,
  NEW_SCHEDULE,
  toCardSchedule,
  toLoggedState,
  toStateAfterRating,
} from "#features/schedule/schedule.state.ts";
import type { Moment } from "#platform/time/local-days.ts";
import type { LoggedState, ReviewRow, StoredSchedule } from "#schema/schedule.ts";
import { ANSWERS, type PendingDays } from "../history/history.fold.ts";
import type { CollectedReview } from "../history/history.log.ts";

/** A card of the account for which a file has reviews. */
export type MergedCard = StoredSchedule & { id: number; folderId: number; updatedAt: Date };

/** A review to be applied: a row of the log, or a review from the file. */
type Step = {
  readonly cardId: number;
  /** The instant in milliseconds since 1970, never before that of the card's previous step. */
  readonly at: number;
  /** True if the card was new again before this step. */
  readonly begins: boolean;
  readonly logged: ReviewRow | null;
  readonly coming: (CollectedReview & { readonly folderId: number; readonly localDate: string }) | null;
};

/** The plan for one card's log: the steps to apply, in order of time, and the state that they start from. */
export type MergedLog = {
  readonly start: StoredSchedule;
  readonly steps: readonly Step[];
  /** True if the last step determines the card's schedule; false if its owner has made it new again. */
  readonly leadsToCard: boolean;
};

/**
 * Merges reviews into a card's log.
 *
 * For a card that was made new again, only reviews after its last change here move its schedule. Earlier reviews are practice
 * that moves nothing, and so are reviews before the state with which a card was imported without a log.
 *
 * @param log The card's log in the order in which it was applied.
 * @param reviews The reviews from the file, oldest first.
 */
export function mergeLog(
  card: MergedCard,
  log: readonly ReviewRow[],
  reviews: readonly CollectedReview[],
  learner: Learner,
  moment: Moment,
): MergedLog {
  const isReset = card.nextReviewDate === null && log.some(stands);
  const countsFrom = isReset ? card.updatedAt.getTime() : Number.NEGATIVE_INFINITY;
  const begunOn = dateBefore(card, log);
  let hasBegun = !isReset;
  const coming = reviews.map((review): Step => {
    const localDate = localDateOf(new Date(review.at), moment);
    const practice = review.practice || review.at <= countsFrom || (begunOn !== null && localDate <= begunOn);
    const begins = !practice && !hasBegun;
    if (begins) hasBegun = true;
    const one = { ...review, practice, folderId: card.folderId, localDate };
    return { cardId: card.id, at: review.at, begins, logged: null, coming: one };
  });
  const first = coming.find((step) => step.coming?.practice === false)?.at ?? Number.POSITIVE_INFINITY;
  const logged = stepsOf(log);
  const from = logged.findIndex(({ at }) => at > first);
  const later = from < 0 ? [] : logged.slice(from);
  return {
    start: later.length === 0 ? card : stateAfterLog(log.slice(0, from), log[from] as ReviewRow, learner),
    steps: [...later, ...coming].sort((a, b) => a.at - b.at),
    leadsToCard: hasBegun,
  };
}

/** Returns the ids of the log's reviews that are applied anew. */
export function collectReappliedIds(logs: Iterable<MergedLog>): number[] {
  return [...logs].flatMap(({ steps }) => steps.flatMap(({ logged }) => logged?.id ?? []));
}

function stepsOf(log: readonly ReviewRow[]): Step[] {
  let at = Number.NEGATIVE_INFINITY;
  let hasStudied = false;
  return log.map((logged) => {
    // A clock may have been set back between two reviews; the order of the log is kept.
    at = Math.max(at, logged.reviewedAt.getTime());
    const begins = hasStudied && moves(logged) && logged.stateBefore.stability === null;
    hasStudied ||= stands(logged);
    return { cardId: logged.cardId, at, begins, logged, coming: null };
  });
}

const moves = ({ practice, dueBefore }: Pick<ReviewRow, "practice" | "dueBefore">) => !practice || dueBefore !== null;
const stands = (row: ReviewRow) => row.undoneAt === null && moves(row);

/** Returns the date of the state with which a card was imported without a log; null for other cards. */
function dateBefore(card: MergedCard, log: readonly ReviewRow[]): string | null {
  const first = log.find(moves);
  const state = first ? first.stateBefore : card;
  return state.stability === null ? null : (state.lastReviewDate ?? null);
}

/** Computes a card's state before a row of its log, with its memory under the current weights. */
function stateAfterLog(log: readonly ReviewRow[], next: ReviewRow, { model, ...learner }: Learner): StoredSchedule {
  const standing = log.filter(stands);
  const last = standing.at(-1);
  if (!last) return storedState(next.stateBefore, next.timeZone);
  let card = NEW_CARD;
  for (const [index, row] of standing.entries()) {
    const { stateBefore, grade, localDate, timeZone } = row;
    if (index === 0 || stateBefore.stability === null) card = toCardSchedule(storedState(stateBefore, timeZone));
    card = rateAs(card, grade, dayOf(localDate), { model, ...learner }).card;
  }
  const { memory, easeFactor } = card;
  return {
    ...storedState(last.stateAfter, last.timeZone),
    ...(memory && { stability: memory.stability, memoryDifficulty: memory.difficulty, easeFactor }),
  };
}

/** Rows written before the log stored the card's dates have none. */
function storedState(state: LoggedState, timeZone: string): StoredSchedule {
  const { lastReviewDate = null } = state;
  return applyState(NEW_SCHEDULE, { ...addDueDate(state, timeZone), lastReviewDate });
}

/** A row of the log without the columns that are assigned when it is written. */
export type MergedReview = Omit<ReviewRow, "userId" | "id">;

/**
 * Applies the reviews of many cards in order of time. A rating that was given here keeps its original `practice` flag and due
 * date.
 *
 * @param states Receives the schedules of the cards that the reviews moved.
 * @param importId The import that the file's reviews belong to.
 */
export function* foldMerged(
  logs: readonly MergedLog[],
  learner: Learner,
  moment: Moment,
  importId: string,
  states: Map<number, StoredSchedule>,
  pending: PendingDays,
): Generator<MergedReview> {
  let calibration: Calibration = learner.calibration;
  const starts = new Map(logs.flatMap(({ start, steps }) => steps.slice(0, 1).map(({ cardId }) => [cardId, start])));
  for (const step of logs.flatMap(({ steps }) => steps).sort((a, b) => a.at - b.at)) {
    const before = step.begins
      ? NEW_SCHEDULE
      : (states.get(step.cardId) ?? (starts.get(step.cardId) as StoredSchedule));
    const stateBefore = toLoggedState(before, calibration);
    const review = step.logged ?? rowOf(step, moment.timeZone, importId);
    if (step.coming ? step.coming.practice : !moves(review)) {
      yield { ...review, stateBefore, stateAfter: stateBefore };
      continue;
    }
    const schedule = toCardSchedule(before);
    const today = review.localDate;
    const outcome = rateAs(schedule, review.grade, dayOf(today), { ...learner, calibration });
    const at = { ...moment, now: review.reviewedAt, timeZone: review.timeZone, today };
    const stateAfter = toStateAfterRating(before, schedule.dueDay, outcome, at);
    if (review.undoneAt === null) {
      states.set(step.cardId, applyState(before, stateAfter));
      calibration = outcome.calibration;
    }
    const { scored, retrievability, practice } = outcome.entry;
    if (step.coming && schedule.dueDay !== null) pending.add(schedule.dueDay, dayOf(today) - 1);
    yield {
      ...review,
      ...(step.coming && { practice, dueBefore: before.nextReviewAt }),
      retrievability: scored ? retrievability : null,
      stateBefore,
      stateAfter,
    };
  }
}

type NewRow = Omit<MergedReview, "stateBefore" | "stateAfter">;

function rowOf({ cardId, coming }: Step, timeZone: string, importId: string): NewRow {
  const { at, grade, practice, durationMs, reviewId, folderId, localDate } = coming as NonNullable<Step["coming"]>;
  return {
    ...{ reviewId, cardId, folderId, ...ANSWERS[grade], grade, reviewedAt: new Date(at), timeZone, localDate },
    ...{ dueBefore: null, practice, retrievability: null, durationMs, studySessionId: null },
    ...{ undoneAt: null, undoneDate: null, importId },
  };
}
