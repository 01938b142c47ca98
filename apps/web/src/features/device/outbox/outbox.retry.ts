import type { Clock } from "#features/device/outbox/outbox.clock.ts";
import type { FailedEntry, StoredEntry } from "#features/device/outbox/outbox.entry.ts";

export const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;

/** Returns the longest pause after so many failures in a row, in milliseconds. */
const limitPause = (failures: number): number => Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1));

/** A pause may be as short as half of the longest. */
const SHORTEST = 0.5;

/**
 * Counts a failure of the server with an entry, unless it follows the last one sooner than the pause between two attempts: what wakes
 * the sender early, such as a connection that comes and goes, must not use up an entry's attempts.
 *
 * @param now In milliseconds since 1970; somebody may have set the clock back.
 * @returns undefined if it does not count.
 */
export function countFailure(entry: StoredEntry, now: number): FailedEntry | undefined {
  const { failures = 0, failedAt = Number.NEGATIVE_INFINITY } = entry;
  const isTooSoon = failures > 0 && now >= failedAt && now - failedAt < limitPause(failures) * SHORTEST;
  return isTooSoon ? undefined : { ...entry, failures: failures + 1, failedAt: now };
}

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
    // Jitter, so that not all browsers retry in the same second after an outage.
    const share = SHORTEST + this.#clock.random() * (1 - SHORTEST);
    const delay = Math.max(retryAfterMs ?? 0, limitPause(this.#failures) * share);
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
