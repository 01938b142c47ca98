import { rateChoice } from "@repasa/scheduler/choice.ts";
import { type Day, toDayNumber, toLocalDate } from "@repasa/scheduler/days.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { Answer } from "@repasa/scheduler/rating.ts";
import { type CardSchedule, rate } from "@repasa/scheduler/schedule.ts";
import { createRestsOn } from "#breaks.ts";
import { applyCopy, type CopiedCard } from "#copied-cards.ts";
import { beginWeek, changeCount, findExam, planDay, type StudyCard, type StudyDay, toSchedule } from "#study-day.ts";
import { LOAD_DATES, type StudyWeek } from "#study-week.ts";

/**
 * Returns whether a way of answering shows whether the card was recalled, whatever the student's buttons mean elsewhere.
 *
 * @param mode As in {@link WeekRating}, or `test` for a card that was turned over in a quiz, whose two buttons say whether it was
 *   recalled.
 */
export function isCertain(mode: WeekRating["mode"] | "test"): boolean {
  // The server's statements have it too (schedule.queries.ts); study.recall-bit.test.ts compares the two.
  return mode === "type" || mode === "test";
}

/**
 * A rating that the server may not have received when it computed the week.
 *
 * - `date`: the student's study date when it was given.
 * - `interval`: the interval that the button showed, in days.
 * - `mode`: how the card was answered: turned over (also if it is left out), typed, or chosen from options.
 */
export type WeekRating = Omit<Answer, "isCertain"> & {
  readonly reviewId: string;
  readonly cardId: number;
  readonly date: LocalDate;
  readonly interval?: number | undefined;
  readonly mode?: "flip" | "type" | "choose" | undefined;
};

/**
 * A card's schedule after a rating, by the names of the contract's card.
 *
 * - `interval`: whole days from the rating to `nextReviewDate`.
 */
export type RatedSchedule = Pick<CardSchedule, "difficulty" | "reviewCount" | "interval" | "easeFactor"> & {
  readonly nextReviewDate: LocalDate;
};

/**
 * A card some of whose ratings were undone after the server had computed the week with them.
 *
 * - `before`: the card before its first rating on the week's date.
 * - `ratings`: those of that date that were not undone, in the order in which they were given.
 */
export type UndoneCard = { readonly before: StudyCard; readonly ratings: readonly WeekRating[] };

/**
 * Computes the state of a date from a week and the ratings that were given since, as the server will after it has received them.
 * An undone rating is left out of `ratings`. A rating of a card that the week does not contain changes nothing.
 *
 * @param ratings In the order in which they were given: those that were not delivered when the week was requested. Those that it
 *   has in `received` are skipped.
 * @param date The present study date. A date before the week's counts as the week's, because a clock may be set back.
 * @param copied The cards of the device's copy by id, see {@link applyCopy}; left out if nothing was changed there.
 * @param undone The cards with ratings that the week contains and that were undone since.
 */
export function replayWeek(
  week: StudyWeek,
  ratings: readonly WeekRating[],
  date: LocalDate,
  copied?: ReadonlyMap<number, CopiedCard>,
  undone: readonly UndoneCard[] = [],
): StudyDay {
  const state = beginWeek(week);
  if (copied) applyCopy(state, copied);
  for (const card of undone) takeBack(state, card);
  const received = new Set(week.received);
  for (const rating of ratings) {
    if (received.has(rating.reviewId)) continue;
    beginDay(state, toDayNumber(rating.date));
    applyRating(state, rating);
  }
  beginDay(state, toDayNumber(date));
  return state;
}

/**
 * Rates a card on the present day of a state, which it changes.
 *
 * @returns The card's schedule after the rating; null for a card that the week does not contain, and for a chosen answer.
 */
