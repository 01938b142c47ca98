import { type Day, toDayNumber } from "@repasa/scheduler/days.ts";
import type { DateRange } from "@repasa/scheduler/local-dates.ts";
import type { WeekBreak } from "#study-week.ts";

/** Returns a function that returns whether a day is in a break. It takes constant time, because simulations ask about many days. */
export function createRestsOn(breaks: readonly DateRange[]): (day: Day) => boolean {
  const days = new Set<Day>();
  for (const { from, to } of breaks) {
    for (let day = toDayNumber(from); day <= toDayNumber(to); day++) days.add(day);
  }
  return (day) => days.has(day);
}

/** Returns the last day over which the cards that fell due in a break are spread; null on a day without such cards. */
export function findEndOfSpreading(breaks: readonly WeekBreak[], day: Day): Day | null {
  const begun = breaks.filter(({ from }) => toDayNumber(from) <= day);
  const last = begun.toSorted((one, other) => toDayNumber(other.from) - toDayNumber(one.from))[0];
  if (last === undefined || toDayNumber(last.to) >= day) return null;
  const until = toDayNumber(last.spreadUntil);
  return until >= day ? until : null;
}
