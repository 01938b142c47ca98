import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import {
  readBatches,
  type StoredBatch,
  selectRecentBatches,
  subscribeBatches,
} from "#features/cards/batch/batch.recent.ts";
import { userQuery } from "#features/session/session.user.ts";
import { useNow } from "#lib/use-now.ts";

/** Returns the batch changes made on this device that can still be undone. */
export function useRecentBatches(): StoredBatch[] {
  const user = useQueryClient().getQueryData(userQuery.queryKey);
  const stored = useSyncExternalStore(subscribeBatches, () => (user ? readBatches(user.id) : ""));
  return selectRecentBatches(stored, useNow());
}
