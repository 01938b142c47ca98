import type { DailyReview } from "@repasa/contract/stats.ts";
import { hashKey, type QueryClient } from "@tanstack/react-query";
import { userQuery } from "#features/session/session.user.ts";
import { isOngoing } from "#features/stats/stats.breaks.ts";
import { readLocally } from "#lib/local-responses.ts";
import { forgetPendingCount, onPendingCount, readPendingCount, setPendingCount } from "#lib/pending-count.ts";
import { fetchJson } from "#lib/server-calls.ts";

/** Written out, because a study session would otherwise load the code of Home. */
export const PENDING_PATH = "/api/cards/daily-review";
const PENDING_KEY = [`GET ${PENDING_PATH}`];
/** In milliseconds. A number that is older is loaded again when the user leaves the app or comes back to it. */
const STALE_AFTER_MS = 60_000;

/**
 * Shows the number of pending cards on the icon of the app, and removes it when the session ends. Returns a function that stops
 * following the number.
 */
export function followPendingCards(queryClient: QueryClient): () => void {
  if (!("setAppBadge" in navigator)) return () => {};
  const [pendingHash, userHash] = [hashKey(PENDING_KEY), hashKey(userQuery.queryKey)];
  let loadedAt = 0;
  const take = (response: unknown, at: number) => {
    const { totalDue, break: present } = (response ?? {}) as Partial<DailyReview>;
    if (typeof totalDue !== "number" || at <= loadedAt) return;
    loadedAt = at;
    setPendingCount(isOngoing(present) ? 0 : totalDue, at);
  };
  const takeCached = () => {
    const state = queryClient.getQueryState(PENDING_KEY);
    if (state) take(state.data, state.dataUpdatedAt);
  };
  const refresh = () => {
    if (Date.now() - loadedAt < STALE_AFTER_MS) return;
    // Without a response the icon shows what is known.
    loadPending().then(
      (response) => take(response, Date.now()),
      () => {},
    );
  };
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated") return;
    if (query.queryHash === pendingHash) takeCached();
    if (query.queryHash === userHash && query.state.data === null) forgetPendingCount();
  });
  onPendingCount(createBadge());
  document.addEventListener("visibilitychange", refresh);
  takeCached();
  refresh();
  return () => {
    unsubscribe();
    onPendingCount(() => {});
    document.removeEventListener("visibilitychange", refresh);
  };
}

/** Resolves to the server's response, or to that of the copy on this device; undefined without both. */
async function loadPending(): Promise<unknown> {
  const response = navigator.onLine ? await fetchJson(PENDING_PATH).catch(() => null) : null;
  if (response !== null) return response;
  const statsEndpoints = await import("@repasa/contract/client/stats.ts");
  return readLocally(statsEndpoints.dailyReview, {});
}

/** Returns a function that shows the present number, once for each. */
function createBadge(): () => void {
  let shown: number | undefined;
  return () => {
    const count = Math.max(0, readPendingCount() ?? 0);
    if (count === shown) return;
    shown = count;
    const change = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
    // Browsers refuse it, for example, to apps that are not installed.
    change.catch(() => {});
  };
}
