import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { ErrorCode } from "@repasa/contract/errors.ts";
import type { ListedResult, ReviewResult } from "@repasa/contract/study.ts";
import type { Clock } from "#features/device/outbox/outbox.clock.ts";
import {
  type EditEntry,
  type FailedEntry,
  isLocalId,
  type RatingEntry,
  type StoredEntry,
  toRating,
  type UndoEntry,
} from "#features/device/outbox/outbox.entry.ts";
import { countFailure } from "#features/device/outbox/outbox.retry.ts";
import { ApiError, hasCode, isUnauthorized } from "#lib/api-error.ts";
import { callServer } from "#lib/server-calls.ts";

/**
 * - `done`: the server has stored the entries or has rejected them permanently.
 * - `retry`: it has so only with those that are `settled`. `failed` is one with which it failed although it answers other calls, if
 *   that counts. `timedOut`: it has not answered in time.
 * - `signed-out`: nobody is signed in, or another account.
 */
export type DeliveryResult =
  | { type: "done" }
  | {
      type: "retry";
      retryAfterMs: number | null;
      settled: readonly StoredEntry[];
      failed?: FailedEntry;
      timedOut?: boolean;
    }
  | { type: "signed-out" };

type DeliveryOptions = {
  userId: number;
  isSignedIn: () => boolean;
  onUnauthorized: (error: unknown) => void;
  /** In milliseconds since 1970. */
  now: () => number;
  /** `edits.delivery.ts`, which pages load when an edit waits for the first time. */
  loadEdits: () => Promise<EditDelivery>;
};

export type EditDelivery = {
  deliverEdit: (entry: EditEntry) => Promise<void>;
  resolveRating: <Entry extends RatingEntry | UndoEntry>(entry: Entry) => Promise<Entry | null>;
  refuseFailed: (entry: StoredEntry) => Promise<void>;
  forgetRefused: (entry: StoredEntry) => Promise<void>;
};

const REQUEST_TIMEOUT_MS = 15_000;
/** In milliseconds: how much longer a list may take for each of its ratings. */
const RATING_TIMEOUT_MS = 300;
const CLOCK_TIMEOUT_MS = 5000;

/** After so many failures of the server an entry no longer keeps those behind it waiting. */
const MAX_FAILURES = 8;

/** Errors that a retry cannot fix. All others may come from a proxy or from a temporarily misconfigured server. */
const PERMANENT_ERRORS = new Set<ErrorCode | undefined>(["validation_failed", "not_found", "conflict"]);

/**
 * Returns a function that sends entries of the outbox to the server, several ratings together. `waitedMs` is how long ago the user
 * made each entry, which tells the server when a rating was given.
 */
export function createDelivery(options: DeliveryOptions) {
  return async (entries: readonly StoredEntry[], waitedMs: readonly number[]): Promise<DeliveryResult> => {
    if (!options.isSignedIn()) return { type: "signed-out" };
    const [entry] = entries;
    if (!entry) return { type: "done" };
    try {
      return entries.length === 1
        ? await deliverOne(entry, waitedMs[0] ?? 0, options)
        : await deliverRatings(entries, waitedMs, options);
    } catch (error) {
      return classifyFailure(error, entries, options);
    }
  };
}

/**
 * Returns a function that brings back what was sealed of a user: it is done when the entries are in the outbox again.
 *
 * @param loadUnsealing Loads `device.unsealing.ts`.
 */
export function createUnsealing(
  options: DeliveryOptions,
  loadUnsealing: () => Promise<{ unsealWaiting: (userId: number) => Promise<void> }>,
) {
  return async (): Promise<DeliveryResult> => {
    if (!options.isSignedIn()) return { type: "signed-out" };
    try {
      await (await loadUnsealing()).unsealWaiting(options.userId);
      return { type: "done" };
    } catch (error) {
      return classifyFailure(error, [], options);
    }
  };
}

async function deliverOne(entry: StoredEntry, waitedMs: number, options: DeliveryOptions): Promise<DeliveryResult> {
  if (entry.kind === "change") {
    await (await options.loadEdits()).deliverEdit(entry);
    return { type: "done" };
  }
  // A page may have been killed after it had listed the entry as refused.
  if (entry.failures) await (await options.loadEdits()).forgetRefused(entry);
  const resolved = await resolveRating(entry, options);
  if (!resolved) return { type: "done" };
  const result = await sendEntry(resolved, waitedMs);
  // The response must name the review, because a captive portal may also answer with status 200.
  return result?.reviewId === entry.reviewId ? { type: "done" } : { type: "retry", retryAfterMs: null, settled: [] };
}

async function resolveRating<Entry extends RatingEntry | UndoEntry>(
  entry: Entry,
  { loadEdits }: DeliveryOptions,
): Promise<Entry | null> {
  return isLocalId(entry.cardId) ? (await loadEdits()).resolveRating(entry) : entry;
}

