import type { User } from "@repasa/contract/auth.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { callApi } from "#lib/api.ts";
import { isUnauthorized } from "#lib/api-error.ts";
import { hasLeftSession } from "#lib/left-session.ts";
import { closeOtherCopy, forgetAccount } from "#lib/local-responses.ts";
import { endpointKey, showLocally } from "#lib/query.ts";

const STALE_AFTER_MS = 5 * 60_000;

/** The data is null if nobody is signed in. */
export const userQuery = queryOptions<User | null>({
  queryKey: endpointKey(authEndpoints.currentUser),
  queryFn: async ({ client, queryKey, signal }) => {
    void showLocally(client, queryKey, authEndpoints.currentUser, {});
    try {
      const user = await callApi(authEndpoints.currentUser, {}, { signal });
      const shown = client.getQueryData<User | null>(queryKey);
      // Somebody else has signed in in this browser: nothing of the first account may stay on the screen.
      if (shown && shown.id !== user.id) {
        await closeOtherCopy(user.id);
        replaceUser(client, user);
      }
      return user;
    } catch (error) {
      if (isUnauthorized(error) || hasLeftSession()) {
        forgetAccount();
        return null;
      }
      throw error;
    }
  },
  staleTime: STALE_AFTER_MS,
  retry: false,
});

export async function refreshUser(queryClient: QueryClient): Promise<void> {
  await queryClient.fetchQuery({ ...userQuery, staleTime: 0 });
}

/** Caches the user who is now signed in, or null, and removes all data that was loaded for another user. */
export function replaceUser(queryClient: QueryClient, user: User | null): void {
  const [userKey] = userQuery.queryKey;
  if (user === null) forgetAccount();
  queryClient.setQueryData(userQuery.queryKey, user);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userKey });
}
