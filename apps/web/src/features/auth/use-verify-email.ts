import type { OpenSession } from "@repasa/contract/auth.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { refreshUser, userQuery } from "#features/session/session.user.ts";
import { callApi } from "#lib/api.ts";
import { endpointKey } from "#lib/query.ts";

/** @param keptSessions The sessions of which the student has said that they are their own; all others may end. */
export function useVerifyEmail(token: string, keptSessions: readonly string[]) {
  return useQuery(verificationQuery(useQueryClient(), token, keptSessions));
}

/** Returns the other sessions that the link would end; undefined while they are loaded. Without a response there are none to ask about. */
export function useUnprovenSessions(token: string): readonly OpenSession[] | undefined {
  const { data, isError } = useQuery({
    queryKey: [...endpointKey(authEndpoints.unprovenSessions), token],
    queryFn: () => callApi(authEndpoints.unprovenSessions, { body: { token } }),
    retry: false,
  });
  return isError ? [] : data;
}

/** A query that is never aborted, so that the link is used only once however often the page renders. */
function verificationQuery(queryClient: QueryClient, token: string, keptSessions: readonly string[]) {
  return queryOptions({
    queryKey: [...endpointKey(authEndpoints.verifyEmail), token],
    queryFn: async () => {
      const before = await loadOrNull(() => queryClient.ensureQueryData(userQuery));
      await callApi(authEndpoints.verifyEmail, {
        body: keptSessions.length > 0 ? { token, keptSessions: [...keptSessions] } : { token },
      });
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
