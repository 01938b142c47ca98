import type { quizEndpoints } from "@repasa/contract/quizzes.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import {
  answerQuestion,
  correctAnswer,
  finishQuiz,
  listQuizzes,
  readQuiz,
  removeQuiz,
  startQuiz,
} from "./quizzes.service.ts";

export function quizzesRoutes(ctx: Context): Handlers<typeof quizEndpoints> {
  return {
    create: ({ owner, moment, body }) => startQuiz(ctx, owner, moment, body),
    list: ({ owner, moment }) => listQuizzes(ctx, owner, moment),
    read: ({ owner, moment, params }) => readQuiz(ctx, owner, moment, params.id),
    answer: ({ owner, moment, params, body }) => answerQuestion(ctx, owner, moment, params, body),
    finish: ({ owner, moment, params }) => finishQuiz(ctx, owner, moment, params.id),
    correct: ({ owner, moment, params }) => correctAnswer(ctx, owner, moment, params),
    remove: ({ owner, moment, params }) => removeQuiz(ctx, owner, moment, params.id),
  };
}
