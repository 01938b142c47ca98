import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import type { StripeEvent } from "./stripe-types.ts";

const ATTEMPTS = 4;
const BACKOFF_MS = 200;

/** Signs an event as Stripe does. `signedAt` is in seconds since 1970, by default the present: receivers check its age. */
export function signEvent(event: object, secret: string, signedAt = Math.floor(Date.now() / 1000)) {
  const body = JSON.stringify(event, null, 2);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: signedAt });
  return { body, headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature } };
}

export interface WebhookTarget {
  url: string;
  /** The delay of the first attempt, for tests in which the student returns before the event arrives. */
  delayMs?: number;
}

/** Sends events to the application. As Stripe does, but sooner, it repeats them after any answer except 2xx. */
export function createDeliveries({ url, delayMs = 0 }: WebhookTarget, secret: string) {
  const stop = new AbortController();

  async function isAccepted(event: object): Promise<boolean> {
    // Each attempt has a new signature, so that the age of the signature is that of the attempt.
    const request = { method: "POST", ...signEvent(event, secret), signal: stop.signal };
    const response = await fetch(url, request).catch(() => null);
    await response?.arrayBuffer();
    return response?.ok ?? false;
  }

  async function deliver(event: object): Promise<void> {
    let wait = delayMs;
    for (let tried = 0; tried < ATTEMPTS && !stop.signal.aborted; tried++) {
      await sleep(wait, undefined, { ref: false });
      if (await isAccepted(event)) return;
      wait = BACKOFF_MS * 2 ** tried;
    }
  }

  return {
    /** Sends events in parallel, because Stripe guarantees no order. */
    send: (event: object) => void deliver(event),
    stop: () => stop.abort(),
  };
}

// Conversion of events to an older version of the API, which an endpoint may be pinned to: there the period is in the subscription
// instead of its items, and an invoice's subscription is not in its `parent`.
function convertSubscription({ items, ...rest }: Stripe.Subscription) {
  const data = items.data.map(({ current_period_start, current_period_end, ...item }) => item);
  const { current_period_start, current_period_end } = items.data[0] ?? {};
  return { ...rest, current_period_start, current_period_end, items: { ...items, data } };
}

function convertInvoice({ parent, ...rest }: Stripe.Invoice) {
  return { ...rest, paid: rest.status === "paid", subscription: parent?.subscription_details?.subscription };
}

function convertObject(object: StripeEvent["data"]["object"]): object {
  if (object.object === "subscription") return convertSubscription(object);
  return object.object === "invoice" ? convertInvoice(object) : object;
}

/** Returns an event, with the same id, in the form of the older version. */
export function convertToOlderVersion({ id, type, created, data }: StripeEvent) {
  return {
    id,
    object: "event",
    type,
    created,
    api_version: "2024-06-20",
    data: { object: convertObject(data.object) },
  };
}
