import * as z from "zod/mini";
import { linkToken } from "#auth.forms.ts";
import { defineEndpoint } from "#endpoint.ts";

const reminderOffer = z.object({
  /** True once, after the third completed session, for users without a reminder. */
  offer: z.boolean(),
  hour: z.int(),
  minute: z.literal([0, 30]),
});
export type ReminderOffer = z.output<typeof reminderOffer>;

/** True if the link's account gets reminders now. */
const reminderSubscription = z.object({ reminder: z.boolean() });
export type ReminderSubscription = z.output<typeof reminderSubscription>;

export const reminderEndpoints = {
  offer: defineEndpoint("GET /api/reminders/offer", {
    summary: "Tells whether to offer the daily reminder at the end of a session",
    reads: ["reminders"],
    response: reminderOffer,
  }),
  answerOffer: defineEndpoint("POST /api/reminders/offer", {
    summary: "Answers the offer, which is then not made again",
    changes: ["preferences", "reminders"],
    status: 204,
    body: z.object({ accept: z.boolean({ error: "Debe ser verdadero o falso" }) }),
  }),
  noteStop: defineEndpoint("POST /api/reminders/stop-seen", {
    summary: "Notes that the user was told why reminders had stopped",
    changes: ["preferences"],
    status: 204,
  }),
  unsubscribe: defineEndpoint("POST /api/reminders/unsubscribe", {
    summary: "Stops the reminders of the account that a mail's link belongs to",
    changes: ["preferences"],
    session: false,
    body: linkToken,
    response: reminderSubscription,
    errors: ["invalid_token"],
  }),
  resubscribe: defineEndpoint("POST /api/reminders/resubscribe", {
    summary: "Takes a stop back, with the same link",
    changes: ["preferences"],
    session: false,
    body: linkToken,
    response: reminderSubscription,
    errors: ["invalid_token"],
  }),
};
