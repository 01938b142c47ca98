import { accountEndpoints } from "@repasa/contract/account.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { userQuery } from "#features/session/session.user.ts";
import { callApi } from "#lib/api.ts";

let tracked: string | null = null;

export function useAccessTracking(): void {
  const { data: user, dataUpdatedAt } = useQuery(userQuery);
  const email = user?.email;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refetch of the user is a chance to retry after a failure
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
  }, [email, dataUpdatedAt]);
}

async function trackAccess(email: string): Promise<boolean> {
  try {
    await callApi(accountEndpoints.trackAccess, { body: { email, mobile: false } });
    return true;
  } catch (error) {
    console.error("Access tracking failed", error);
    return false;
  }
}
