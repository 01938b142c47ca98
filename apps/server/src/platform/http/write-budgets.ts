import { cardEndpoints } from "@repasa/contract/cards.ts";
import type { Endpoint } from "@repasa/contract/endpoint.ts";
import { mediaEndpoints } from "@repasa/contract/media.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";

const MINUTE_MS = 60_000;

/** `atOnce` writes of a user's to one endpoint, which come back evenly at `perMinute`. */
type Budget = { readonly atOnce: number; readonly perMinute: number };

const usual: Budget = { atOnce: 60, perMinute: 60 };
/** Of what a quick student does all day, and an outbox sends after a week without a network. */
const quick: Budget = { atOnce: 300, perMinute: 300 };
/** A program that fills a free account card by card never meets it. */
const ofCards: Budget = { atOnce: 600, perMinute: 300 };

const others = new Map<Endpoint, Budget>([
  [studyEndpoints.review, quick],
  [studyEndpoints.undoReview, quick],
  [studyEndpoints.startSession, quick],
  [studyEndpoints.updateSession, quick],
  [mediaEndpoints.add, quick],
  [cardEndpoints.create, ofCards],
  [cardEndpoints.update, ofCards],
  [cardEndpoints.remove, ofCards],
]);

export type WriteBudgets = {
  /** Counts a call; throws `rate_limited` when its user has made too many to this endpoint. Reading is free. */
  take(owner: OwnerId, endpoint: Endpoint, now: Date): void;
};

export const noWriteBudgets: WriteBudgets = { take: () => {} };

/**
 * In this process's memory, because a rating is to cost no further statement: who asks several servers in turn has the
 * budget of each. Of a user and an endpoint only the instant is kept at which the whole budget is back (GCRA).
 */
export function createWriteBudgets(): WriteBudgets & { readonly size: () => number } {
  const wholeAt = new Map<string, number>();
  let sweptAt = Number.NEGATIVE_INFINITY;

  function sweep(now: number): void {
    if (Math.abs(now - sweptAt) < MINUTE_MS) return;
    sweptAt = now;
    for (const [key, at] of wholeAt) if (at <= now) wholeAt.delete(key);
  }

  return {
    size: () => wholeAt.size,
    take(owner, endpoint, at) {
      if (endpoint.method === "GET") return;
      const now = at.getTime();
      sweep(now);
      const { atOnce, perMinute } = others.get(endpoint) ?? usual;
      const cost = MINUTE_MS / perMinute;
      const most = now + atOnce * cost;
      const key = `${owner} ${endpoint.method} ${endpoint.path}`;
      // Never more than was spent: a clock that was set back would keep the user waiting for as long.
      const next = Math.max(now, Math.min(wholeAt.get(key) ?? now, most)) + cost;
      if (next > most) throw tooMany(next - most);
      wholeAt.set(key, next);
    },
  };
}

function tooMany(waitMs: number): AppError {
  return new AppError("rate_limited", "Has hecho muchos cambios seguidos. Espera un momento y vuelve a intentarlo.", {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}
