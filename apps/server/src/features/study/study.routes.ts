import type { studyEndpoints } from "@repasa/contract/study.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import { readConfusions } from "./confusions/confusions.service.ts";
import { readCostlyCards } from "./costly/costly.service.ts";
import { startSession, updateSession } from "./sessions/sessions.service.ts";
import { readCardHistory } from "./study.history.ts";
import { rateCards } from "./study.listed.ts";
import { readReviewQueue } from "./study.queue.ts";
import { rateCard, undoReview } from "./study.service.ts";

export function studyRoutes(ctx: Context): Handlers<typeof studyEndpoints> {
  return {
    reviewQueue: ({ owner, moment, query }) => readReviewQueue(ctx, owner, moment, query),
    review: ({ owner, moment, params, body }) => rateCard(ctx, owner, moment, params.id, body),
    reviewMany: ({ owner, moment, body }) => rateCards(ctx, owner, moment, body.ratings),
    undoReview: ({ owner, moment, params }) => undoReview(ctx, owner, moment, params.id, params.reviewId),
    history: ({ owner, moment, params }) => readCardHistory(ctx, owner, moment, params.id),
    confusions: ({ owner, moment }) => readConfusions(ctx, owner, moment),
    costly: ({ owner, moment }) => readCostlyCards(ctx, owner, moment),
    startSession: ({ owner, moment, body }) => startSession(ctx, owner, moment, body),
    updateSession: ({ owner, params, body }) => updateSession(ctx, owner, params.id, body),
  };
}
