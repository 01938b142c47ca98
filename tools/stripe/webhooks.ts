import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import type { StripeEvent } from "./stripe-types.ts";

const ATTEMPTS = 4;
const BACKOFF_MS = 200;

/** An event as Stripe delivers it. `signedAt` is in seconds, and now by default: receivers check its age. */
export function signEvent(event: object, secret: string, signedAt = Math.floor(Date.now() / 1000)) {
  const body = JSON.stringify(event, null, 2);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: signedAt });
  return { body, headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature } };
}

export interface WebhookTarget {
  url: string;
  /** How long the first attempt waits: the student may be back before the event is. */
  delayMs?: number;
}

/** Sends events to the application, and again after any answer but 2xx, as Stripe does, only faster. */
export function createDeliveries({ url, delayMs = 0 }: WebhookTarget, secret: string) {
  const stop = new AbortController();

  async function isAccepted(event: object): Promise<boolean> {
    // Each attempt is signed anew, so that its signature is as old as itself.
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
    /** Events go out side by side: Stripe promises no order. */
    send: (event: object) => void deliver(event),
    stop: () => stop.abort(),
  };
}

// Events as an endpoint pinned to an older version of the API gets them: before periods moved to a subscription's
// items, and an invoice's subscription into its `parent`.
function olderSubscription({ items, ...rest }: Stripe.Subscription) {
  const data = items.data.map(({ current_period_start, current_period_end, ...item }) => item);
  const { current_period_start, current_period_end } = items.data[0] ?? {};
  return { ...rest, current_period_start, current_period_end, items: { ...items, data } };
}

function olderInvoice({ parent, ...rest }: Stripe.Invoice) {
  return { ...rest, paid: rest.status === "paid", subscription: parent?.subscription_details?.subscription };
}

function olderObject(object: StripeEvent["data"]["object"]): object {
  if (object.object === "subscription") return olderSubscription(object);
  return object.object === "invoice" ? olderInvoice(object) : object;
}

/** The same event, with the same id, in the older shape. */
export function inOlderVersion({ id, type, created, data }: StripeEvent) {
  return { id, object: "event", type, created, api_version: "2024-06-20", data: { object: olderObject(data.object) } };
}
