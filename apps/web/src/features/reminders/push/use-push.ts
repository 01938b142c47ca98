import * as pushEndpoints from "@repasa/contract/client/push.ts";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { findObstacle } from "#features/reminders/push/push.browser.ts";
import { readRecord } from "#features/reminders/push/push.record.ts";
import {
  PUSH_STATE,
  type PushState,
  readPushState,
  removeDevice,
  sendTrial,
  subscribeDevice,
} from "#features/reminders/push/push.service.ts";
import { endpointQuery } from "#lib/query.ts";
import { useChange } from "#lib/use-change.ts";
import { toast } from "#ui/toast.ts";

/** In milliseconds: the worker may be registered while the page is open. */
const WORKER_CHECK_MS = 5000;

/** Read again when the user comes back from the browser's settings. */
function pushStateQuery(userId: number) {
  return queryOptions<PushState>({
    queryKey: [...PUSH_STATE, userId],
    queryFn: () => readPushState(userId),
    placeholderData: () => {
      const [obstacle, record] = [findObstacle(), readRecord()];
      return { obstacle, id: obstacle === null && record?.userId === userId ? record.id : null };
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => state.data?.obstacle === "worker" && WORKER_CHECK_MS,
  });
}

/** Returns the subscription of this device, why it cannot have one, and the other devices; undefined while those load. */
export function usePush(userId: number) {
  const { data: state = { obstacle: null, id: null } } = useQuery(pushStateQuery(userId));
  // Reloaded on each visit, because other devices subscribe, too.
  const { data: all } = useQuery(endpointQuery(pushEndpoints.subscriptions, {}, { staleTime: 0 }));
  const isKnown = all === undefined || all.some(({ id }) => id === state.id);
  const id = isKnown ? state.id : null;
  return { obstacle: state.obstacle, id, others: all?.filter((one) => one.id !== id) };
}

export function useSubscribeDevice(userId: number) {
  const queryClient = useQueryClient();
  return useChange(pushEndpoints.subscribe, {
    call: (permission: Promise<NotificationPermission>) => subscribeDevice(userId, permission),
    failure: "No se pudieron activar los avisos. Inténtalo de nuevo.",
    onSettled: () => queryClient.invalidateQueries(pushStateQuery(userId)),
  });
}

export function useRemoveDevice(userId: number) {
  const queryClient = useQueryClient();
  return useChange(pushEndpoints.unsubscribe, {
    call: removeDevice,
    failure: "No se pudieron desactivar los avisos. Inténtalo de nuevo.",
    onSettled: () => queryClient.invalidateQueries(pushStateQuery(userId)),
  });
}

export function useSendTrial() {
  return useChange(pushEndpoints.test, {
    call: sendTrial,
    failure: "No se pudo enviar la prueba. Inténtalo de nuevo.",
    onSuccess: () => toast({ description: "Prueba enviada: aparecerá en unos segundos.", variant: "success" }),
  });
}
