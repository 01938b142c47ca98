import type { reminderEndpoints } from "@repasa/contract/reminders.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import { answerOffer, noteStop, readOffer, switchByToken } from "./reminders.service.ts";

export function remindersRoutes(ctx: Context): Handlers<typeof reminderEndpoints> {
  return {
    offer: ({ owner }) => readOffer(ctx, owner),
    answerOffer: ({ owner, moment, body }) => answerOffer(ctx, owner, moment, body.accept),
    noteStop: ({ owner }) => noteStop(ctx, owner),
    unsubscribe: ({ moment, body }) => switchByToken(ctx, body.token, moment, false),
    resubscribe: ({ moment, body }) => switchByToken(ctx, body.token, moment, true),
  };
}
