import { authEndpoints } from "@repasa/contract/auth.ts";
import type { ErrorCode } from "@repasa/contract/errors.ts";
import { type ReviewResult, studyEndpoints } from "@repasa/contract/study.ts";
import { type OutboxEntry, ratingOf } from "#features/study/offline/offline.entry.ts";
import { callApi } from "#lib/api.ts";
import { ApiError, isUnauthorized } from "#lib/api-error.ts";

/** `done`: the server has the entry or has refused it for good. */
export type DeliveryResult = { type: "done" } | { type: "retry"; retryAfterMs: number | null } | { type: "signed-out" };

type Options = {
  userId: number;
  isSignedIn: () => boolean;
  onUnauthorized: (error: unknown) => void;
};

const TIMEOUT = 15_000;
const CLOCK_TIMEOUT = 5000;

/** Refusals that no retry will change. Any other may come from a proxy, or from a server that is set up wrongly today. */
const FINAL = new Set<ErrorCode | undefined>(["validation_failed", "not_found", "conflict"]);

export function createDelivery(options: Options) {
  return async (entry: OutboxEntry, waitedMs: number): Promise<DeliveryResult> => {
    if (!options.isSignedIn()) return { type: "signed-out" };
    try {
      const result = await send(entry, waitedMs);
      // A captive portal may answer 200 too.
      return result?.reviewId === entry.reviewId ? { type: "done" } : { type: "retry", retryAfterMs: null };
    } catch (error) {
      return resultOf(error, entry, options);
    }
  };
}

async function send(entry: OutboxEntry, waitedMs: number): Promise<ReviewResult | undefined> {
  const { cardId: id, reviewId } = entry;
  const options = { signal: AbortSignal.timeout(TIMEOUT) };
  return entry.kind === "undo"
    ? callApi(studyEndpoints.undoReview, { params: { id, reviewId } }, options)
    : callApi(studyEndpoints.review, { params: { id }, body: { ...ratingOf(entry), waitedMs } }, options);
}

async function resultOf(error: unknown, entry: OutboxEntry, options: Options): Promise<DeliveryResult> {
  if (isUnauthorized(error)) {
    options.onUnauthorized(error);
    return { type: "signed-out" };
  }
  if (!(error instanceof ApiError)) return { type: "retry", retryAfterMs: null };
  if (!FINAL.has(error.code)) return { type: "retry", retryAfterMs: error.retryAfterMs };
  // Other people's cards answer 404 as well, so that another session looks like a deleted card.
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
    const user = await callApi(authEndpoints.currentUser, {}, { signal: AbortSignal.timeout(TIMEOUT) });
    return user.id;
  } catch (error) {
    return isUnauthorized(error) ? null : undefined;
  }
}

/** The server's time in milliseconds since 1970, to the second; any answer has it. Null when there is none. */
export async function fetchServerTime(): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(CLOCK_TIMEOUT);
    const { headers } = await fetch(authEndpoints.currentUser.path, { method: "HEAD", cache: "no-store", signal });
    const time = Date.parse(headers.get("Date") ?? "");
    return Number.isNaN(time) ? null : time;
  } catch {
    return null;
  }
}
