import type { Clock } from "#features/device/outbox/outbox.clock.ts";
import type { OutboxEntry } from "#features/device/outbox/outbox.entry.ts";

/** Differences between the clocks up to this are drift or a reload, and not worth a request to the server. */
const TOLERANCE_MS = 60_000;

const MAX_WAITED_MS = 30 * 86_400_000;

/**
 * Measures how long ratings have waited, which determines the study date that they count for. No clock of the device is
 * reliable by itself: the wall clock jumps when somebody sets it, and the monotonic clock stops while the device sleeps
 * (in all browsers but those on Windows) and restarts with each page. Therefore
 *
 * - the monotonic time since this page first saw the rating is the minimum,
 * - the wall-clock time since the rating was given is the maximum, and never less than the minimum,
 * - if they differ by more than a minute, the server's clock decides within these bounds, because the wall clock of a
 *   device that slept agrees with the server's and a wall clock that was set does not. If the server does not respond,
 *   the minimum is used.
 */
export class WaitingTimes {
  readonly #clock: Clock;
  readonly #serverNow: () => Promise<number | null>;
  readonly #firstSeen = new Map<string, number>();

  constructor(clock: Clock, serverNow: () => Promise<number | null>) {
    this.#clock = clock;
    this.#serverNow = serverNow;
  }

  noteFirstSeen({ reviewId }: OutboxEntry): void {
    if (!this.#firstSeen.has(reviewId)) this.#firstSeen.set(reviewId, this.#clock.monotonic());
  }

  forget({ reviewId }: OutboxEntry): void {
    this.#firstSeen.delete(reviewId);
  }

  measureMinimum({ reviewId }: OutboxEntry): number {
    const now = this.#clock.monotonic();
    return now - (this.#firstSeen.get(reviewId) ?? now);
  }

  measureMaximum(entry: OutboxEntry): number {
    return Math.max(this.measureMinimum(entry), this.#clock.now() - entry.at);
  }

  /** Measures entries that are sent together. Asks the server for its time at most once, and only if a rating needs it. */
  async measure(entries: readonly OutboxEntry[]): Promise<number[]> {
    const isUncertain = (entry: OutboxEntry) =>
      entry.kind === "review" && this.measureMaximum(entry) - this.measureMinimum(entry) > TOLERANCE_MS;
    const serverNow = entries.some(isUncertain) ? await this.#serverNow() : null;
    return entries.map((entry) => {
      if (entry.kind !== "review") return 0;
      const [least, most] = [this.measureMinimum(entry), this.measureMaximum(entry)];
      if (!isUncertain(entry)) return limitWaiting(most);
      return limitWaiting(serverNow === null ? least : Math.min(most, Math.max(least, serverNow - entry.at)));
    });
  }
}

function limitWaiting(waitedMs: number): number {
  return Math.min(MAX_WAITED_MS, Math.round(waitedMs));
}
