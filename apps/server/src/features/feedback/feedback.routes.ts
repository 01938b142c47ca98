import type { feedbackEndpoints } from "@repasa/contract/feedback.ts";
import type { Handlers } from "#http/call.ts";
import type { FeedbackService } from "./feedback.service.ts";

export function feedbackRoutes(feedback: FeedbackService): Handlers<typeof feedbackEndpoints> {
  return {
    send: ({ owner, moment, client, body }) => feedback.send(owner, moment, client, body),
  };
}
