import { authEndpoints } from "@repasa/contract/auth.ts";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { refreshUser, userQuery } from "#features/session/session.user.ts";
import { callApi } from "#lib/api.ts";
import { endpointKey } from "#lib/query.ts";

export function useVerifyEmail(token: string) {
  return useQuery(verification(useQueryClient(), token));
}

/** A query that is not aborted, so that the link is used once however often the page renders. */
function verification(queryClient: QueryClient, token: string) {
  return queryOptions({
    queryKey: [...endpointKey(authEndpoints.verifyEmail), token],
    queryFn: async () => {
      const before = await signedIn(() => queryClient.ensureQueryData(userQuery));
      await callApi(authEndpoints.verifyEmail, { body: { token } });
      const after = await signedIn(async () => {
        await refreshUser(queryClient);
        return queryClient.getQueryData(userQuery.queryKey);
      });
      return { newAddress: before && after && before.email !== after.email ? after.email : null };
    },
  });
}

async function signedIn<U>(ask: () => Promise<U>): Promise<U | null> {
  try {
    return await ask();
  } catch {
    return null;
  }
}
