import type { reminderEndpoints } from "@repasa/contract/reminders.ts";
import type { Handlers } from "#http/call.ts";
import type { RemindersService } from "./reminders.service.ts";

export function remindersRoutes(reminders: RemindersService): Handlers<typeof reminderEndpoints> {
  return {
    offer: ({ owner }) => reminders.offer(owner),
    answerOffer: ({ owner, moment, body }) => reminders.answerOffer(owner, moment, body.accept),
    unsubscribe: ({ moment, body }) => reminders.unsubscribe(body.token, moment),
    resubscribe: ({ moment, body }) => reminders.resubscribe(body.token, moment),
  };
}
