import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { studyDatabase } from "#features/device/device.database.ts";
import { connectOutbox } from "#features/device/device.outbox.ts";

/** Returns what this device had to give up of an account's unsent work; null if that is nothing, or not known yet. */
export function useLost(userId: number) {
  const queryClient = useQueryClient();
  const queryKey = ["device", "lost", userId];
  const { data = null } = useQuery({
    queryKey,
    queryFn: () =>
      studyDatabase
        .use((database) => database.get("lost", userId))
        .then(
          (lost) => lost?.counts ?? null,
          // A browser that stores nothing has given up nothing either.
          () => null,
        ),
    staleTime: 0,
  });
  const reload = () => void queryClient.invalidateQueries({ queryKey });
  // Boxes are opened before anything is delivered.
  const reloadAfterDelivery = useEffectEvent(reload);
  useEffect(() => connectOutbox(userId).subscribe(() => reloadAfterDelivery()), [userId]);
  return { lost: data, reload };
}
