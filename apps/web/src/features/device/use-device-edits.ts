import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { connectOutbox } from "#features/device/device.outbox.ts";
import { listRefused } from "#features/device/edits/edits.refused.ts";
import { useRefusedCount } from "#lib/refused-count.ts";

/** Returns what waits to be sent from this device, and what the server has refused; both are empty until they are known. */
export function useDeviceEdits(userId: number) {
  const queryClient = useQueryClient();
  const queryKey = ["device", "edits", userId];
  const { data } = useQuery({
    // Another tab may have dropped refused ones, or tried them again.
    queryKey: [...queryKey, useRefusedCount(userId)],
    queryFn: async () => ({
      waiting: await connectOutbox(userId).listWaiting(),
      refused: await listRefused(userId),
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const reload = () => void queryClient.invalidateQueries({ queryKey });
  const reloadAfterDelivery = useEffectEvent(reload);
  useEffect(() => connectOutbox(userId).subscribe(() => reloadAfterDelivery()), [userId]);
  return { waiting: data?.waiting ?? [], refused: data?.refused ?? [], reload };
}
