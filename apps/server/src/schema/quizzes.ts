import type { CardFormat } from "@repasa/contract/cards.forms.ts";
import type { QuizAnswer, QuizKind } from "@repasa/contract/quizzes.forms.ts";
import type { QuizVerdict } from "@repasa/contract/quizzes.ts";
import { clientId, identity, indexWhereSet, instant, reference, uniqueWhereSet } from "#platform/db/columns.ts";
import {
  bigint,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  varchar,
} from "#platform/db/drizzle.cjs";
import { ownerReference } from "#schema/auth.ts";

/** A question with all that judging it needs, as its card and its folder were when the quiz was created. */
export type StoredQuestion = {
  readonly cardId: number;
  readonly folderId: number;
  readonly kind: QuizKind;
  readonly format: CardFormat;
  readonly prompt: string;
  /** The answer in the card's format; those of several gaps on a line each. */
  readonly expected: string;
  /** The answer as plain text, or that of each gap; empty unless it is typed. */
  readonly accepted: readonly string[];
  /** The texts of a choice, and the index of the right one. */
  readonly options?: readonly string[] | undefined;
  readonly rightOption?: number | undefined;
  /** The cards whose answers the options are; missing in quizzes that were created before this was noted. */
  readonly optionCards?: readonly number[] | undefined;
  /** Those of the folder. */
  readonly language: string | null;
  readonly strictAccents: boolean;
  /** Whether the card had never been rated; missing where it had, and in quizzes that were created before this was noted. */
  readonly isNew?: true | undefined;
  /** The id of the review that the answer causes. */
  readonly reviewId: string;
};

/** The answers by the place of their question, from 0. What is missing was not answered. */
export type StoredAnswers = Readonly<Record<string, QuizAnswer>>;

/** The result of a finished quiz. */
export type StoredResult = {
  readonly right: number;
  /** Null if fewer than half of the questions were answered. */
  readonly share: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** A verdict for each question. */
  readonly verdicts: readonly QuizVerdict[];
  /** The items that were not typed, for each list that was typed wrong, by the place of its question. Older results have none. */
  readonly missing?: Readonly<Record<string, readonly string[]>> | undefined;
  /**
   * The cards whose answers were typed in place of the right ones, by the place of the question. Exports contain them; imports leave
   * them out, because the ratings of the quiz name them too.
   */
  readonly confused?: Readonly<Record<string, number>> | undefined;
  /** The ids of the reviews that replace those of corrected answers, by the place of their question. */
  readonly corrections: Readonly<Record<string, string>>;
};

/**
 * Quizzes. A quiz is one row, because its questions never change, and an answer then is one statement that a finish either
 * precedes or follows. It names its exam, folders and cards without a foreign key: it outlives them.
 */
export const quizzes = pgTable(
  "tests",
  {
    id: identity(),
    userId: ownerReference().notNull(),
    name: varchar({ length: 255 }).notNull(),
    /** Null for a quiz of folders. */
    examId: reference(),
    folderIds: bigint({ mode: "number" }).array().notNull(),
    startedAt: instant().notNull(),
    endsAt: instant(),
    finishedAt: instant(),
    /** The zone in which the quiz was started, for the study day of a quiz that a job finishes. */
    timeZone: text().notNull(),
    /** The number of cards from which the questions were sampled. */
    cards: integer().notNull(),
    questionCount: smallint().notNull(),
    questions: jsonb().$type<readonly StoredQuestion[]>().notNull(),
    answers: jsonb().$type<StoredAnswers>().notNull().default({}),
    /** The mean predicted recall of the asked cards that had been rated; null if these were too few. */
    predicted: doublePrecision(),
    /** Null until the quiz is finished. */
    result: jsonb().$type<StoredResult>(),
    /** When a job has to go on with the quiz: at its end, or if its effects on schedules are not known to be complete. */
    attentionAt: instant(),
    clientId: clientId(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    indexWhereSet("tests_attention", table.attentionAt),
    uniqueWhereSet("tests_client_id_unique", table.userId, table.clientId),
  ],
);

export type QuizRow = typeof quizzes.$inferSelect;
