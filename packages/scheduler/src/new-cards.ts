import type { Day } from "#days.ts";

/**
 * Cards of an exam that were never rated.
 *
 * - `unseen`: how many there still are. `begun`: how many were rated for the first time today.
 * - `limit`: how many new cards a day the learner wants at most, or null.
 */
export type NewCards = { readonly unseen: number; readonly begun: number; readonly limit: number | null };

/**
 * - `perDay`: how many to begin on each day from today on, including those begun today.
 * - `today`: how many of these are left for today.
 * - `missed`: how many will not have been seen on the exam day, because the limit is too low.
 */
export type NewCardRation = { readonly perDay: number; readonly today: number; readonly missed: number };

/** New cards are begun at least this many days before the exam so that each can come back, or in the first half of the
 * time left if that is less. */
export const LEAD_DAYS = 7;

/**
 * How many new cards to begin each day, so that all have been seen before an exam, and the last of them a week before
 * it if there is time.
 *
 * The server rations in SQL too (rationing.queries.ts); exams.rations.test.ts compares the two.
 *
 * @returns Whole numbers; none from the exam day on.
 */
export function rationNewCards({ unseen, begun, limit }: NewCards, today: Day, examDay: Day): NewCardRation {
  const daysLeft = examDay - today;
  if (daysLeft <= 0) return { perDay: 0, today: 0, missed: unseen };
  const days = Math.max(daysLeft - LEAD_DAYS, Math.ceil(daysLeft / 2));
  const wanted = Math.ceil((unseen + begun) / days);
  const perDay = Math.min(wanted, limit ?? wanted);
  const missed = Math.max(0, unseen + begun - Math.max(begun, perDay) - perDay * (daysLeft - 1));
  return { perDay, today: Math.min(unseen, Math.max(0, perDay - begun)), missed };
}

/**
 * A card never rated, of one or more exams.
 *
 * - `examDays`: the days of all of them, in any order.
 */
export type UnmetCard = { readonly examDays: readonly Day[] };

/**
 * What bears on new cards besides the exams.
 *
 * - `limit`: how many a day the learner wants at most, those without an exam included, or null.
 * - `begun`: how many were rated for the first time today; `begunFor`: of these, cards that belong to an exam day.
 * - `pausedUntil`: the last day of a plan to catch up, or null.
 */
export type NewCardPace = {
  readonly limit: number | null;
  readonly begun: number;
  readonly begunFor: (examDay: Day) => number;
  readonly pausedUntil: Day | null;
};

/**
 * The day on which each card is met if every day's ration is studied. A card belongs to the nearest of its coming
 * exams; the nearest exam day is served first from what the limit leaves, and its first cards come first. While the
 * learner catches up, only exams whose last new cards would otherwise come late continue.
 *
 * @param cards The oldest first.
 * @returns For each card a day from today on, or null if its last exam comes before it.
 */
export function daysMet(cards: readonly UnmetCard[], pace: NewCardPace, today: Day): (Day | null)[] {
  const met = cards.map((): Day | null => null);
  let decks = decksOf(cards);
  const lastExam = Math.max(today, ...decks.flatMap(({ examDays }) => examDays));
  for (let day = today; day < lastExam && decks.length > 0; day++) {
    for (const place of metOn(day, decks, pace, today)) met[place] = day;
    decks = decks.filter(({ unmet }) => unmet.length > 0);
  }
  return met;
}

/** Cards of the same exams. `unmet`: their places, the last one first, so that taking one is cheap. */
type Deck = { readonly examDays: readonly Day[]; readonly unmet: number[] };

function decksOf(cards: readonly UnmetCard[]): Deck[] {
  const places = Map.groupBy(cards.keys(), (place) => (cards[place] as UnmetCard).examDays.join());
  return [...places.values()].map(([first = 0, ...others]) => ({
    examDays: (cards[first] as UnmetCard).examDays,
    unmet: [...others.reverse(), first],
  }));
}

/** Removes from the decks what is met on a day. */
function metOn(
  day: Day,
  decks: readonly Deck[],
  { limit, begun, begunFor, pausedUntil }: NewCardPace,
  today: Day,
): number[] {
  let room = limit === null ? Number.POSITIVE_INFINITY : Math.max(0, limit - (day === today ? begun : 0));
  const byExam = Map.groupBy(decks, ({ examDays }) => nearestAfter(day, examDays));
  const examDays = [...byExam.keys()].filter((examDay) => examDay !== undefined).sort((one, other) => one - other);
  return examDays.flatMap((examDay) => {
    if (pausedUntil !== null && day <= pausedUntil && examDay > pausedUntil + LEAD_DAYS) return [];
    const own = byExam.get(examDay) ?? [];
    const unseen = own.reduce((sum, { unmet }) => sum + unmet.length, 0);
    const already = day === today ? begunFor(examDay) : 0;
    const ration = rationNewCards({ unseen, begun: already, limit: null }, day, examDay).today;
    const taken = Array.from({ length: Math.min(ration, room) }, () => takeFirst(own));
    room -= taken.length;
    return taken;
  });
}

/** The oldest card of some decks, which are not all empty. */
function takeFirst(decks: readonly Deck[]): number {
  const place = (deck: Deck) => deck.unmet.at(-1) ?? Number.POSITIVE_INFINITY;
  const [oldest] = decks.toSorted((one, other) => place(one) - place(other));
  return oldest?.unmet.pop() as number;
}

function nearestAfter(day: Day, examDays: readonly Day[]): Day | undefined {
  const toCome = examDays.filter((examDay) => examDay > day);
  return toCome.length === 0 ? undefined : Math.min(...toCome);
}

/**
 * The lowest limit with which all of some cards are met in time.
 *
 * @param isWanted Which of the cards have to be.
 * @param inTime In time means before this day.
 * @returns A whole number up to `most`, or null if even that is too low.
 */
export function limitToMeet(
  cards: readonly UnmetCard[],
  { isWanted, inTime, most }: { isWanted: (place: number) => boolean; inTime: Day; most: number },
  pace: NewCardPace,
  today: Day,
): number | null {
  const suffices = (limit: number): boolean =>
    daysMet(cards, { ...pace, limit }, today).every((day, place) => !isWanted(place) || (day !== null && day < inTime));
  let [low, high] = [0, most];
  if (!suffices(high)) return null;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (suffices(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}
