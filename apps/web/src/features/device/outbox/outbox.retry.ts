import type { Clock } from "#features/device/outbox/outbox.clock.ts";

export const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;

export class RetryTimer {
  readonly #clock: Clock;
  readonly #retry: () => void;
  #timer: unknown;
  #failures = 0;
  #notBefore = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, retry: () => void) {
    this.#clock = clock;
    this.#retry = retry;
  }

  get isScheduled(): boolean {
    return this.#timer !== undefined;
  }

  get hasFailed(): boolean {
    return this.#failures > 0;
  }

  get canRetryEarly(): boolean {
    return this.#clock.monotonic() >= this.#notBefore;
  }

  fail(): void {
    this.#failures += 1;
  }

  reset(): void {
    this.#failures = 0;
  }

  schedule(retryAfterMs: number | null): void {
    this.fail();
    const backOff = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.#failures - 1));
    // Jitter, so that not all browsers retry in the same second after an outage.
    const delay = Math.max(retryAfterMs ?? 0, backOff * (0.5 + this.#clock.random() / 2));
    if (retryAfterMs !== null) this.#notBefore = this.#clock.monotonic() + retryAfterMs;
    this.cancel();
    this.#timer = this.#clock.setTimeout(() => {
      this.cancel();
      this.#retry();
    }, delay);
  }

  cancel(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
