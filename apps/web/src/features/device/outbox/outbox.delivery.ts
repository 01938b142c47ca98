import { authEndpoints } from "@repasa/contract/auth.ts";
import type { ErrorCode } from "@repasa/contract/errors.ts";
import { type ReviewResult, studyEndpoints } from "@repasa/contract/study.ts";
import {
  type ChangeEntry,
  isLocalId,
  type OutboxEntry,
  type RatingEntry,
  toRating,
  type UndoEntry,
} from "#features/device/outbox/outbox.entry.ts";
import { ApiError, isUnauthorized } from "#lib/api-error.ts";
import { callServer } from "#lib/server-calls.ts";

/** `done`: the server has stored the entry or has rejected it permanently. */
export type DeliveryResult = { type: "done" } | { type: "retry"; retryAfterMs: number | null } | { type: "signed-out" };

type DeliveryOptions = {
  userId: number;
  isSignedIn: () => boolean;
  onUnauthorized: (error: unknown) => void;
  /** `changes.delivery.ts`, which pages load when a change waits for the first time. */
  loadChanges: () => Promise<ChangeDelivery>;
};

type ChangeDelivery = {
  deliverChange: (entry: ChangeEntry) => Promise<DeliveryResult>;
  resolveRating: <Entry extends RatingEntry | UndoEntry>(entry: Entry) => Promise<Entry | null>;
};

const REQUEST_TIMEOUT_MS = 15_000;
const CLOCK_TIMEOUT_MS = 5000;

/** Errors that a retry cannot fix. All others may come from a proxy or from a temporarily misconfigured server. */
const PERMANENT_ERRORS = new Set<ErrorCode | undefined>(["validation_failed", "not_found", "conflict"]);

/**
 * Returns a function that sends an entry of the outbox to the server. `waitedMs` is how long ago the user made the entry, which
 * tells the server when a rating was given.
 */
export function createDelivery(options: DeliveryOptions) {
  return async (entry: OutboxEntry, waitedMs: number): Promise<DeliveryResult> => {
    if (!options.isSignedIn()) return { type: "signed-out" };
    try {
      if (entry.kind === "change") return await (await options.loadChanges()).deliverChange(entry);
      const resolved = isLocalId(entry.cardId) ? await (await options.loadChanges()).resolveRating(entry) : entry;
      if (!resolved) return { type: "done" };
      const result = await sendEntry(resolved, waitedMs);
      // The answer must name the review, because a captive portal may also answer with status 200.
      return result?.reviewId === entry.reviewId ? { type: "done" } : { type: "retry", retryAfterMs: null };
    } catch (error) {
      return classifyFailure(error, entry, options);
    }
  };
}

async function sendEntry(entry: RatingEntry | UndoEntry, waitedMs: number): Promise<ReviewResult | undefined> {
  const { cardId: id, reviewId } = entry;
  const requestOptions = { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) };
  return entry.kind === "undo"
    ? callServer(studyEndpoints.undoReview, { params: { id, reviewId } }, requestOptions)
    : callServer(studyEndpoints.review, { params: { id }, body: { ...toRating(entry), waitedMs } }, requestOptions);
}

async function classifyFailure(error: unknown, entry: OutboxEntry, options: DeliveryOptions): Promise<DeliveryResult> {
  if (isUnauthorized(error)) {
    options.onUnauthorized(error);
    return { type: "signed-out" };
  }
  if (!(error instanceof ApiError)) return { type: "retry", retryAfterMs: null };
  if (entry.kind === "change" || !PERMANENT_ERRORS.has(error.code))
    return { type: "retry", retryAfterMs: error.retryAfterMs };
  // The server also answers 404 for another user's card. If another user has signed in meanwhile, the card may still exist.
  if (error.code === "not_found") {
    const userId = await fetchSignedInUserId();
    if (userId === undefined) return { type: "retry", retryAfterMs: null };
    if (userId !== options.userId) return { type: "signed-out" };
  }
  console.error(`The server will never take this ${entry.kind}`, entry, error);
  return { type: "done" };
}

/** Returns the id of the signed-in user, null if nobody is signed in, or undefined if the server could not be asked. */
export async function fetchSignedInUserId(): Promise<number | null | undefined> {
  try {
    const user = await callServer(authEndpoints.currentUser, {}, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    return user.id;
  } catch (error) {
    return isUnauthorized(error) ? null : undefined;
  }
}

/**
 * Returns the server's time in milliseconds since 1970, with a resolution of one second. It is taken from the `Date` header, which
 * error responses have too. Returns null if no response with this header arrives.
 */
export async function fetchServerTime(): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(CLOCK_TIMEOUT_MS);
    const { headers } = await fetch(authEndpoints.currentUser.path, { method: "HEAD", cache: "no-store", signal });
    const time = Date.parse(headers.get("Date") ?? "");
    return Number.isNaN(time) ? null : time;
  } catch {
    return null;
  }
}
