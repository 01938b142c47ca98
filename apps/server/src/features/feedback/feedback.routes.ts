import type { feedbackEndpoints } from "@repasa/contract/feedback.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import { sendFeedback } from "./feedback.service.ts";

export function feedbackRoutes(ctx: Context): Handlers<typeof feedbackEndpoints> {
  return {
    send: ({ owner, moment, client, body }) => sendFeedback(ctx, owner, moment, client, body),
  };
}
