import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { keptBatches, type NotedBatch, recentBatches, subscribeBatches } from "#features/cards/cards.batches.ts";
import { userQuery } from "#features/session/session.user.ts";
import { useNow } from "#lib/use-now.ts";

/** What was done to many cards on this device and can still be taken back. */
export function useRecentBatches(): NotedBatch[] {
  const user = useQueryClient().getQueryData(userQuery.queryKey);
  const kept = useSyncExternalStore(subscribeBatches, () => (user ? keptBatches(user.id) : ""));
  return recentBatches(kept, useNow());
}
