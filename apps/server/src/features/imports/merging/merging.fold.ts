import type { Calibration } from "@repasa/scheduler/calibration.ts";
import { toDayNumber } from "@repasa/scheduler/days.ts";
import type { Learner } from "@repasa/scheduler/learner.ts";
import { computeLocalDate } from "@repasa/scheduler/local-dates.ts";
import { NEW_CARD, rate } from "@repasa/scheduler/schedule.ts";
import { isCertain } from "@repasa/study-queue/ratings.ts";
import { chooseRule } from "#features/schedule/schedule.rules.ts";
import {
  addDueDate,
  applyState,
  NEW_SCHEDULE,
  toCardSchedule,
  toLoggedState,
} from "#features/schedule/schedule.state.ts";
import type { Moment } from "#platform/time/local-days.ts";
import type { LoggedState, ReviewRow, StoredSchedule } from "#schema/schedule.ts";
import { ANSWERS, type PendingDays } from "../history/history.fold.ts";
import type { CollectedReview } from "../history/history.log.ts";
import { adoptDueDay } from "../history/history.schedule.ts";

/** A card of the account for which a file has reviews. */
export type MergedCard = StoredSchedule & { id: number; folderId: number; updatedAt: Date };

/** A review to be applied: a row of the log, or a review from the file. */
type Step = {
  readonly cardId: number;
  /** The instant in milliseconds since 1970, never before that of the card's previous step. */
  readonly at: number;
  /** True if the card was made new again before this step. */
  readonly startsAsNew: boolean;
  readonly logged: ReviewRow | null;
  readonly imported: (CollectedReview & { readonly folderId: number; readonly localDate: string }) | null;
};

/** The plan for one card's log: the steps to apply, in order of time, and the state that they start from. */
export type MergedLog = {
  readonly start: StoredSchedule;
  readonly steps: readonly Step[];
  /** True if the last step determines the card's schedule; false if the card is new again and stays so. */
  readonly determinesSchedule: boolean;
};

/**
 * Merges reviews into a card's log.
 *
 * For a card that was made new again, only reviews after its last change here move its schedule. Earlier reviews count as
 * practice and move nothing, and so do reviews before the state with which a card was imported without a log.
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
  const resetAt = isReset ? card.updatedAt.getTime() : Number.NEGATIVE_INFINITY;
  const startDate = findStartDate(card, log);
  const lastAt = log.findLast(isInEffect)?.reviewedAt.getTime() ?? Number.NEGATIVE_INFINITY;
  let determinesSchedule = !isReset;
  const imported = reviews.map((review): Step => {
    const localDate = computeLocalDate(new Date(review.at), moment);
    const practice = review.practice || review.at <= resetAt || (startDate !== null && localDate <= startDate);
    const startsAsNew = !practice && !determinesSchedule;
    if (startsAsNew) determinesSchedule = true;
    // A card that was reviewed here later is due by that review.
    const dueDay = review.at > lastAt ? review.dueDay : null;
    const placed = { ...review, practice, dueDay, folderId: card.folderId, localDate };
    return { cardId: card.id, at: review.at, startsAsNew, logged: null, imported: placed };
  });
  const first = imported.find((step) => step.imported?.practice === false)?.at ?? Number.POSITIVE_INFINITY;
  const logged = toSteps(log);
  const from = logged.findIndex(({ at }) => at > first);
  const later = from < 0 ? [] : logged.slice(from);
  return {
    start: later.length === 0 ? card : computeStateBefore(log.slice(0, from), log[from] as ReviewRow, learner),
    steps: [...later, ...imported].sort((a, b) => a.at - b.at),
    determinesSchedule,
  };
}

/** Returns the ids of the log's reviews that are reapplied. */
export function collectReappliedIds(logs: Iterable<MergedLog>): number[] {
  return [...logs].flatMap(({ steps }) => steps.flatMap(({ logged }) => logged?.id ?? []));
}

function toSteps(log: readonly ReviewRow[]): Step[] {
  let at = Number.NEGATIVE_INFINITY;
  let hasStudied = false;
  return log.map((logged) => {
    // The order of the log counts, because a clock may have been set back between two reviews.
    at = Math.max(at, logged.reviewedAt.getTime());
    const startsAsNew = hasStudied && movesMemory(logged) && logged.stateBefore.stability === null;
    hasStudied ||= isInEffect(logged);
    return { cardId: logged.cardId, at, startsAsNew, logged, imported: null };
  });
}

