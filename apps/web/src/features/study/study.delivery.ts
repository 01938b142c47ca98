import { authEndpoints } from "@repasa/contract/auth.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import type { Delivery } from "#features/study/study.outbox.ts";
import type { OutboxEntry } from "#features/study/study.outbox-store.ts";
import { callApi } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";

/** An answer that has not come by then will not come. */
const TIMEOUT = 15_000;

/** Refusals that say "not now" rather than "not this". */
const TEMPORARY = new Set([408, 425, 429]);

type Dependencies = {
  userId: number;
  /** Whether this user is still the one who is signed in here, as far as this browser's tabs know. */
  isSignedIn: () => boolean;
  /** The session is gone. */
  onUnauthorized: (error: unknown) => void;
};

/** Sends one entry of the outbox. */
export function createDelivery({ userId, isSignedIn, onUnauthorized }: Dependencies) {
  return async (entry: OutboxEntry, waitedMs: number): Promise<Delivery> => {
    if (!isSignedIn()) return { outcome: "stranger" };
    try {
      await call(entry, waitedMs);
      return { outcome: "settled" };
    } catch (error) {
      if (!(error instanceof ApiError)) return { outcome: "failed", retryAfterMs: null };
      if (error.status === 401) {
        onUnauthorized(error);
        return { outcome: "stranger" };
      }
      if (error.status >= 500 || error.status < 400 || TEMPORARY.has(error.status)) {
        return { outcome: "failed", retryAfterMs: error.retryAfterMs };
      }
      // Somebody else's cards do not exist, so another account in this browser looks like a deleted card.
      if (error.status === 404) {
        const user = await signedInUser();
        if (user === undefined) return { outcome: "failed", retryAfterMs: null };
        if (user !== userId) return { outcome: "stranger" };
      }
      console.error(`The server will never take this ${entry.kind}`, entry, error);
      return { outcome: "settled" };
    }
  };
}

async function call(entry: OutboxEntry, waitedMs: number): Promise<void> {
  const { cardId: id, reviewId } = entry;
  const options = { signal: AbortSignal.timeout(TIMEOUT) };
  if (entry.kind === "undo") {
    await callApi(studyEndpoints.undoReview, { params: { id, reviewId } }, options);
    return;
  }
  const { difficulty, answerResult, durationMs, studySessionId } = entry;
  const body = { difficulty, answerResult, reviewId, durationMs, waitedMs, studySessionId };
  await callApi(studyEndpoints.review, { params: { id }, body }, options);
}

/** The id of whom the server knows this browser as; null for nobody, undefined when it did not say. */
async function signedInUser(): Promise<number | null | undefined> {
  try {
    const user = await callApi(authEndpoints.currentUser, {}, { signal: AbortSignal.timeout(TIMEOUT) });
    return user.id;
  } catch (error) {
    return error instanceof ApiError && error.status === 401 ? null : undefined;
  }
}
