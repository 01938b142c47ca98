import { setTimeout as sleep } from "node:timers/promises";
import { signEvent } from "./signing.ts";

export interface WebhookTarget {
  url: string;
  /** How long the first attempt waits: the student may be back before the event is. */
  delayMs?: number;
  /** 4 by default. */
  attempts?: number;
  /** The wait before the second attempt, doubled for each further one; 200 ms by default. */
  backoffMs?: number;
}

/** Any event, those in the shape of an older version too. */
export interface Deliverable {
  id: string;
  type: string;
}

export interface Delivery {
  event: string;
  type: string;
  /** The answers in order; 0 stands for no answer. */
  statuses: number[];
  delivered: boolean;
}

/** How long the application may take to answer. */
const PATIENCE_MS = 10_000;

/** Sends events to the application and repeats what was not taken, as Stripe does, only faster. */
export class Deliveries {
  readonly log: Delivery[] = [];
  readonly #secret: string;
  readonly #underway = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #target: WebhookTarget | null;

  constructor(secret: string, target: WebhookTarget | null) {
    this.#secret = secret;
    this.#target = target;
  }

  /** From now on events go there; null keeps them here, for tests that deliver by themselves. */
  sendTo(target: WebhookTarget | null): void {
    this.#target = target;
  }

  /** Sends one, be it again. Events go out side by side: Stripe promises no order. */
  enqueue(event: Deliverable): void {
    if (!this.#target) return;
    const delivery = this.#deliver(event, this.#target).catch((error: unknown) => {
      if (!this.#stop.signal.aborted) throw error;
    });
    this.#underway.add(delivery);
    void delivery.finally(() => this.#underway.delete(delivery));
  }

  /** Resolves when nothing is on its way any more. */
  async settled(): Promise<void> {
    while (this.#underway.size > 0) await Promise.all(this.#underway);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#underway);
  }

  async #deliver(event: Deliverable, target: WebhookTarget): Promise<void> {
    const entry: Delivery = { event: event.id, type: event.type, statuses: [], delivered: false };
    this.log.push(entry);
    const { signal } = this.#stop;
    await sleep(target.delayMs ?? 0, undefined, { signal });
    const attempts = target.attempts ?? 4;
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (attempt > 0) await sleep((target.backoffMs ?? 200) * 2 ** (attempt - 1), undefined, { signal });
      const status = await this.#attempt(event, target.url);
      entry.statuses.push(status);
      entry.delivered = status >= 200 && status < 300;
      if (entry.delivered) return;
    }
  }

  async #attempt(event: Deliverable, url: string): Promise<number> {
    // Signed anew each time, as Stripe does: the signature's age is the attempt's.
    const { body, headers } = signEvent(event, this.#secret);
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(PATIENCE_MS)]);
    try {
      const response = await fetch(url, {
        method: "POST",
        body,
        headers,
        redirect: "manual",
        signal,
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }
}
