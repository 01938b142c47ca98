import { IDENTITY_CALIBRATION } from "@repasa/scheduler/calibration.ts";
import { COUNTED_DATES, LOAD_DATES, type StudyWeek } from "#study-week.ts";

export const DATE = "2026-03-10";

type RatedCard = NewCard & {
  stability?: number;
  reviewedAgo?: number;
  dueIn: number;
};
type NewCard = { id: number; folderId?: number; group?: number; suspended?: boolean };

/** Creates the week of a student without limits who has the given cards, each list in the order of ids. */
export function createWeek(
  { rated = [], fresh = [] }: { rated?: readonly RatedCard[]; fresh?: readonly NewCard[] },
  changes: Partial<StudyWeek> = {},
): StudyWeek {
  const dueCounts = new Array<number>(COUNTED_DATES).fill(0);
  for (const { dueIn } of rated) if (dueIn >= 0) dueCounts[dueIn] = (dueCounts[dueIn] ?? 0) + 1;
  return {
    date: DATE,
    learner: {
      settings: {
        desiredRetention: 0.9,
        maximumInterval: 365,
        promise: { hard: 1, medium: 3, easy: 7 },
        threeButtons: true,
      },
      weights: null,
      calibration: IDENTITY_CALIBRATION,
    },
    weekdays: null,
    load: { from: DATE, counts: dueCounts.slice(0, LOAD_DATES) },
    dueCounts,
    exams: [],
    breaks: [],
    newCardsPerDay: null,
    reviewsPerDay: null,
    catchUp: null,
    reviewed: 0,
    started: [],
    received: [],
    rated: {
      ...listCommon(rated),
      stability: rated.map(({ stability = 5 }) => stability),
      memoryDifficulty: rated.map(() => 5),
      reviewedAgo: rated.map(({ reviewedAgo = 5 }) => reviewedAgo),
      dueIn: rated.map(({ dueIn }) => dueIn),
      difficulty: rated.map(() => "medium"),
      reviewCount: rated.map(() => 1),
    },
    fresh: listCommon(fresh),
    ...changes,
  };
}

function listCommon(cards: readonly NewCard[]) {
  return {
    idSteps: cards.map(({ id }, place) => id - (cards[place - 1]?.id ?? 0)),
    folderId: cards.map(({ folderId = 1 }) => folderId),
    group: cards.map(({ group = 0 }) => group),
    suspended: cards.map(({ suspended = false }) => suspended),
  };
}
