import * as paceEndpoints from "@repasa/contract/client/pace.ts";
import { mayHaveBacklog } from "@repasa/contract/pace.forms.ts";
import type { Backlog, BreakDays } from "@repasa/contract/pace.ts";
import type { DailyReview } from "@repasa/contract/stats.ts";
import { useQuery } from "@tanstack/react-query";
import { endpointQuery } from "#lib/query.ts";
import { useChange } from "#lib/use-change.ts";
import { announce } from "#ui/announcer.tsx";

export const backlogQuery = () => endpointQuery(paceEndpoints.backlog);
export const breaksQuery = () => endpointQuery(paceEndpoints.breaks);

/** Loads the backlog of cards beyond a usual day; null if there are too few for one, undefined while loading. */
export function useBacklog({ totalDue, dueWaiting }: DailyReview): Backlog | null | undefined {
  const enabled = mayHaveBacklog(totalDue, dueWaiting);
  const { data, isPending } = useQuery({ ...backlogQuery(), enabled });
  if (!enabled) return null;
  return data ?? (isPending ? undefined : null);
}

export function useStartCatchUp() {
  return useChange(paceEndpoints.startCatchUp, {
    input: (days: number) => ({ body: { days } }),
    write: (queryClient, backlog) => {
      const { queryKey } = backlogQuery();
      queryClient.setQueryData(queryKey, backlog);
      return [queryKey];
    },
    failure: "No se pudo repartir. Inténtalo de nuevo.",
  });
}

export function useEndCatchUp() {
  return useChange(paceEndpoints.endCatchUp, {
    input: () => ({}),
    failure: "No se pudo dejar el plan. Inténtalo de nuevo.",
  });
}

export function useAddBreak() {
  return useChange(paceEndpoints.addBreak, {
    input: (body: BreakDays) => ({ body }),
    onSuccess: () => announce("Pausa guardada"),
    failure: "No se pudo guardar la pausa. Inténtalo de nuevo.",
  });
}

/** Ends a current or future break, or after a break the period over which its cards are spread. */
export function useEndBreak() {
  return useChange(paceEndpoints.endBreaks, {
    input: ({ from, to }: BreakDays) => ({ query: {}, body: { from, to } }),
    failure: "No se pudo cambiar la pausa. Inténtalo de nuevo.",
  });
}