async function sendEntry(entry: RatingEntry | UndoEntry, waitedMs: number): Promise<ReviewResult | undefined> {
  const { cardId: id, reviewId, userId: account } = entry;
  const requestOptions = { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS), account };
  return entry.kind === "undo"
    ? callServer(studyEndpoints.undoReview, { params: { id, reviewId } }, requestOptions)
    : callServer(studyEndpoints.review, { params: { id }, body: { ...toRating(entry), waitedMs } }, requestOptions);
}

/** Sends ratings by one call. Each has a result of its own, so that one that the server cannot take leaves the others settled. */
async function deliverRatings(
  entries: readonly StoredEntry[],
  waitedMs: readonly number[],
  options: DeliveryOptions,
): Promise<DeliveryResult> {
  const settled: StoredEntry[] = [];
  const sent: { entry: StoredEntry; rating: object & { cardId: number; reviewId: string } }[] = [];
  for (const [place, entry] of entries.entries()) {
    if (entry.kind !== "review") continue;
    const resolved = await resolveRating(entry, options);
    if (!resolved) settled.push(entry);
    else {
      const rating = { ...toRating(resolved), cardId: resolved.cardId, waitedMs: waitedMs[place] ?? 0 };
      sent.push({ entry, rating });
    }
  }
  if (sent.length === 0) return { type: "done" };
  let results: readonly ListedResult[];
  try {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS + RATING_TIMEOUT_MS * sent.length);
    const body = { ratings: sent.map(({ rating }) => rating) };
    ({ results } = await callServer(studyEndpoints.reviewMany, { body }, { signal, account: options.userId }));
  } catch (error) {
    const entriesSent = sent.map(({ entry }) => entry);
    const failure = await classifyFailure(error, entriesSent, options);
    return failure.type === "retry" ? { ...failure, settled } : failure;
  }
  let failed: FailedEntry | undefined;
  for (const [place, { entry }] of sent.entries()) {
    const result = results[place];
    if (result && result.reviewId === entry.reviewId && isSettled(result, entry)) settled.push(entry);
    else if (result && result.status >= 500) failed ??= countFailure(entry, options.now());
  }
  if (settled.length === entries.length) return { type: "done" };
  return { type: "retry", retryAfterMs: null, settled, ...(failed && { failed }) };
}

function isSettled({ status, code, message }: ListedResult, entry: StoredEntry): boolean {
  if (status === 200) return true;
  if (!PERMANENT_ERRORS.has(code)) return false;
  console.error("The server will never take this review", entry, message);
  return true;
}

async function classifyFailure(
  error: unknown,
  entries: readonly StoredEntry[],
  options: DeliveryOptions,
): Promise<DeliveryResult> {
  if (hasCode(error, "other_account")) return { type: "signed-out" };
  if (isUnauthorized(error)) {
    options.onUnauthorized(error);
    return { type: "signed-out" };
  }
  if (!(error instanceof ApiError)) {
    const timedOut = (error as Error | undefined)?.name === "TimeoutError";
    return { type: "retry", retryAfterMs: null, settled: [], ...(timedOut && { timedOut }) };
  }
  const retry = { type: "retry", retryAfterMs: error.retryAfterMs, settled: [] } as const;
  const [entry] = entries;
  if (!entry || !(await isAboutEntries(error, entry, options.userId))) return retry;
  if (entries.length === 1 && error.status < 500) {
    console.error(`The server will never take this ${entry.kind}`, entry, error);
    return { type: "done" };
  }
  const failed = countFailure(entry, options.now());
  if (!failed) return retry;
  // One of several is sent alone next, which shows whether it is at fault.
  if (entries.length > 1 || failed.failures < MAX_FAILURES) return { ...retry, failed };
  try {
    await (await options.loadEdits()).refuseFailed(entry);
    return { type: "done" };
  } catch {
    return retry;
  }
}

/** Returns whether the server refuses or fails with what it was sent, rather than with every call. */
async function isAboutEntries({ status, code }: ApiError, { kind }: StoredEntry, userId: number): Promise<boolean> {
  if (status < 500) return kind !== "change" && PERMANENT_ERRORS.has(code);
  // A full disk makes every edit unavailable, and is mended by its operator.
  // Of a user who has signed out meanwhile, nothing may be listed any more.
  return code !== "unavailable" && (await fetchSignedInUserId()) === userId;
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

/** In milliseconds: the cookie of a session arrives a round trip after the server has ended the one that it replaces. */
const CONFIRM_DELAY_MS = 1000;

/** Returns whether the server, asked once more after a moment, still says that nobody is signed in. */
export async function isNobodySignedIn(clock: Clock): Promise<boolean> {
  await new Promise<void>((resolve) => clock.setTimeout(resolve, CONFIRM_DELAY_MS));
  return (await fetchSignedInUserId()) === null;
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
