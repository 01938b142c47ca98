import type { Day } from "@repasa/scheduler/days.ts";
import { type NewCardPace, rationNewCards } from "@repasa/scheduler/new-cards.ts";

/** A `NewCardPace` as it may be sent to a thread. */
export type PlainPace = Omit<NewCardPace, "begunFor"> & { begunByExam: readonly (readonly [Day, number])[] };

export function begunFor({ begunByExam }: PlainPace): NewCardPace["begunFor"] {
  const counts = new Map(begunByExam);
  return (examDay) => counts.get(examDay) ?? 0;
}

/** On which days the new cards of an exam are met if every day's ration is, and those of the other exams. */
export type NewCardsMet = Pick<NewCardPace, "limit" | "pausedUntil"> & {
  planned: readonly Day[];
  others: readonly Day[];
};

/**
 * How many new cards are met on a day, when so many are left: as planned; after days without study what is left is rationed
 * anew, within what the other exams leave of the limit.
 */
export function asMet(
  { planned: plannedDays, others: otherDays, limit, pausedUntil }: NewCardsMet,
  today: Day,
  examDay: Day,
): (day: Day, unseen: number) => number {
  const [planned, others] = [countOf(plannedDays), countOf(otherDays)];
  return (day, unseen) => {
    const paused = pausedUntil !== null && day <= pausedUntil && planned(day) === 0;
    if (day === today || paused) return planned(day);
    const room = limit === null ? null : Math.max(0, limit - others(day));
    return Math.max(planned(day), rationNewCards({ unseen, begun: 0, limit: room }, day, examDay).today);
  };
}

function countOf(days: readonly Day[]): (day: Day) => number {
  const counts = new Map<Day, number>();
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1);
  return (day) => counts.get(day) ?? 0;
}
