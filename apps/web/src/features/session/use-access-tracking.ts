import * as accountEndpoints from "@repasa/contract/client/account.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { userQuery } from "#features/session/session.user.ts";
import { callApi } from "#lib/api.ts";
import { isUnreachable } from "#lib/api-error.ts";

/** Counts the visit of a signed-in user once while the app is shown, so again after the next login. */
export function useAccessTracking(): void {
  const { data: user, dataUpdatedAt } = useQuery(userQuery);
  const email = user?.email;
  const tracked = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refetch of the user is a chance to retry after a failure
  useEffect(() => {
    if (!email || tracked.current === email) return;
    tracked.current = email;
    void trackAccess(email).then((sent) => {
      if (!sent && tracked.current === email) tracked.current = undefined;
    });
  }, [email, dataUpdatedAt]);
}

async function trackAccess(email: string): Promise<boolean> {
  try {
    await callApi(accountEndpoints.trackAccess, { body: { email, mobile: false } });
    return true;
  } catch (error) {
    if (!isUnreachable(error)) console.error("Access tracking failed", error);
    return false;
  }
}
