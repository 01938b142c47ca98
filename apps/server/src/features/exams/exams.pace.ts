import { MAX_NEW_CARDS_PER_DAY } from "@repasa/contract/account.ts";
import type { UnseenCards } from "@repasa/contract/exams.ts";
import { NEAR_EXAM_DAYS } from "@repasa/scheduler/backlog.ts";
import { type Day, toDayNumber } from "@repasa/scheduler/days.ts";
import type { ReviewLimit } from "@repasa/scheduler/futures.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { findSufficientLimit, type NewCardPace, planNewCards, rationNewCards } from "@repasa/scheduler/new-cards.ts";
import { createRestsOn, findEndOfSpreading } from "@repasa/study-queue/breaks.ts";
import type { WeekBreak } from "@repasa/study-queue/study-week.ts";

/** A `NewCardPace` that can be sent to a thread. */
export type PlainPace = Omit<NewCardPace, "countStartedToday" | "restsOn"> & {
  startedByExam: readonly (readonly [Day, number])[];
  breaks: readonly WeekBreak[];
};

export function createPace({ startedByExam, breaks, ...pace }: PlainPace): NewCardPace {
  const counts = new Map(startedByExam);
  return {
    ...pace,
    countStartedToday: (examDay) => counts.get(examDay) ?? 0,
    restsOn: createRestsOn(breaks),
  };
}

/**
 * The days on which the new cards of an exam, and those of the other exams, are introduced (studied for the first time) if
 * every day's ration is studied.
 */
export type PlannedIntroductions = Pick<PlainPace, "limit" | "pausedUntil" | "breaks"> & {
  planned: readonly Day[];
  others: readonly Day[];
};

export type ExamFolders = { day: Day; folderIds: ReadonlySet<number> };

/** The new cards of all exams as the database returns them: the folder of each card in JSON, and the exam dates of each folder. */
export type UnseenInFolders = {
  folderIds: string;
  examDates: readonly { folderId: number; dates: readonly LocalDate[] }[];
};

export type Rations = { introductions: PlannedIntroductions; newCards: UnseenCards };

/** Computes when the new cards of an exam are introduced, and whether that is in time. */
export function rationNewCardsOfExam(
  { folderIds: json, examDates }: UnseenInFolders,
  plain: PlainPace,
  today: Day,
  exam: ExamFolders,
): Rations {
  const folderIds: number[] = JSON.parse(json);
  const unseenIn = new Map(examDates.map(({ folderId, dates }) => [folderId, { examDays: dates.map(toDayNumber) }]));
  const cards = folderIds.map((id) => unseenIn.get(id) ?? { examDays: [] });
  const pace = createPace(plain);
  const isWanted = (place: number) => exam.folderIds.has(folderIds[place] ?? 0);
  const introductions = planNewCards(cards, pace, today);
  const missed = introductions.filter((day, place) => isWanted(place) && (day === null || day >= exam.day)).length;
  const wanted = { isWanted, inTime: exam.day, most: MAX_NEW_CARDS_PER_DAY };
  return {
    introductions: {
      planned: introductions.filter((day, place) => day !== null && isWanted(place)) as Day[],
      others: introductions.filter((day, place) => day !== null && !isWanted(place)) as Day[],
      limit: pace.limit,
      pausedUntil: pace.pausedUntil,
      breaks: plain.breaks,
    },
    newCards: {
      missed,
      limit: pace.limit,
      enough: missed === 0 ? null : findSufficientLimit(cards, wanted, pace, today),
    },
  };
}

/**
 * Returns a function that gives the number of new cards for a day if a number of them is still unseen: as many as planned, or,
 * after days without study, a new ration of the rest, within what the other exams leave of the limit.
 */
export function createNewCardPlan(
  { planned: plannedDays, others: otherDays, limit, pausedUntil, breaks }: PlannedIntroductions,
  today: Day,
  examDay: Day,
): (day: Day, unseen: number) => number {
  const [planned, others] = [countOf(plannedDays), countOf(otherDays)];
  const restsOn = createRestsOn(breaks);
  return (day, unseen) => {
    const paused = pausedUntil !== null && day <= pausedUntil && planned(day) === 0;
    if (day === today || paused) return planned(day);
    const room = limit === null ? null : Math.max(0, limit - others(day));
    return Math.max(
      planned(day),
      rationNewCards({ unseen, startedToday: 0, limit: room }, day, examDay, restsOn).today,
    );
  };
}

/**
 * The limit on reviews, in a form that can be sent to a thread.
 *
 * - `left`: how many more reviews today has room for; `perDay`: as many as later days have; null for all.
 * - `temporary`: another number per day, that of a plan to catch up, up to and including a day.
 * - `breaks`: those that are not over, and those whose cards are still spread.
 * - `due`: how many cards of all folders fall due on each day from today; for today, how many cards of other folders are due.
 */
export type PlainReviewLimit = {
  left: number | null;
  perDay: number | null;
  temporary: { perDay: number; until: Day } | null;
  breaks: readonly WeekBreak[];
  due: readonly number[];
};

/** @param countOwn Returns the number of the exam's cards that fall due on a day. */
export function createReviewLimit(
  { left, perDay, temporary, breaks, due }: PlainReviewLimit,
  { today, examDay, countOwn }: { today: Day; examDay: Day; countOwn: (day: Day) => number },
): ReviewLimit {
  const planOn = (day: Day) => (temporary !== null && day <= temporary.until ? temporary.perDay : null);
  const roomOn = (day: Day) => (day === today ? left : (planOn(day) ?? perDay));
  const spreadOn = (day: Day) => (day === today || planOn(day) !== null ? null : findEndOfSpreading(breaks, day));
  return {
    roomOn: (day) => roomOn(day) ?? Number.POSITIVE_INFINITY,
    spreadOn,
    othersDueOn: (day) => Math.max(0, (due[day - today] ?? 0) - (day === today ? 0 : countOwn(day))),
    comeFirstOn: (day) => examDay - day <= NEAR_EXAM_DAYS,
  };
}

function countOf(days: readonly Day[]): (day: Day) => number {
  const counts = new Map<Day, number>();
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1);
  return (day) => counts.get(day) ?? 0;
}
