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
  readonly startsAnew: boolean;
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
  const isReset = card.nextReviewDate === null && log.some(isInEffect);
  const countsFrom = isReset ? card.updatedAt.getTime() : Number.NEGATIVE_INFINITY;
  const startDate = findStartDate(card, log);
  let hasBegun = !isReset;
  const coming = reviews.map((review): Step => {
    const localDate = localDateOf(new Date(review.at), moment);
    const practice = review.practice || review.at <= countsFrom || (startDate !== null && localDate <= startDate);
    const startsAnew = !practice && !hasBegun;
    if (startsAnew) hasBegun = true;
    const one = { ...review, practice, folderId: card.folderId, localDate };
    return { cardId: card.id, at: review.at, startsAnew, logged: null, coming: one };
  });
  const first = coming.find((step) => step.coming?.practice === false)?.at ?? Number.POSITIVE_INFINITY;
  const logged = toSteps(log);
  const from = logged.findIndex(({ at }) => at > first);
  const later = from < 0 ? [] : logged.slice(from);
  return {
    start: later.length === 0 ? card : computeStateBefore(log.slice(0, from), log[from] as ReviewRow, learner),
    steps: [...later, ...coming].sort((a, b) => a.at - b.at),
    leadsToCard: hasBegun,
  };
}

/** Returns the ids of the log's reviews that are applied anew. */
export function collectReappliedIds(logs: Iterable<MergedLog>): number[] {
  return [...logs].flatMap(({ steps }) => steps.flatMap(({ logged }) => logged?.id ?? []));
}

function toSteps(log: readonly ReviewRow[]): Step[] {
  let at = Number.NEGATIVE_INFINITY;
  let hasStudied = false;
  return log.map((logged) => {
    // A clock may have been set back between two reviews; the order of the log counts.
    at = Math.max(at, logged.reviewedAt.getTime());
    const startsAnew = hasStudied && movesSchedule(logged) && logged.stateBefore.stability === null;
    hasStudied ||= isInEffect(logged);
    return { cardId: logged.cardId, at, startsAnew, logged, coming: null };
  });
}

const movesSchedule = ({ practice, dueBefore }: Pick<ReviewRow, "practice" | "dueBefore">) =>
  !practice || dueBefore !== null;
const isInEffect = (row: ReviewRow) => row.undoneAt === null && movesSchedule(row);

/** Returns the date of the state with which a card was imported without a log; null for other cards. */
function findStartDate(card: MergedCard, log: readonly ReviewRow[]): string | null {
  const first = log.find(movesSchedule);
  const state = first ? first.stateBefore : card;
  return state.stability === null ? null : (state.lastReviewDate ?? null);
}

/** Computes a card's state before a row of its log, with its memory under the current weights. */
function computeStateBefore(
  log: readonly ReviewRow[],
  next: ReviewRow,
  { model, ...learner }: Learner,
): StoredSchedule {
  const inEffect = log.filter(isInEffect);
  const last = inEffect.at(-1);
  if (!last) return storedState(next.stateBefore, next.timeZone);
  let card = NEW_CARD;
  for (const [index, row] of inEffect.entries()) {
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
    const before = step.startsAnew
      ? NEW_SCHEDULE
      : (states.get(step.cardId) ?? (starts.get(step.cardId) as StoredSchedule));
    const stateBefore = toLoggedState(before, calibration);
    const review = step.logged ?? toReviewRow(step, moment.timeZone, importId);
    if (step.coming ? step.coming.practice : !movesSchedule(review)) {
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

function toReviewRow({ cardId, coming }: Step, timeZone: string, importId: string): NewRow {
  const { at, grade, practice, durationMs, reviewId, folderId, localDate } = coming as NonNullable<Step["coming"]>;
  return {
    ...{ reviewId, cardId, folderId, ...ANSWERS[grade], grade, reviewedAt: new Date(at), timeZone, localDate },
    ...{ dueBefore: null, practice, retrievability: null, durationMs, studySessionId: null },
    ...{ undoneAt: null, undoneDate: null, importId },
  };
}
