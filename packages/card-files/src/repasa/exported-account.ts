import type { accountEndpoints, Preferences } from "@repasa/contract/account.ts";
import type { BodyOf } from "@repasa/contract/endpoint.ts";
import type { AnswerMode } from "@repasa/contract/folders.choices.ts";
import type { DateRange, LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { ExactReview } from "./exact-history.ts";
import type { ExportedQuiz } from "./quiz-records.ts";

/** The contents of one of our own files apart from cards and media. Ids are those of the account that was exported. */
export interface OwnFile {
  readonly folders: readonly ExportedFolder[];
  /** Null in an export of a single folder. */
  readonly account: ExportedAccount | null;
}

/** Instants are ISO 8601 in UTC. */
export type ExportedFolder = {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly catalogSlug: string | null;
  readonly difficultyLevel: string;
  readonly language: string | null;
  /** The chosen colour and icon; null for those that follow from the name. */
  readonly color: string | null;
  /** The colour that the folder has without a chosen one; null if it is made from the name alone. */
  readonly automaticColor: string | null;
  readonly icon: string | null;
  /** Null unless it was chosen. */
  readonly answerMode: AnswerMode | null;
  readonly strictAccents: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type ExportedAccount = {
  readonly preferences: ExportedPreferences | null;
  readonly reminder: ExportedReminder | null;
  readonly exams: readonly ExportedExam[];
  readonly examMoves: readonly ExportedMove[];
  readonly breaks: readonly ExportedBreak[];
  readonly sharedDates: readonly LocalDate[];
  readonly sessions: readonly ExportedSession[];
  /** Returns the quizzes. Each call starts again with the first one. */
  readonly quizzes: () => Iterable<ExportedQuiz>;
  /** Null if the file does not state how past days ended. */
  readonly past: ExportedPast | null;
  /** Returns the reviews of deleted cards. Each call starts again with the first one. */
  readonly otherReviews: () => Iterable<OtherReview>;
};

/** Preferences that the account had chosen; the others are absent. */
export type ExportedPreferences = Omit<
  BodyOf<typeof accountEndpoints.setPreferences>,
  "reminder" | "reminderHour" | "reminderMinute" | "reminderChannels"
> & {
  readonly catchUpUntil: LocalDate | null;
  readonly catchUpPerDay: number | null;
  readonly retentionQuestionFrom: LocalDate | null;
};

export type ExportedReminder = Pick<
  Preferences,
  "reminder" | "reminderHour" | "reminderMinute" | "reminderChannels"
> & {
  readonly offerAnsweredAt: string | null;
};

export type ExportedExam = {
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
export type ExportedMove = {
  readonly cardId: number;
  readonly lastReviewDate: LocalDate;
  readonly movedTo: LocalDate;
  readonly nextReviewAt: string;
  readonly nextReviewDate: LocalDate;
  readonly interval: number;
};

export type ExportedBreak = DateRange & { readonly spreadUntil: LocalDate };

export type ExportedSession = {
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
export type ExportedPast = {
  readonly settledThrough: LocalDate;
  readonly keptThrough: LocalDate | null;
  /** The days on which folders were left pending. */
  readonly days: readonly { readonly date: LocalDate; readonly pendingFolders: readonly number[] }[];
  readonly gaps: readonly DateRange[];
};

type OtherReview = ExactReview & { readonly cardId: number };
