import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { refreshPlan } from "#features/billing/billing.api.ts";
import { callApi } from "#lib/api.ts";
import { isUnauthorized, NetworkError } from "#lib/api-error.ts";
import { endpointKey } from "#lib/query.ts";

/** Seconds between two attempts; half a minute in total. */
const PAUSES_S = [1, 2, 3, 4, 5, 7, 8];

const MAX_FAILURES = 3;
/** In milliseconds: how long one attempt may take, because a call in a network that hangs never ends. */
const ATTEMPT_TIMEOUT_MS = 10_000;

/**
 * Polls until a payment has arrived, because users may return from the payment page before the webhook arrives.
 * Resolves to 'late' if it does not arrive in time.
 */
export function confirmationQuery(queryClient: QueryClient) {
  return queryOptions({
    queryKey: [...endpointKey(billingEndpoints.restore), "confirmation"],
    queryFn: async ({ signal }): Promise<"premium" | "late"> => {
      let failures = 0;
      for (const pause of [...PAUSES_S, null]) {
        try {
          if (await Promise.race([hasPremium(queryClient, signal), failLater(signal)])) return "premium";
          failures = 0;
        } catch (error) {
          failures++;
          if (signal.aborted || isUnauthorized(error) || failures >= MAX_FAILURES || pause === null) throw error;
        }
        if (pause !== null) await wait(pause * 1000, signal);
      }
      return "late";
    },
    staleTime: 0,
    gcTime: 0,
  });
}

async function hasPremium(queryClient: QueryClient, signal: AbortSignal): Promise<boolean> {
  const { premium } = await callApi(billingEndpoints.restore, {}, { signal });
  if (premium) await refreshPlan(queryClient);
  return premium;
}

/** `AbortSignal.any` is newer than some browsers that the app supports. */
async function failLater(signal: AbortSignal): Promise<never> {
  await wait(ATTEMPT_TIMEOUT_MS, signal);
  throw new NetworkError("There was no response in time");
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
