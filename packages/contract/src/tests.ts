import * as z from "zod/mini";
import { cardFormat } from "#cards.forms.ts";
import { defineEndpoint } from "#endpoint.ts";
import { count, id, idParams, instant, pathId } from "#fields.ts";
import { newTest, testAnswer, testKind } from "#tests.forms.ts";

/** The id of a card, a folder or an exam; below 1 if it was deleted before its account was copied into this one. */
const pastId = z.int();

export const testQuestion = z.object({
  /** Counts from 1. */
  n: count,
  cardId: pastId,
  kind: testKind,
  format: cardFormat,
  /** The front of the card in its format, with the gaps that are asked for hidden. */
  prompt: z.string(),
  /** The texts of the four options of a choice, in their order; missing for other kinds. */
  options: z.optional(z.array(z.string())),
});
export type TestQuestion = z.output<typeof testQuestion>;

const testFields = {
  id,
  /** The names of the folders, or that of the exam, when the test was created. */
  name: z.string(),
  startedAt: instant,
  /** When the time is over; null without a limit. */
  endsAt: z.nullable(instant),
};

/** A test without anything that gives an answer away. */
export const test = z.object({ ...testFields, questions: z.array(testQuestion) });
export type Test = z.output<typeof test>;

/** The typed text, the text of the chosen option, or whether the card was recalled; null without an answer. */
export const givenAnswer = z.nullable(z.union([z.string(), z.boolean()]));
export type GivenAnswer = z.output<typeof givenAnswer>;

const answeredQuestion = z.extend(testQuestion, { given: givenAnswer });

export const savedTest = z.object({
  ...testFields,
  finishedAt: z.nullable(instant),
  questions: z.array(answeredQuestion),
});
export type SavedTest = z.output<typeof savedTest>;

export const testVerdict = z.enum(["right", "accent", "close", "wrong"]);
export type TestVerdict = z.output<typeof testVerdict>;

const judgedFields = {
  /** The answer of the card in its format; for gaps their texts, one line each. */
  expected: z.string(),
  verdict: testVerdict,
  /** True for every verdict except `wrong`. */
  right: z.boolean(),
};

const scoreFields = {
  /** The number of questions that count as right, and of all questions. */
  right: count,
  of: count,
  /** The estimated share of all cards that would be right, 0 to 1, and its 90 % interval. */
  share: z.number(),
  low: z.number(),
  high: z.number(),
  /** The share that the scheduler predicted for the same cards before the test; null if none of them was rated before. */
  predicted: z.nullable(z.number()),
};

export const testResult = z.object({
  id,
  ...scoreFields,
  questions: z.array(
    z.object({
      n: count,
      cardId: pastId,
      kind: testKind,
      prompt: z.string(),
      given: givenAnswer,
      ...judgedFields,
    }),
  ),
});
export type TestResult = z.output<typeof testResult>;

/** A finished test: the saved test and its result in one. */
export const finishedTest = z.object({
  ...testFields,
  ...scoreFields,
  finishedAt: instant,
  questions: z.array(z.extend(answeredQuestion, judgedFields)),
});
export type FinishedTest = z.output<typeof finishedTest>;

/** A test without its questions. What only a finished test has is null before. */
export const listedTest = z.object({
  ...testFields,
  finishedAt: z.nullable(instant),
  /** The exam that the test covers; null if it covers folders. The exam may have been deleted since. */
  examId: z.nullable(pastId),
  /** The folders that the test covers; some of them may have been deleted since. */
  folderIds: z.array(pastId),
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
export type ListedTest = z.output<typeof listedTest>;

const questionParams = z.object({ id: pathId, n: pathId });

export const testEndpoints = {
  create: defineEndpoint({
    method: "POST",
    path: "/api/tests",
    summary:
      "Draws a test from the cards of folders or of an exam; the same clientId again answers the test that it made first",
    changes: ["tests"],
    status: 201,
    body: newTest,
    response: test,
    errors: ["not_found", "conflict"],
  }),
  list: defineEndpoint({
    method: "GET",
    path: "/api/tests",
    summary: "The user's tests without their questions, the newest first",
    reads: ["tests"],
    response: z.array(listedTest),
  }),
  read: defineEndpoint({
    method: "GET",
    path: "/api/tests/{id}",
    summary: "A test with the answers given so far; a finished one with its result",
    reads: ["tests"],
    params: idParams,
    response: z.union([finishedTest, savedTest]),
    errors: ["not_found"],
  }),
  answer: defineEndpoint({
    method: "PUT",
    path: "/api/tests/{id}/answers/{n}",
    summary: "Answers a question; an answer can be changed until the end",
    changes: ["tests"],
    writeBudget: "study",
    status: 204,
    params: questionParams,
    body: testAnswer,
    errors: ["not_found", "conflict"],
  }),
  finish: defineEndpoint({
    method: "POST",
    path: "/api/tests/{id}/finish",
    summary: "Ends a test, judges it and rates the cards that were due; a second finish answers the same result",
    changes: ["tests", "reviews"],
    params: idParams,
    response: testResult,
    errors: ["not_found"],
  }),
  correct: defineEndpoint({
    method: "POST",
    path: "/api/tests/{id}/answers/{n}/correct",
    summary: "Turns a wrong typed answer of a finished test into a right one, with its effects",
    changes: ["tests", "reviews"],
    params: questionParams,
    response: testResult,
    errors: ["not_found", "conflict"],
  }),
  remove: defineEndpoint({
    method: "DELETE",
    path: "/api/tests/{id}",
    summary: "Deletes a test; on the study day on which it ended its effects on schedules are undone",
    changes: ["tests", "reviews"],
    status: 204,
    params: idParams,
    errors: ["not_found"],
  }),
};
