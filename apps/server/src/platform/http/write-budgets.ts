import type { Endpoint, WriteBudget } from "@repasa/contract/endpoint.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";

const MINUTE_MS = 60_000;

/** A user may make `atOnce` calls to one endpoint in a row; each is available again after a minute's share of `perMinute`. */
type Budget = { readonly atOnce: number; readonly perMinute: number };

const budgets: Readonly<Record<WriteBudget | "default", Budget>> = {
  default: { atOnce: 60, perMinute: 60 },
  // Enough for an outbox that sends the ratings of a week without a network.
  study: { atOnce: 300, perMinute: 300 },
  // A program that fills a free account card by card never reaches this limit.
  cards: { atOnce: 600, perMinute: 300 },
};

export type WriteBudgets = {
  /** Counts a call; throws `rate_limited` when its user has made too many calls to this endpoint. Reading is free. */
  take(owner: OwnerId, endpoint: Endpoint, now: Date): void;
};

export const noWriteBudgets: WriteBudgets = { take: () => {} };

/**
 * Counts calls in the memory of this process, so that a rating costs no further statement: a user who calls several servers has
 * the budget of each. For each user and endpoint it stores only the instant at which the whole budget is available again (GCRA).
 */
export function createWriteBudgets(): WriteBudgets & { readonly size: () => number } {
  const fullAt = new Map<string, number>();
  let sweptAt = Number.NEGATIVE_INFINITY;

  function sweep(now: number): void {
    if (Math.abs(now - sweptAt) < MINUTE_MS) return;
    sweptAt = now;
    for (const [key, at] of fullAt) if (at <= now) fullAt.delete(key);
  }

  return {
    size: () => fullAt.size,
    take(owner, endpoint, at) {
      if (endpoint.method === "GET") return;
      const now = at.getTime();
      sweep(now);
      const { atOnce, perMinute } = budgets[endpoint.writeBudget ?? "default"];
      const cost = MINUTE_MS / perMinute;
      const most = now + atOnce * cost;
      const key = `${owner} ${endpoint.method} ${endpoint.path}`;
      // Limited to a spent budget: if the clock was set back, the stored instant lies too far in the future.
      const next = Math.max(now, Math.min(fullAt.get(key) ?? now, most)) + cost;
      if (next > most) throw tooMany(next - most);
      fullAt.set(key, next);
    },
  };
}

function tooMany(waitMs: number): AppError {
  return new AppError("rate_limited", "Has hecho muchos cambios seguidos. Espera un momento y vuelve a intentarlo.", {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}
