import { MAX_NEW_CARDS_PER_DAY } from "@repasa/contract/account.ts";
import type { UnmetCards } from "@repasa/contract/exams.ts";
import { type Day, dayOf } from "@repasa/scheduler/days.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { daysMet, limitToMeet, type NewCardPace, rationNewCards } from "@repasa/scheduler/new-cards.ts";

/** A `NewCardPace` that can be sent to a thread. */
export type PlainPace = Omit<NewCardPace, "begunFor"> & { begunByExam: readonly (readonly [Day, number])[] };

export function createBegunCount({ begunByExam }: PlainPace): NewCardPace["begunFor"] {
  const counts = new Map(begunByExam);
  return (examDay) => counts.get(examDay) ?? 0;
}

/** The days on which the new cards of an exam are met if every day's ration is studied, and the same for the other exams. */
export type NewCardsMet = Pick<NewCardPace, "limit" | "pausedUntil"> & {
  planned: readonly Day[];
  others: readonly Day[];
};

export type ExamFolders = { day: Day; folderIds: ReadonlySet<number> };

/** The new cards of all exams as the database returns them: the folder of each card in JSON, and the exam dates of each folder. */
export type UnmetInFolders = {
  folderIds: string;
  examDates: readonly { folderId: number; dates: readonly LocalDate[] }[];
};

export type Rations = { met: NewCardsMet; newCards: UnmetCards };

/** Computes when the new cards of an exam are met, and whether that is in time. */
export function rationNewCardsOfExam(
  { folderIds: json, examDates }: UnmetInFolders,
  plain: PlainPace,
  today: Day,
  exam: ExamFolders,
): Rations {
  const folderIds: number[] = JSON.parse(json);
  const unmetIn = new Map(examDates.map(({ folderId, dates }) => [folderId, { examDays: dates.map(dayOf) }]));
  const cards = folderIds.map((id) => unmetIn.get(id) ?? { examDays: [] });
  const pace = { ...plain, begunFor: createBegunCount(plain) };
  const isWanted = (place: number) => exam.folderIds.has(folderIds[place] ?? 0);
  const met = daysMet(cards, pace, today);
  const missed = met.filter((day, place) => isWanted(place) && (day === null || day >= exam.day)).length;
  const wanted = { isWanted, inTime: exam.day, most: MAX_NEW_CARDS_PER_DAY };
  return {
    met: {
      planned: met.filter((day, place) => day !== null && isWanted(place)) as Day[],
      others: met.filter((day, place) => day !== null && !isWanted(place)) as Day[],
      limit: pace.limit,
      pausedUntil: pace.pausedUntil,
    },
    newCards: {
      missed,
      limit: pace.limit,
      enough: missed === 0 ? null : limitToMeet(cards, wanted, pace, today),
    },
  };
}

/**
 * Returns how many new cards are met on a day if a number of them is still unseen: as many as planned, or, after days without study,
 * a new ration of the rest, within what the other exams leave of the limit.
 */
export function createNewCardPlan(
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
