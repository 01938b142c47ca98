import type { Preferences } from "@repasa/contract/account.ts";
import type { User } from "@repasa/contract/auth.ts";
import type { Plan } from "@repasa/contract/billing.ts";
import type { Card } from "@repasa/contract/cards.ts";
import type { ExamForecast } from "@repasa/contract/exams.ts";
import type { Folder, FolderStats } from "@repasa/contract/folders.ts";
import type { Backlog } from "@repasa/contract/pace.ts";
import { DEFAULT_PREFERENCES, NEW_CARD, NEW_USER } from "@repasa/contract/samples.ts";
import type { DailyReview, NearDay, UserStats } from "@repasa/contract/stats.ts";
import type { StudySession } from "@repasa/contract/study.ts";
import { DAYS_AROUND, listStripDates } from "#features/stats/stats.days.ts";
import { sampleOf } from "#testing/sample.ts";

const LONG_AGO = "2026-01-10T12:00:00.000Z";

export const sampleUser = sampleOf<User>({
  ...NEW_USER,
  id: 1,
  email: "ana@repasa.example",
  web: true,
  createdAt: LONG_AGO,
});

export const sampleFace = { color: "teal", icon: "🧬" } as const;

export function sampleFolder(changes: Partial<Folder> = {}): Folder {
  return {
    id: 1,
    name: "Biología",
    description: null,
    difficultyLevel: "Medio",
    language: null,
    ...sampleFace,
    colorChosen: false,
    iconChosen: false,
    answerMode: "flip",
    answerModeChosen: changes.answerMode !== undefined,
    strictAccents: false,
    hasStudiedCards: false,
    cardCount: 2,
    dueCount: 1,
    dueWaiting: 0,
    follows: null,
    createdAt: LONG_AGO,
    updatedAt: LONG_AGO,
    ...changes,
  };
}

export const sampleCard = sampleOf<Card>({
  ...NEW_CARD,
  id: 1,
  folderId: 1,
  front: "¿Qué es una célula?",
  back: "La unidad de la vida",
  createdAt: LONG_AGO,
  updatedAt: LONG_AGO,
});

export const sampleFolderStats = sampleOf<FolderStats>({
  totalCards: 2,
  dueCards: 1,
  newWaiting: 0,
  dueWaiting: 0,
  masteredCards: 0,
  difficultCards: 0,
});

/** A day without pending cards. */
export const sampleReview = sampleOf<DailyReview>({
  date: "2026-03-01",
  totalDue: 0,
  newWaiting: 0,
  dueWaiting: 0,
  break: null,
  folders: [],
});

/** A backlog for which a plan to catch up is offered. */
export const sampleBacklog = sampleOf<Backlog>({
  pending: 186,
  overdue: 150,
  minutes: 28,
  catchUp: null,
  suggestion: { days: 6, perDay: 45, leftToday: 45 },
  offered: true,
});

export const sampleStats = sampleOf<UserStats>({
  cardsDueToday: 0,
  newWaiting: 0,
  dueWaiting: 0,
  totalFolders: 1,
  foldersWithPendingCards: 0,
  totalCards: 2,
  reviewedToday: 0,
  currentStreak: 0,
  longestStreak: 0,
  nextExam: null,
  breaks: [],
});

/** Returns the days of the strip. Those that `near` omits are not completed and have no due cards. */
export function sampleNearDays(today: string, near: Record<number, Partial<NearDay>> = {}): NearDay[] {
  return listStripDates(today).map((date, index) => ({
    date,
    completed: false,
    studied: false,
    due: 0,
    asked: 0,
    ...near[index - DAYS_AROUND],
  }));
}

export function samplePreferences(changes: Partial<Preferences> = {}): Preferences {
  return { ...DEFAULT_PREFERENCES, ...changes };
}

export const samplePlan = sampleOf<Plan>({
  premium: false,
  subscription: null,
  folders: { used: 3, limit: 10 },
  cards: { used: 120, limit: 500 },
  sold: true,
  adFrame: null,
});

export const sampleSubscription = sampleOf<NonNullable<Plan["subscription"]>>({
  status: "active",
  renewsAt: null,
  renewalPrice: null,
  endsAt: null,
  graceUntil: null,
  manageable: true,
  over: false,
});

export const sampleStudySession = sampleOf<StudySession>({
  id: 1,
  folderId: 1,
  cardsStudied: 0,
  easyCount: 0,
  goodCount: 0,
  hardCount: 0,
  startedAt: LONG_AGO,
  completedAt: null,
});

/** The forecast of an exam in nine days, without a plan and without folders. */
export function sampleForecast(changes: Partial<ExamForecast> = {}): ExamForecast {
  return {
    today: "2026-03-10",
    daysLeft: 9,
    cards: 20,
    seen: 12,
    expected: { mean: 0.94, low: 0.9, high: 0.97 },
    ifStopped: { mean: 0.61, low: 0.5, high: 0.7 },
    course: [],
    plan: [],
    newCards: { missed: 0, limit: null, enough: null },
    folders: [],
    weakest: [],
    ...changes,
  };
}
