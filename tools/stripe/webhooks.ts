import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";

const REPEATED_AFTER_MS = [200, 400, 800];

/** Signs an event as Stripe does, at the present moment: receivers check its age. */
export function signEvent(event: object, secret: string) {
  const body = JSON.stringify(event, null, 2);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
  return { body, headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature } };
}

/** `delayMs` is the delay of the first attempt, for journeys in which the student returns before the event arrives. */
export type WebhookTarget = { url: string; delayMs?: number };

/** Sends events to the application. As Stripe does, but sooner, it repeats them after any answer except 2xx. */
export function createDeliveries({ url, delayMs = 0 }: WebhookTarget, secret: string) {
  const stop = new AbortController();

  async function deliver(event: object): Promise<void> {
    for (const wait of [delayMs, ...REPEATED_AFTER_MS]) {
      await sleep(wait, undefined, { ref: false });
      // Each attempt has a new signature, so that the age of the signature is that of the attempt.
      const request = { method: "POST", ...signEvent(event, secret), signal: stop.signal };
      const response = await fetch(url, request).catch(() => null);
      await response?.arrayBuffer();
      if (response?.ok) return;
    }
  }

  return {
    /** Sends events in parallel, because Stripe guarantees no order. */
    send: (event: object) => void deliver(event),
    stop: () => stop.abort(),
  };
}
