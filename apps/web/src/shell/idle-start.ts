import type { QueryClient } from "@tanstack/react-query";
import { readRecord } from "#features/reminders/push/push.record.ts";
import { followPendingCards } from "#shell/app-badge.ts";

/** Starts what a signed-in user's device does beside the screens. Returns a function that stops it. */
export function startInIdleTime(queryClient: QueryClient, userId: number): () => void {
  // Without a network, the next start does it.
  if (readRecord()) void renew(queryClient, userId).catch(() => {});
  return followPendingCards(queryClient);
}

async function renew(queryClient: QueryClient, userId: number): Promise<void> {
  const { renewDevice } = await import("#features/reminders/push/push.renewal.ts");
  await renewDevice(queryClient, userId);
}
