import * as z from "zod/mini";
import { cardFormat } from "#cards.forms.ts";
import { defineEndpoint } from "#endpoint.ts";
import { count, id, idParams, instant, pathId } from "#fields.ts";
import { newQuiz, quizAnswer, quizKind } from "#quizzes.forms.ts";

/** The id of a card, a folder or an exam; below 1 if it was deleted before its account was copied into this one. */
const pastId = z.int();

const quizQuestion = z.object({
  /** Counts from 1. */
  n: count,
  cardId: pastId,
  kind: quizKind,
  format: cardFormat,
  /** The front of the card in its format, with the gaps that are asked for hidden. */
  prompt: z.string(),
  /** The texts of the four options of a choice, in their order; missing for other kinds. */
  options: z.optional(z.array(z.string())),
});
export type QuizQuestion = z.output<typeof quizQuestion>;

const quizFields = {
  id,
  /** The names of the folders, or that of the exam, when the quiz was created. */
  name: z.string(),
  startedAt: instant,
  /** When the time is over; null without a limit. */
  endsAt: z.nullable(instant),
  /** The exam that the quiz covers; null if it covers folders. The exam may have been deleted since. */
  examId: z.nullable(pastId),
  /** The folders that the quiz covers; some of them may have been deleted since. */
  folderIds: z.array(pastId),
};

/** A quiz without anything that gives an answer away. */
const quiz = z.object({ ...quizFields, questions: z.array(quizQuestion) });
export type Quiz = z.output<typeof quiz>;

/**
 * The typed text, the text of the chosen option, or whether the card was recalled; false also for `No lo sé`; null without an
 * answer.
 */
const givenAnswer = z.nullable(z.union([z.string(), z.boolean()]));
export type GivenAnswer = z.output<typeof givenAnswer>;

const answeredQuestion = z.extend(quizQuestion, { given: givenAnswer });

const savedQuiz = z.object({
  ...quizFields,
  finishedAt: z.nullable(instant),
  questions: z.array(answeredQuestion),
});
export type SavedQuiz = z.output<typeof savedQuiz>;

export const quizVerdict = z.enum(["right", "accent", "close", "wrong"]);
export type QuizVerdict = z.output<typeof quizVerdict>;

const judgedFields = {
  /** The answer of the card in its format; for gaps their texts, one line each. */
  expected: z.string(),
  verdict: quizVerdict,
  /** True for every verdict except `wrong`. */
  right: z.boolean(),
  /** The items that were not typed for an answer that is a list; left out unless it was typed wrong. */
  missing: z.optional(z.array(z.string())),
};

const scoreFields = {
  /** The number of questions that count as right, and of all questions. */
  right: count,
  of: count,
  /** The number of questions that were answered, with `No lo sé` and empty texts. */
  answered: count,
  /** The number of cards from which the questions were sampled. */
  cards: count,
  /** The number of questions on cards that had never been rated. */
  newCards: count,
  /** The estimated share of all cards that would be right, 0 to 1, and its 90 % interval; null if fewer than half were answered. */
  share: z.nullable(z.number()),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  /**
   * The mean recall that the scheduler predicted, before the quiz, for the asked cards that had been rated, 0 to 1; null unless
   * these are at least 80 % of the questions.
   */
  predicted: z.nullable(z.number()),
};

const quizResult = z.object({
  id,
  ...scoreFields,
  questions: z.array(
    z.object({
      n: count,
      cardId: pastId,
      kind: quizKind,
      prompt: z.string(),
      given: givenAnswer,
      ...judgedFields,
    }),
  ),
});
export type QuizResult = z.output<typeof quizResult>;

/** A finished quiz: the saved quiz and its result in one. */
const finishedQuiz = z.object({
  ...quizFields,
  ...scoreFields,
  finishedAt: instant,
  questions: z.array(z.extend(answeredQuestion, judgedFields)),
});
export type FinishedQuiz = z.output<typeof finishedQuiz>;

/** A quiz without its questions. What only a finished quiz has is null before. */
const listedQuiz = z.object({
  ...quizFields,
  finishedAt: z.nullable(instant),
  /** The number of questions. */
  of: count,
  /** The number of cards from which the questions were sampled. */
  cards: count,
  right: z.nullable(count),
  share: z.nullable(z.number()),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  predicted: z.nullable(z.number()),
});
export type ListedQuiz = z.output<typeof listedQuiz>;

const questionParams = z.object({ id: pathId, n: pathId });

export const quizEndpoints = {
  create: defineEndpoint("POST /api/tests", {
    summary:
      "Draws a test from the cards of folders or of an exam; the same clientId again returns the test that it made first",
    changes: ["quizzes"],
    status: 201,
    body: newQuiz,
    response: quiz,
    errors: ["not_found", "conflict"],
  }),
  list: defineEndpoint("GET /api/tests", {
    summary: "Lists the user's tests without their questions, the newest first",
    reads: ["quizzes"],
    response: z.array(listedQuiz),
  }),
  read: defineEndpoint("GET /api/tests/{id}", {
    summary: "Returns a test with the answers given so far; a finished one with its result",
    reads: ["quizzes"],
    params: idParams,
    response: z.union([finishedQuiz, savedQuiz]),
    errors: ["not_found"],
  }),
  answer: defineEndpoint("PUT /api/tests/{id}/answers/{n}", {
    summary: "Answers a question; an answer can be changed until the end",
    changes: ["quizzes"],
    writeBudget: "study",
    status: 204,
    params: questionParams,
    body: quizAnswer,
    errors: ["not_found", "conflict"],
  }),
  finish: defineEndpoint("POST /api/tests/{id}/finish", {
    summary: "Ends a test, judges it and rates the cards that were due; a second finish returns the same result",
    changes: ["quizzes", "reviews"],
    params: idParams,
    response: quizResult,
    errors: ["not_found"],
  }),
  correct: defineEndpoint("POST /api/tests/{id}/answers/{n}/correct", {
    summary: "Turns a wrong typed answer of a finished test into a right one, with its effects",
    changes: ["quizzes", "reviews"],
    params: questionParams,
    response: quizResult,
    errors: ["not_found", "conflict"],
  }),
  remove: defineEndpoint("DELETE /api/tests/{id}", {
    summary: "Deletes a test; on the study day on which it ended its effects on schedules are undone",
    changes: ["quizzes", "reviews"],
    status: 204,
    params: idParams,
    errors: ["not_found"],
  }),
};
