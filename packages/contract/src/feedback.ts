import * as z from "zod/mini";
import { defineEndpoint } from "#endpoint.ts";
import { id, instant } from "#fields.ts";
import { freeText } from "#texts.ts";

const STARS = "La valoración debe ser de 1 a 5 estrellas";

const feedbackForm = z.object({
  rating: z.int({ error: STARS }).check(z.gte(1, { error: STARS }), z.lte(5, { error: STARS })),
  feedback: z._default(freeText(5000), ""),
  /** The time by the client's clock. */
  timestamp: z.optional(instant),
  userAgent: z.optional(freeText(1000)),
  userId: z.optional(id),
  email: z.optional(freeText(255)),
});

export const feedbackEndpoints = {
  send: defineEndpoint("POST /api/feedback", {
    summary: "Takes a star rating, with or without a suggestion",
    changes: [],
    session: false,
    status: 201,
    body: feedbackForm,
    response: z.object({ message: z.string() }),
    // The error if the account of the session has been deleted meanwhile.
    errors: ["unauthorized"],
  }),
};
