import { accountEndpoints } from "@repasa/contract/account.ts";
import { authEndpoints, type User } from "@repasa/contract/auth.ts";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { callApi } from "#lib/api.ts";
import { ApiError, isUnauthorized } from "#lib/api-error.ts";
import { endpointKey } from "#lib/query.ts";
import { paths } from "#paths.ts";
import { toast } from "#ui/toast.ts";

const FIVE_MINUTES = 5 * 60_000;
const REDIRECT_DELAY = 500;

/** The signed-in user, or null when nobody is. */
export const userQuery = queryOptions<User | null>({
  queryKey: endpointKey(authEndpoints.currentUser),
  queryFn: async ({ signal }) => {
    try {
      return await callApi(authEndpoints.currentUser, {}, { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: FIVE_MINUTES,
  retry: false,
});

/** The session as the gates see it: `user` is undefined while it is not known yet. */
export function useSession() {
  const { data: user, isError, isFetching, refetch } = useQuery(userQuery);
  return { user, failed: isError && user === undefined, retrying: isFetching, retry: () => void refetch() };
}

/** The signed-in user; for what is only drawn behind the gate. */
export function useUser(): User {
  const { user } = useSession();
  const [known, setKnown] = useState(user);
  if (user && user !== known) setKnown(user);
  // When the session ends a screen may be drawn once more before the gate takes it away.
  const shown = user ?? known;
  if (!shown) throw new Error("useUser needs a signed-in user");
  return shown;
}

/** Loads the user again, after a login or registration. */
export async function refreshUser(queryClient: QueryClient): Promise<void> {
  await queryClient.fetchQuery({ ...userQuery, staleTime: 0 });
}

/** Forgets the user and all that was loaded for them, and goes to a public page; after a logout or account deletion. */
export function leaveSession(queryClient: QueryClient, to: string): void {
  const [userKey] = userQuery.queryKey;
  queryClient.setQueryData(userQuery.queryKey, null);
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== userKey });
  queryClient.getMutationCache().clear();
  // At once, in the same frame: the gate of the page that is left must not see a visitor without a session.
  navigate(to, { replace: true });
}

let expiring: ReturnType<typeof setTimeout> | undefined;

/** Says that the session is gone and goes to the login after 500 ms. Many calls may find out at once; it is said once. */
export function expireSession(queryClient: QueryClient): void {
  if (expiring !== undefined) return;
  toast({
    title: "No autorizado",
    description: "Has cerrado sesión. Iniciando sesión de nuevo...",
    variant: "destructive",
  });
  expiring = setTimeout(() => {
    expiring = undefined;
    leaveSession(queryClient, paths.login());
  }, REDIRECT_DELAY);
}

/**
 * Ends the session when an error says that it is gone, and tells whether it did. Every query and mutation comes
 * through here by itself; only code that calls the API without them needs to ask.
 */
export function handleUnauthorized(queryClient: QueryClient, error: unknown): boolean {
  if (!isUnauthorized(error)) return false;
  expireSession(queryClient);
  return true;
}

/** Counts a visit. A failure is logged and otherwise of no consequence. */
export async function trackAccess(email: string): Promise<boolean> {
  try {
    await callApi(accountEndpoints.trackAccess, { body: { email, mobile: false } });
    return true;
  } catch (error) {
    console.error("Access tracking failed", error);
    return false;
  }
}

let tracked: string | null = null;

/** Counts the visit of a signed-in user, once per session; after a failure the next chance is taken. */
export function useAccessTracking(): void {
  const queryClient = useQueryClient();
  const { data: user, dataUpdatedAt } = useQuery(userQuery);
  const email = user?.email;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each fresh answer is a chance to try again after a failure
  useEffect(() => {
    if (!email) {
      if (user === null) tracked = null;
      return;
    }
    if (tracked === email) return;
    tracked = email;
    void trackAccess(email).then((sent) => {
      if (!sent && tracked === email) tracked = null;
    });
  }, [email, dataUpdatedAt, queryClient]);
}
