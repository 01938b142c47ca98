import type { examEndpoints } from "@repasa/contract/exams.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import { forecast, load, outcome } from "./exams.forecast.ts";
import { changeExam, createExam, listExams, removeExam } from "./exams.service.ts";

export function examsRoutes(ctx: Context): Handlers<typeof examEndpoints> {
  return {
    list: ({ owner, moment }) => listExams(ctx, owner, moment),
    create: ({ owner, moment, body }) => createExam(ctx, owner, moment, body),
    update: ({ owner, moment, params, body }) => changeExam(ctx, owner, moment, params.id, body),
    forecast: ({ owner, moment, params }) => forecast(ctx, owner, moment, params.id),
    load: ({ owner, moment, query }) => load(ctx, owner, moment, query.days),
    outcome: ({ owner, moment, params }) => outcome(ctx, owner, moment, params.id),
    remove: ({ owner, moment, params }) => removeExam(ctx, owner, moment, params.id),
  };
}
