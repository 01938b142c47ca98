// What the server returns of something new: tests of the server compare it, and tests of the web begin with it.
import type { Preferences } from "#account.ts";
import type { User } from "#auth.ts";
import type { Card } from "#cards.ts";

/** An account that was just registered on the web, apart from what tells it from others. */
export const NEW_USER: Omit<User, "id" | "email" | "createdAt"> = {
  firstName: null,
  lastName: null,
  isEmailVerified: false,
  pendingEmail: null,
  subscription: "free",
  statusMobile: null,
  mobile: false,
  web: false,
  premium: false,
  graceUntil: null,
};

export const DEFAULT_PREFERENCES: Preferences = {
  theme: "system",
  shortcuts: true,
  desiredRetention: 0.9,
  dayStartHour: 4,
  newCardsPerDay: null,
  reviewsPerDay: null,
  quietDays: [1, 1, 1, 1, 1, 1, 1],
  sessionSize: 20,
  answerMode: "flip",
  newCardsOffered: false,
  forgottenExplained: false,
  costlyNamedOn: null,
  refit: true,
  reminder: false,
  reminderHour: 18,
  reminderMinute: 0,
  reminderChannels: ["mail"],
  reminderStop: null,
  asksAboutForgotten: false,
  retentionQuestionFrom: null,
};

/** All of a new card but its texts, its place and its times. */
export const NEW_CARD: Omit<Card, "id" | "folderId" | "front" | "back" | "createdAt" | "updatedAt"> = {
  difficulty: "new",
  reviewCount: 0,
  lastReviewedAt: null,
  nextReviewAt: null,
  nextReviewDate: null,
  interval: 2,
  easeFactor: 250,
  format: "plain",
  tags: [],
  suspended: false,
  groupId: null,
  variant: null,
  upstream: null,
};
