import type { Endpoint, WriteBudget } from "@repasa/contract/endpoint.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";

const MINUTE_MS = 60_000;

/** A user may take `atOnce` units in a row; each is available again after a minute's share of `perMinute`. */
export type Budget = { readonly atOnce: number; readonly perMinute: number };

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

/** Counts calls in the memory of this process, so that a rating costs no further statement. */
export function createWriteBudgets(): WriteBudgets & { readonly size: () => number } {
  const meter = createMeter();
  return {
    size: meter.size,
    take(owner, endpoint, at) {
      if (endpoint.method === "GET") return;
      const budget = budgets[endpoint.writeBudget ?? "default"];
      const waitMs = meter.take(`${owner} ${endpoint.method} ${endpoint.path}`, budget, at, 1);
      if (waitMs > 0) throw tooMany("Has hecho muchos cambios seguidos", waitMs);
    },
  };
}

export type UnitBudgets = {
  /** Takes a number of units; throws `rate_limited` when the user has taken too many in the last minute. */
  take(owner: OwnerId, units: number, now: Date): void;
};

/**
 * Counts what calls cost that differ much, in units of their own.
 *
 * @param refusal What the user has done too often, as the first half of a Spanish sentence.
 */
export function createUnitBudgets(budget: Budget, refusal: string): UnitBudgets {
  const meter = createMeter();
  return {
    take(owner, units, now) {
      const waitMs = meter.take(String(owner), budget, now, Math.min(units, budget.atOnce));
      if (waitMs > 0) throw tooMany(refusal, waitMs);
    },
  };
}

/**
 * Counts in the memory of this process: a user who calls several servers has the budget of each. For each key it stores only the
 * instant at which the whole budget is available again (GCRA).
 */
function createMeter() {
  const fullAt = new Map<string, number>();
  let sweptAt = Number.NEGATIVE_INFINITY;

  function sweep(now: number): void {
    if (Math.abs(now - sweptAt) < MINUTE_MS) return;
    sweptAt = now;
    for (const [key, at] of fullAt) if (at <= now) fullAt.delete(key);
  }

  return {
    size: () => fullAt.size,
    /** Takes units and returns 0, or takes nothing and returns in how many milliseconds they are available. */
    take(key: string, { atOnce, perMinute }: Budget, at: Date, units: number): number {
      const now = at.getTime();
      sweep(now);
      const cost = MINUTE_MS / perMinute;
      const most = now + atOnce * cost;
      // Limited to a spent budget: if the clock was set back, the stored instant lies too far in the future.
      const next = Math.max(now, Math.min(fullAt.get(key) ?? now, most)) + units * cost;
      if (next > most) return next - most;
      fullAt.set(key, next);
      return 0;
    },
  };
}

function tooMany(refusal: string, waitMs: number): AppError {
  return new AppError("rate_limited", `${refusal}. Espera un momento y vuelve a intentarlo.`, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}