export function applyRating(state: StudyDay, rating: Omit<WeekRating, "date" | "reviewId">): RatedSchedule | null {
  const card = state.cards.get(rating.cardId);
  if (card === undefined) return null;
  const schedule = toSchedule(card);
  const plan = { ...planDay(state, schedule.dueDay), examDay: findExam(state, card.folderId)?.day };
  if (rating.mode === "choose") {
    const { dueDay } = rateChoice(schedule, rating, state.day, state.learner, plan).card;
    if (dueDay !== schedule.dueDay) moveCard(state, card, { ...card, dueDay });
    return null;
  }
  const answer = { ...rating, isCertain: isCertain(rating.mode) };
  const outcome = rate(schedule, answer, state.day, state.learner, { ...plan, shown: rating.interval });
  const { memory, lastReviewDay, dueDay, difficulty, reviewCount, interval, easeFactor } = outcome.card;
  moveCard(state, card, { ...card, memory, lastReviewDay, dueDay, difficulty, reviewCount });
  state.learner = { ...state.learner, calibration: outcome.calibration };
  if (card.dueDay === null) state.started.set(card.folderId, (state.started.get(card.folderId) ?? 0) + 1);
  else if (!outcome.entry.practice) state.reviewed++;
  return { difficulty, reviewCount, interval, easeFactor, nextReviewDate: toLocalDate(dueDay ?? state.day) };
}

function moveCard(state: StudyDay, before: StudyCard, after: StudyCard): void {
  state.cards.set(after.id, after);
  if (!after.suspended) moveDueDay(state, before, after.dueDay);
}

/**
 * Takes back ratings that are part of a state, which it changes: the card is as before, and gets the ratings that remain. What the
 * student's calibration has learnt from an undone rating stays until the server computes it anew.
 */
function takeBack(state: StudyDay, { before, ratings }: UndoneCard): void {
  const rated = state.cards.get(before.id);
  if (rated === undefined) return;
  const { folderId, suspended } = rated;
  if (!suspended) moveDueDay(state, rated, before.dueDay);
  state.cards.set(before.id, { ...before, folderId, suspended });
  const started = state.started.get(folderId) ?? 0;
  // Chosen answers are no reviews, and the state counts none of them.
  const isCounted = rated.lastReviewDay !== before.lastReviewDay;
  if (isCounted && before.dueDay === null) state.started.set(folderId, Math.max(0, started - 1));
  else if (isCounted && before.dueDay !== null && before.dueDay <= state.day)
    state.reviewed = Math.max(0, state.reviewed - 1);
  for (const rating of ratings) applyRating(state, rating);
}

function moveDueDay({ load, dueCounts }: StudyDay, { dueDay: before }: StudyCard, after: Day | null): void {
  if (before === after) return;
  for (const counted of load ? [load, dueCounts] : [dueCounts]) {
    changeCount(counted, before, -1);
    changeCount(counted, after, 1);
  }
}

/**
 * Begins a later day of a state, which it changes: nothing was rated on the day yet, due dates are counted anew, and the end of
 * a plan to catch up moves. The server does the same when it settles the days before (schedule.settling.ts).
 */
export function beginDay(state: StudyDay, day: Day): void {
  if (day <= state.day) return;
  const restsOn = createRestsOn(state.breaks);
  let missed = 0;
  for (let past = state.day + (state.reviewed > 0 ? 1 : 0); past < day; past++) if (!restsOn(past)) missed++;
  moveCatchUpEnd(state, day, missed);
  state.day = day;
  state.reviewed = 0;
  state.started.clear();
  const past = day - state.dueCounts.from;
  state.load = { from: day, counts: state.dueCounts.counts.slice(past, past + LOAD_DATES) };
}

/**
 * Moves the last day of a plan to catch up: a day without reviews and outside of breaks moves it by one, it comes late enough
 * for all cards that are due, and the plan is over as soon as no card is overdue. The plan allows for breaks from its start.
 * `moveCatchUpEnd` of the server (shares.queries.ts) does it in SQL.
 */
function moveCatchUpEnd(state: StudyDay, day: Day, missed: number): void {
  const { catchUp } = state;
  if (catchUp === null || catchUp.until < day - 1 || catchUp.perDay <= 0) return;
  const due = [...state.cards.values()].filter(
    ({ suspended, dueDay }) => !suspended && dueDay !== null && dueDay <= day,
  );
  const isOverdue = due.some(({ dueDay }) => dueDay !== null && dueDay < day);
  const enough = day - 1 + Math.ceil(due.length / catchUp.perDay);
  state.catchUp = { ...catchUp, until: isOverdue ? Math.max(catchUp.until + missed, enough) : day - 1 };
}
