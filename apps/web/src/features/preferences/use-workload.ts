import * as progressEndpoints from "@repasa/contract/client/progress.ts";
import { useQuery } from "@tanstack/react-query";
import { endpointQuery } from "#lib/query.ts";

/** The reviews per day for each desired retention. In its own file, because every screen loads the other calls. */
export function useWorkload() {
  return useQuery(endpointQuery(progressEndpoints.workload, {}, { staleTime: 0 })).data;
}
