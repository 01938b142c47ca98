import type { Clock } from "#features/study/offline/offline.clock.ts";
import type { OutboxEntry } from "#features/study/offline/offline.entry.ts";

/** Differences between clocks up to this are drift, or a reload; not worth a question to the server. */
const TOLERANCE = 60_000;

const MAX_WAITED = 30 * 86_400_000;

/**
 * How long ratings have waited, which decides the day they count for. No clock of the device can be trusted alone: the
 * wall clock jumps when somebody sets it, and the monotonic clock stops while the device sleeps (in all browsers but
 * those on Windows) and begins anew with each page. So
 *
 * - the monotonic time since this page first saw the rating is the least that it waited,
 * - the wall-clock time since it was given is the most, and never less than the least,
 * - when they differ by more than a minute, the server's clock decides within these bounds, because a device that
 *   slept agrees with it and one whose clock was set does not. Without its answer the least counts.
 */
export class WaitingTimes {
  readonly #clock: Clock;
  readonly #serverNow: () => Promise<number | null>;
  readonly #firstSeen = new Map<string, number>();

  constructor(clock: Clock, serverNow: () => Promise<number | null>) {
    this.#clock = clock;
    this.#serverNow = serverNow;
  }

  see({ reviewId }: OutboxEntry): void {
    if (!this.#firstSeen.has(reviewId)) this.#firstSeen.set(reviewId, this.#clock.monotonic());
  }

  forget({ reviewId }: OutboxEntry): void {
    this.#firstSeen.delete(reviewId);
  }

  least({ reviewId }: OutboxEntry): number {
    const now = this.#clock.monotonic();
    return now - (this.#firstSeen.get(reviewId) ?? now);
  }

  most(entry: OutboxEntry): number {
    return Math.max(this.least(entry), this.#clock.now() - entry.at);
  }

  async measure(entry: OutboxEntry): Promise<number> {
    const least = this.least(entry);
    const most = this.most(entry);
    const waited = most - least <= TOLERANCE ? most : await this.#decide(entry, least, most);
    return Math.min(MAX_WAITED, Math.round(waited));
  }

  async #decide(entry: OutboxEntry, least: number, most: number): Promise<number> {
    const serverNow = await this.#serverNow();
    return serverNow === null ? least : Math.min(most, Math.max(least, serverNow - entry.at));
  }
}
