import type { accountEndpoints, Preferences } from "@repasa/contract/account.ts";
import type { BodyOf } from "@repasa/contract/endpoint.ts";
import type { AnswerMode } from "@repasa/contract/folders.choices.ts";
import type { DateRange, LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { ExactReview } from "./exact-history.ts";
import type { CopiedQuiz } from "./quiz-records.ts";

/** The contents of one of our own files apart from cards and media. Ids are those of the account that was exported. */
export interface OwnFile {
  readonly folders: readonly CopiedFolder[];
  /** Null in an export of a single folder. */
  readonly account: CopiedAccount | null;
}

/** Instants are ISO 8601 in UTC. */
export type CopiedFolder = {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly catalogSlug: string | null;
  readonly difficultyLevel: string;
  readonly language: string | null;
  /** The chosen colour and icon; null for those that are made from the name. */
  readonly color: string | null;
  readonly icon: string | null;
  readonly answerMode: AnswerMode;
  readonly strictAccents: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type CopiedAccount = {
  readonly preferences: CopiedPreferences | null;
  readonly reminder: CopiedReminder | null;
  readonly exams: readonly CopiedExam[];
  readonly examMoves: readonly CopiedMove[];
  readonly breaks: readonly CopiedBreak[];
  readonly sharedDates: readonly LocalDate[];
  readonly sessions: readonly CopiedSession[];
  /** Returns the quizzes. Each call starts again with the first one. */
  readonly quizzes: () => Iterable<CopiedQuiz>;
  /** Null if the file does not state how past days ended. */
  readonly past: CopiedPast | null;
  /** Returns the reviews of deleted cards. Each call starts again with the first one. */
  readonly otherReviews: () => Iterable<OtherReview>;
};

/** Preferences that the account had chosen; the others are absent. */
export type CopiedPreferences = Omit<
  BodyOf<typeof accountEndpoints.setPreferences>,
  "reminder" | "reminderHour" | "reminderMinute" | "reminderChannels"
> & {
  readonly catchUpUntil: LocalDate | null;
  readonly catchUpPerDay: number | null;
  readonly retentionQuestionFrom: LocalDate | null;
};

export type CopiedReminder = Pick<Preferences, "reminder" | "reminderHour" | "reminderMinute" | "reminderChannels"> & {
  readonly offerAnsweredAt: string | null;
};

export type CopiedExam = {
  readonly id: number;
  readonly name: string;
  readonly date: LocalDate;
  readonly foretold: {
    readonly on: LocalDate;
    readonly mean: number;
    readonly low: number;
    readonly high: number;
  } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly folderIds: readonly number[];
};

/** A card whose due date an exam had moved forward; see `exam_moves`. */
export type CopiedMove = {
  readonly cardId: number;
  readonly lastReviewDate: LocalDate;
  readonly movedTo: LocalDate;
  readonly nextReviewAt: string;
  readonly nextReviewDate: LocalDate;
  readonly interval: number;
};

export type CopiedBreak = DateRange & { readonly spreadUntil: LocalDate };

export type CopiedSession = {
  readonly id: number;
  readonly folderId: number | null;
  readonly cardsStudied: number;
  readonly easyCount: number;
  readonly goodCount: number;
  readonly hardCount: number;
  readonly startedAt: string;
  readonly completedAt: string | null;
};

/** The outcome of past days. The reviews given on them are in the log. */
export type CopiedPast = {
  readonly settledThrough: LocalDate;
  readonly keptThrough: LocalDate | null;
  /** The days on which folders were left pending. */
  readonly days: readonly { readonly date: LocalDate; readonly pendingFolders: readonly number[] }[];
  readonly gaps: readonly DateRange[];
};

type OtherReview = ExactReview & { readonly cardId: number };
