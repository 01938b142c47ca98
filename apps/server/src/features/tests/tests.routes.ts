import type { testEndpoints } from "@repasa/contract/tests.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import {
  answerQuestion,
  correctAnswer,
  finishTest,
  listTests,
  readTest,
  removeTest,
  startTest,
} from "./tests.service.ts";

export function testsRoutes(ctx: Context): Handlers<typeof testEndpoints> {
  return {
    create: ({ owner, moment, body }) => startTest(ctx, owner, moment, body),
    list: ({ owner, moment }) => listTests(ctx, owner, moment),
    read: ({ owner, moment, params }) => readTest(ctx, owner, moment, params.id),
    answer: ({ owner, moment, params, body }) => answerQuestion(ctx, owner, moment, params, body),
    finish: ({ owner, moment, params }) => finishTest(ctx, owner, moment, params.id),
    correct: ({ owner, moment, params }) => correctAnswer(ctx, owner, moment, params),
    remove: ({ owner, moment, params }) => removeTest(ctx, owner, moment, params.id),
  };
}