const movesSchedule = ({ practice, dueBefore }: Pick<ReviewRow, "practice" | "dueBefore">) =>
  !practice || dueBefore !== null;
/** A wrong choice moves the due date alone. */
const movesMemory = (row: ReviewRow) => movesSchedule(row) && row.mode !== "choose";
const isInEffect = (row: ReviewRow) => row.undoneAt === null && movesMemory(row);

/** Returns the date of the state with which a card was imported without a log; null for other cards. */
function findStartDate(card: MergedCard, log: readonly ReviewRow[]): string | null {
  const first = log.find(movesMemory);
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
  if (!last) return toStoredState(next.stateBefore, next.timeZone);
  let card = NEW_CARD;
  for (const [index, row] of inEffect.entries()) {
    const { stateBefore, grade, localDate, timeZone } = row;
    if (index === 0 || stateBefore.stability === null) card = toCardSchedule(toStoredState(stateBefore, timeZone));
    card = rate(card, grade, toDayNumber(localDate), { model, ...learner }).card;
  }
  const { memory, easeFactor } = card;
  const latest = log.findLast((row) => row.undoneAt === null && movesSchedule(row)) ?? last;
  return {
    ...toStoredState(latest.stateAfter, latest.timeZone),
    ...(memory && { stability: memory.stability, memoryDifficulty: memory.difficulty, easeFactor }),
  };
}

/** Converts a state of the log. Rows from before the log stored the card's dates have none. */
function toStoredState(state: LoggedState, timeZone: string): StoredSchedule {
  const { lastReviewDate = null } = state;
  return applyState(NEW_SCHEDULE, { ...addDueDate(state, timeZone), lastReviewDate });
}

/** A row of the log without the columns that are assigned when it is written. */
export type MergedReview = Omit<ReviewRow, "userId" | "id">;

/**
 * Applies the reviews of many cards in order of time. Ratings given here retain their `practice` flag and due date.
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
    const before = step.startsAsNew
      ? NEW_SCHEDULE
      : (states.get(step.cardId) ?? (starts.get(step.cardId) as StoredSchedule));
    const stateBefore = toLoggedState(before, calibration);
    const review = step.logged ?? toReviewRow(step, moment.timeZone, importId);
    if (step.imported ? step.imported.practice : !movesSchedule(review)) {
      yield { ...review, stateBefore, stateAfter: stateBefore };
      continue;
    }
    const schedule = toCardSchedule(before);
    const today = review.localDate;
    const { apply, toStateAfter } = chooseRule(review.mode);
    const answer = { grade: review.grade, isCertain: isCertain(review.mode) };
    const rated = apply(schedule, answer, toDayNumber(today), { ...learner, calibration });
    const outcome = adoptDueDay(rated, step.imported?.dueDay ?? null, learner.settings, toDayNumber(moment.today));
    const at = { ...moment, now: review.reviewedAt, timeZone: review.timeZone, today };
    const stateAfter = toStateAfter(before, schedule.dueDay, outcome, at);
    if (review.undoneAt === null) {
      states.set(step.cardId, applyState(before, stateAfter));
      calibration = outcome.calibration;
    }
    const { scored, retrievability, practice } = outcome.entry;
    if (step.imported && schedule.dueDay !== null) pending.add(schedule.dueDay, toDayNumber(today) - 1);
    yield {
      ...review,
      ...(step.imported && { practice, dueBefore: before.nextReviewAt }),
      retrievability: scored ? retrievability : null,
      stateBefore,
      stateAfter,
    };
  }
}

type NewRow = Omit<MergedReview, "stateBefore" | "stateAfter">;

function toReviewRow({ cardId, imported }: Step, timeZone: string, importId: string): NewRow {
  const { at, grade, practice, durationMs, reviewId, folderId, localDate } = imported as NonNullable<Step["imported"]>;
  return {
    reviewId,
    cardId,
    folderId,
    ...ANSWERS[grade],
    grade,
    reviewedAt: new Date(at),
    timeZone,
    localDate,
    dueBefore: null,
    practice,
    retrievability: null,
    durationMs,
    studySessionId: null,
    undoneAt: null,
    undoneDate: null,
    importId,
    mode: "flip",
    hints: 0,
    confusedWith: null,
  };
}
