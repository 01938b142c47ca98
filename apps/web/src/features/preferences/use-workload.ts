import { progressEndpoints } from "@repasa/contract/progress.ts";
import { useQuery } from "@tanstack/react-query";
import { endpointQuery } from "#lib/query.ts";

/** What each desired retention would cost. Apart from the other calls, which every screen loads. */
export function useWorkload() {
  return useQuery(endpointQuery(progressEndpoints.workload, {}, { staleTime: 0 })).data;
}
