import * as authEndpoints from "@repasa/contract/client/auth.ts";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { refreshUser, userQuery } from "#features/session/session.user.ts";
import { callApi } from "#lib/api.ts";
import { endpointKey } from "#lib/query.ts";

export function useVerifyEmail(token: string) {
  return useQuery(verificationQuery(useQueryClient(), token));
}

/** A query that is never aborted, so that the link is used only once however often the page renders. */
function verificationQuery(queryClient: QueryClient, token: string) {
  return queryOptions({
    queryKey: [...endpointKey(authEndpoints.verifyEmail), token],
    queryFn: async () => {
      const before = await loadOrNull(() => queryClient.ensureQueryData(userQuery));
      await callApi(authEndpoints.verifyEmail, { body: { token } });
      const after = await loadOrNull(async () => {
        await refreshUser(queryClient);
        return queryClient.getQueryData(userQuery.queryKey);
      });
      return { newAddress: before && after && before.email !== after.email ? after.email : null };
    },
  });
}

async function loadOrNull<U>(load: () => Promise<U>): Promise<U | null> {
  try {
    return await load();
  } catch {
    return null;
  }
}
