import type { Day } from "#days.ts";
import { groupBy } from "#group-by.ts";

/**
 * The new cards of an exam.
 *
 * - `unseen`: the number of cards that were never rated.
 * - `startedToday`: the number of cards that were rated for the first time today.
 * - `limit`: the learner's limit on new cards a day, or null.
 */
export type NewCards = { readonly unseen: number; readonly startedToday: number; readonly limit: number | null };

/**
 * - `perDay`: the number of new cards to study on each day from today on, including those already started today.
 * - `today`: the number of these that is left for today.
 * - `missed`: the number of cards that will not have been studied by the exam day, because the limit is too low.
 */
export type NewCardRation = { readonly perDay: number; readonly today: number; readonly missed: number };

/** Returns whether nothing is studied on a day, such as one of a break. */
export type RestsOn = (day: Day) => boolean;

/**
 * New cards are introduced at least this many days before the exam, so that each can come back, or in the first half of
 * the time left if that is less.
 */
export const LEAD_DAYS = 7;

/**
 * Computes how many new cards to introduce on each day of study, so that all have been studied before an exam, and the last of
 * them a week before it if there is time.
 *
 * The server rations in SQL too (rationing.queries.ts); exams.rations.test.ts compares the two.
 *
 * @param restsOn By default there are no such days. Today counts as a day of study even if it is one, because who studies
 *   anyway has a ration.
 * @returns Whole numbers; from the exam day on no new cards.
 */
export function rationNewCards(
  { unseen, startedToday, limit }: NewCards,
  today: Day,
  examDay: Day,
  restsOn?: RestsOn,
): NewCardRation {
  if (examDay <= today) return { perDay: 0, today: 0, missed: unseen };
  const daysLeft = 1 + countStudyDays(today + 1, examDay, restsOn);
  const days = Math.max(1 + countStudyDays(today + 1, examDay - LEAD_DAYS, restsOn), Math.ceil(daysLeft / 2));
  const wanted = Math.ceil((unseen + startedToday) / days);
  const perDay = Math.min(wanted, limit ?? wanted);
  const missed = Math.max(0, unseen + startedToday - Math.max(startedToday, perDay) - perDay * (daysLeft - 1));
  return { perDay, today: Math.min(unseen, Math.max(0, perDay - startedToday)), missed };
}

/** Counts the days from one day to the one before another that are not days of rest. */
function countStudyDays(from: Day, before: Day, restsOn: RestsOn | undefined): number {
  if (restsOn === undefined) return Math.max(0, before - from);
  let count = 0;
  for (let day = from; day < before; day++) if (!restsOn(day)) count++;
  return count;
}

/**
 * Returns whether an exam gets no new cards until the end of a plan to catch up: a week of study is then still left before it, so that
 * the last new cards do not come late.
 */
export function isPaused(pausedUntil: Day, examDay: Day, restsOn: RestsOn | undefined): boolean {
  return countStudyDays(pausedUntil + 1, examDay, restsOn) >= LEAD_DAYS;
}

/**
 * A card that was never rated and belongs to one or more exams.
 *
 * - `examDays`: the days of these exams, in any order.
 */
export type UnseenCard = { readonly examDays: readonly Day[] };

/**
 * The conditions on new cards besides the exams.
 *
 * - `limit`: the learner's limit on new cards a day, including cards without an exam, or null.
 * - `startedToday`: the number of cards that were rated for the first time today.
 * - `countStartedToday`: returns the number of these that belong to an exam day.
 * - `pausedUntil`: the last day of a plan to catch up, or null.
 * - `restsOn`: returns whether nothing is studied on a day, such as one of a break; by default there are none.
 */
export type NewCardPace = {
  readonly limit: number | null;
  readonly startedToday: number;
  readonly countStartedToday: (examDay: Day) => number;
  readonly pausedUntil: Day | null;
  readonly restsOn?: RestsOn | undefined;
};

