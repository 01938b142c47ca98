import { type Backlog, paceEndpoints } from "@repasa/contract/pace.ts";
import type { DailyReview } from "@repasa/contract/stats.ts";
import { useQuery } from "@tanstack/react-query";
import { endpointQuery } from "#lib/query.ts";
import { useChange } from "#lib/use-change.ts";

/** From so many due cards on there may be more than a day's work. */
const MAYBE_BACKLOG = 60;

export const backlogQuery = () => endpointQuery(paceEndpoints.backlog);

/** What waits beyond a usual day; null when it cannot be much, undefined until known. */
export function useBacklog({ totalDue, dueWaiting }: DailyReview): Backlog | null | undefined {
  const enabled = totalDue + dueWaiting >= MAYBE_BACKLOG;
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
