import type { QueryClient } from "@tanstack/react-query";
import { renewDevice } from "#features/reminders/push/push.renewal.ts";
import { followPendingCards } from "#features/stats/stats.badge.ts";

/** Starts what a signed-in user's device does beside the screens. Returns a function that stops it. */
export function startInIdleTime(queryClient: QueryClient, userId: number): () => void {
  // The next start tries again.
  renewDevice(queryClient, userId).catch(() => {});
  return followPendingCards(queryClient);
}
