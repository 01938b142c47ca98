import type { DailyReview } from "@repasa/contract/stats.ts";
import { hashKey, type QueryClient } from "@tanstack/react-query";
import { userQuery } from "#features/session/session.user.ts";
import { dailyReviewQuery } from "#features/stats/stats.api.ts";
import { onPendingNoted, sumPendingSince } from "#features/stats/stats.pending.ts";

/**
 * Shows the number of pending cards on the icon of the app: what the server last counted, less the cards that were rated since.
 * It is removed when the session ends. Returns a function that stops following the number.
 */
export function followPendingCards(queryClient: QueryClient): () => void {
  if (!("setAppBadge" in navigator)) return () => {};
  const review = dailyReviewQuery();
  const [reviewHash, userHash] = [hashKey(review.queryKey), hashKey(userQuery.queryKey)];
  let shown: number | undefined;
  const show = (count: number) => {
    if (count === shown) return;
    shown = count;
    const change = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
    // Browsers refuse it, for example, to apps that are not installed.
    change.catch(() => {});
  };
  const update = () => {
    const state = queryClient.getQueryState<DailyReview>(review.queryKey);
    if (state?.data) show(Math.max(0, state.data.totalDue + sumPendingSince(state.dataUpdatedAt)));
  };
  // Reloads a number that is older than the query allows, or that a rating has changed.
  const refresh = () => {
    if (navigator.onLine) void queryClient.prefetchQuery(review);
  };
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated") return;
    if (query.queryHash === reviewHash) update();
    if (query.queryHash === userHash && query.state.data === null) show(0);
  });
  onPendingNoted(update);
  document.addEventListener("visibilitychange", refresh);
  update();
  refresh();
  return () => {
    unsubscribe();
    onPendingNoted(() => {});
    document.removeEventListener("visibilitychange", refresh);
  };
}
