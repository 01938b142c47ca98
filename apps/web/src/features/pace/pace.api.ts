import { paceEndpoints } from "@repasa/contract/pace.ts";
import { endpointQuery } from "#lib/query.ts";
import { useChange } from "#lib/use-change.ts";

export const backlogQuery = () => endpointQuery(paceEndpoints.backlog);

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
