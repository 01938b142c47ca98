import { authEndpoints } from "@repasa/contract/auth.ts";
import type { ErrorCode } from "@repasa/contract/errors.ts";
import { type ReviewResult, studyEndpoints } from "@repasa/contract/study.ts";
import { type OutboxEntry, toRating } from "#features/study/offline/offline.entry.ts";
import { callApi } from "#lib/api.ts";
import { ApiError, isUnauthorized } from "#lib/api-error.ts";

/** `done`: the server has stored the entry or has rejected it permanently. */
export type DeliveryResult = { type: "done" } | { type: "retry"; retryAfterMs: number | null } | { type: "signed-out" };

type Options = {
  userId: number;
  isSignedIn: () => boolean;
  onUnauthorized: (error: unknown) => void;
};

const REQUEST_TIMEOUT_MS = 15_000;
const CLOCK_TIMEOUT_MS = 5000;

/** Errors that a retry cannot fix. Any other may come from a proxy or from a server that is misconfigured for now. */
const FINAL = new Set<ErrorCode | undefined>(["validation_failed", "not_found", "conflict"]);

export function createDelivery(options: Options) {
  return async (entry: OutboxEntry, waitedMs: number): Promise<DeliveryResult> => {
    if (!options.isSignedIn()) return { type: "signed-out" };
    try {
      const result = await send(entry, waitedMs);
      // A captive portal may respond with 200 as well.
      return result?.reviewId === entry.reviewId ? { type: "done" } : { type: "retry", retryAfterMs: null };
    } catch (error) {
      return classifyFailure(error, entry, options);
    }
  };
}

async function send(entry: OutboxEntry, waitedMs: number): Promise<ReviewResult | undefined> {
  const { cardId: id, reviewId } = entry;
  const options = { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) };
  return entry.kind === "undo"
    ? callApi(studyEndpoints.undoReview, { params: { id, reviewId } }, options)
    : callApi(studyEndpoints.review, { params: { id }, body: { ...toRating(entry), waitedMs } }, options);
}

async function classifyFailure(error: unknown, entry: OutboxEntry, options: Options): Promise<DeliveryResult> {
  if (isUnauthorized(error)) {
    options.onUnauthorized(error);
    return { type: "signed-out" };
  }
  if (!(error instanceof ApiError)) return { type: "retry", retryAfterMs: null };
  if (!FINAL.has(error.code)) return { type: "retry", retryAfterMs: error.retryAfterMs };
  // Cards of other users respond with 404 as well, so another user's session looks like a deleted card.
  if (error.code === "not_found") {
    const userId = await signedInUserId();
    if (userId === undefined) return { type: "retry", retryAfterMs: null };
    if (userId !== options.userId) return { type: "signed-out" };
  }
  console.error(`The server will never take this ${entry.kind}`, entry, error);
  return { type: "done" };
}

async function signedInUserId(): Promise<number | null | undefined> {
  try {
    const user = await callApi(authEndpoints.currentUser, {}, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    return user.id;
  } catch (error) {
    return isUnauthorized(error) ? null : undefined;
  }
}

/** Returns the server's time in milliseconds since 1970, to the second, from any response; null if there is none. */
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
