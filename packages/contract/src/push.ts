import * as z from "zod/mini";
import { defineEndpoint } from "#endpoint.ts";
import { id, idParams, instant } from "#fields.ts";
import { nullableText } from "#texts.ts";

const ENDPOINT = "La dirección del servicio de avisos no es válida";
const KEYS = "Las claves del dispositivo no son válidas";

/** A browser that receives notifications for the account. */
const pushSubscription = z.object({
  id,
  label: z.nullable(z.string()),
  createdAt: instant,
  /** True if it was made in the session of this call. */
  current: z.boolean(),
});
export type PushSubscription = z.output<typeof pushSubscription>;

/** The value of a browser's `PushSubscription.toJSON()`, and a name for the device. */
export const newPushSubscription = z.object({
  endpoint: z.string({ error: ENDPOINT }),
  keys: z.object(
    {
      /** The browser's public key, a point of the curve P-256 in 65 bytes, in base64url. */
      p256dh: z.string({ error: KEYS }),
      /** A secret of 16 bytes, in base64url. */
      auth: z.string({ error: KEYS }),
    },
    { error: KEYS },
  ),
  label: z.optional(nullableText(100)),
});

export const pushEndpoints = {
  key: defineEndpoint("GET /api/push/key", {
    summary: "Returns the public key with which a browser subscribes to notifications, in base64url",
    reads: ["push"],
    response: z.object({ publicKey: z.string() }),
  }),
  subscribe: defineEndpoint("POST /api/push/subscriptions", {
    summary:
      "Sends notifications to this browser until the session ends; the same endpoint again replaces the keys, an eleventh subscription the oldest one",
    changes: ["push"],
    status: 201,
    body: newPushSubscription,
    response: pushSubscription,
  }),
  subscriptions: defineEndpoint("GET /api/push/subscriptions", {
    summary: "Lists the browsers that receive notifications, the oldest first",
    reads: ["push", "sessions"],
    response: z.array(pushSubscription),
  }),
  test: defineEndpoint("POST /api/push/subscriptions/{id}/test", {
    summary: "Sends a trial notification to a browser, at most one a minute",
    changes: ["push"],
    status: 204,
    params: idParams,
    errors: ["not_found"],
  }),
  unsubscribe: defineEndpoint("DELETE /api/push/subscriptions/{id}", {
    summary: "Sends no more notifications to a browser",
    changes: ["push"],
    status: 204,
    params: idParams,
    errors: ["not_found"],
  }),
};