/**
 * Plans the day on which each card is introduced if every day's ration is studied. A card belongs to the nearest of its
 * coming exams. The nearest exam day takes its ration from the limit first, and the oldest cards come first. While the
 * learner catches up, only exams whose last new cards would otherwise come late get new cards.
 *
 * @param cards The cards, the oldest first.
 * @returns For each card a day from today on, or null if there is none before its last exam.
 */
export function planNewCards(cards: readonly UnseenCard[], pace: NewCardPace, today: Day): (Day | null)[] {
  const days = cards.map((): Day | null => null);
  let decks = groupIntoDecks(cards);
  const lastExam = Math.max(today, ...decks.flatMap(({ examDays }) => examDays));
  for (let day = today; day < lastExam && decks.length > 0; day++) {
    for (const place of takeRation(day, decks, pace, today)) days[place] = day;
    decks = decks.filter(({ places }) => places.length > 0);
  }
  return days;
}

/** Cards of the same exams. `places`: the places of these cards, the last one first, so that removing one is cheap. */
type Deck = { readonly examDays: readonly Day[]; readonly places: number[] };

function groupIntoDecks(cards: readonly UnseenCard[]): Deck[] {
  const places = groupBy(cards.keys(), (place) => (cards[place] as UnseenCard).examDays.join());
  return [...places.values()].map(([first = 0, ...others]) => ({
    examDays: (cards[first] as UnseenCard).examDays,
    places: [...others.reverse(), first],
  }));
}

/** Removes the cards that are introduced on a day from the decks, and returns their places. */
function takeRation(
  day: Day,
  decks: readonly Deck[],
  { limit, startedToday, countStartedToday, pausedUntil, restsOn }: NewCardPace,
  today: Day,
): number[] {
  if (restsOn?.(day)) return [];
  let room = limit === null ? Number.POSITIVE_INFINITY : Math.max(0, limit - (day === today ? startedToday : 0));
  const byExam = groupBy(decks, ({ examDays }) => findNearestAfter(day, examDays));
  const examDays = [...byExam.keys()].filter((examDay) => examDay !== undefined).sort((one, other) => one - other);
  return examDays.flatMap((examDay) => {
    if (pausedUntil !== null && day <= pausedUntil && isPaused(pausedUntil, examDay, restsOn)) return [];
    const own = byExam.get(examDay) ?? [];
    const unseen = own.reduce((sum, { places }) => sum + places.length, 0);
    const already = day === today ? countStartedToday(examDay) : 0;
    const ration = rationNewCards({ unseen, startedToday: already, limit: null }, day, examDay, restsOn).today;
    const taken = Array.from({ length: Math.min(ration, room) }, () => takeOldest(own));
    room -= taken.length;
    return taken;
  });
}

/** Removes the oldest card of some decks, which are not all empty, and returns its place. */
function takeOldest(decks: readonly Deck[]): number {
  const place = (deck: Deck) => deck.places.at(-1) ?? Number.POSITIVE_INFINITY;
  const [oldest] = decks.toSorted((one, other) => place(one) - place(other));
  return oldest?.places.pop() as number;
}

function findNearestAfter(day: Day, examDays: readonly Day[]): Day | undefined {
  const toCome = examDays.filter((examDay) => examDay > day);
  return toCome.length === 0 ? undefined : Math.min(...toCome);
}

/**
 * Finds the lowest limit with which some of the cards are all introduced in time.
 *
 * @param isWanted Returns whether the card at a place counts.
 * @param inTime The day before which these cards have to be introduced.
 * @returns A whole number up to `most`, or null if even `most` is too low.
 */
export function findSufficientLimit(
  cards: readonly UnseenCard[],
  { isWanted, inTime, most }: { isWanted: (place: number) => boolean; inTime: Day; most: number },
  pace: NewCardPace,
  today: Day,
): number | null {
  const suffices = (limit: number): boolean =>
    planNewCards(cards, { ...pace, limit }, today).every(
      (day, place) => !isWanted(place) || (day !== null && day < inTime),
    );
  let [low, high] = [0, most];
  if (!suffices(high)) return null;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (suffices(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}
