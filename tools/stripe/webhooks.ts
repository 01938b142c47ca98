import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";

const ATTEMPTS = 4;
const BACKOFF_MS = 200;
/** How long the application may take to answer. */
const TIMEOUT_MS = 10_000;

export interface SignedEvent {
  /** The bytes that the signature is of. */
  body: string;
  headers: { "content-type": string; "stripe-signature": string };
}

/** An event as Stripe delivers it. `signedAt` is in seconds, and now by default: receivers check its age. */
export function signEvent(event: object, secret: string, signedAt = Math.floor(Date.now() / 1000)): SignedEvent {
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

  async function attempt(event: object): Promise<boolean> {
    // Each attempt is signed anew, so that its signature is as old as itself.
    const { body, headers } = signEvent(event, secret);
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      const response = await fetch(url, { method: "POST", body, headers, redirect: "manual", signal });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }

  async function deliver(event: object): Promise<void> {
    await sleep(delayMs, undefined, { signal: stop.signal });
    for (let tried = 1; !(await attempt(event)) && tried < ATTEMPTS; tried++) {
      await sleep(BACKOFF_MS * 2 ** (tried - 1), undefined, { signal: stop.signal });
    }
  }

  return {
    /** Events go out side by side: Stripe promises no order. */
    send: (event: object) => {
      deliver(event).catch((error: unknown) => {
        if (!stop.signal.aborted) throw error;
      });
    },
    stop: () => stop.abort(),
  };
}
