import { authEndpoints } from "@repasa/contract/auth.ts";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { refreshUser, userQuery } from "#features/session/session.user.ts";
import { callApi } from "#lib/api.ts";
import { endpointKey } from "#lib/query.ts";

/** Confirms the address that a link was sent to, as soon as the page shows. */
export function useVerifyEmail(token: string) {
  return useQuery(verification(useQueryClient(), token));
}

/** A query, and one that is not given up half-way, so that the link is used once however often its page is drawn. */
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

/** Not to know who is there is no reason not to confirm. */
async function signedIn<U>(ask: () => Promise<U>): Promise<U | null> {
  try {
    return await ask();
  } catch {
    return null;
  }
}
