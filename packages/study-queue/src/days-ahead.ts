import type { Day } from "@repasa/scheduler/days.ts";
import { createRestsOn } from "#breaks.ts";
import { listPending } from "#pending.ts";
import { beginDay } from "#ratings.ts";
import { computeDueRoom } from "#shares.ts";
import type { StudyCard, StudyDay } from "#study-day.ts";
import { DAYS_AHEAD } from "#study-week.ts";

/**
 * What a day will ask.
 *
 * - `cards`: the cards that are known, in any order.
 * - `others`: the number of due cards that fall due after the {@link DAYS_AHEAD} days of the week, of which only counts are known.
 */
export type AskedDay = { readonly cards: readonly StudyCard[]; readonly others: number };

/** Returns the number of cards that a day will ask. */
export const countAsked = ({ cards, others }: AskedDay): number => cards.length + others;

/** Lists what each of the next days will ask, see {@link generateAskedDays}. */
export const listAskedAhead = (present: StudyDay, days: number): AskedDay[] => [...generateAskedDays(present, days)];

/**
 * Generates what each of the next days will ask: what falls due and its share of new cards, within the limits, a plan to catch up and
 * exams, if everything is studied that is asked before. On days of a break nothing is asked and nothing is studied. A card that
 * was studied does not return within these days, because its rating is not known. With 20,000 cards a day takes a millisecond.
 *
 * @param present The state of today, which is not changed.
 * @param days The number of days; the first one is tomorrow.
 */
export function* generateAskedDays(present: StudyDay, days: number): Generator<AskedDay, void> {
  const state: StudyDay = { ...present, cards: new Map(present.cards), started: new Map(present.started) };
  const restsOn = createRestsOn(state.breaks);
  if (!restsOn(state.day)) study(state, listPending(state));
  let waiting = 0;
  for (let day = present.day + 1; day <= present.day + days; day++) {
    waiting += countUnknownDue(state, day);
    if (restsOn(day)) {
      // Nobody opens the app either, so that a plan to catch up may pass its end.
      yield { cards: [], others: 0 };
      continue;
    }
    beginDay(state, day);
    const cards = listPending(state);
    const room = computeDueRoom(state) ?? Number.POSITIVE_INFINITY;
    const others = Math.min(waiting, room - cards.filter(isRated).length);
    waiting -= others;
    study(state, cards, others);
    yield { cards, others };
  }
}

const isRated = ({ dueDay }: StudyCard): boolean => dueDay !== null;

/** Removes cards that are studied from a state, which it changes. */
function study(state: StudyDay, cards: readonly StudyCard[], others = 0): void {
  for (const { id } of cards) state.cards.delete(id);
  state.reviewed += cards.filter(isRated).length + others;
}

/** Counts the cards that fall due on a day and are not among those of a state. */
function countUnknownDue({ cards, dueCounts }: StudyDay, day: Day): number {
  if (day <= dueCounts.from + DAYS_AHEAD) return 0;
  const known = [...cards.values()].filter(({ suspended, dueDay }) => !suspended && dueDay === day).length;
  return Math.max(0, (dueCounts.counts[day - dueCounts.from] ?? 0) - known);
}
