import type { Price } from "@repasa/contract/billing.ts";
import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { refreshUser, userQuery } from "#features/session/session.user.ts";
import { hasCode } from "#lib/api-error.ts";
import { endpointQuery, invalidateChanged } from "#lib/query.ts";
import { useChange } from "#lib/use-change.ts";
import { toast } from "#ui/toast.ts";

// Always stale, because subscriptions also change at the payment provider.
export const planQuery = () => endpointQuery(billingEndpoints.plan, {}, { staleTime: 0 });

export async function refreshPlan(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    refreshUser(queryClient),
    invalidateChanged(queryClient, billingEndpoints.restore, [userQuery.queryKey]),
  ]);
}

const TEN_MINUTES_MS = 10 * 60_000;

const priceQuery = () => ({
  ...endpointQuery(billingEndpoints.price, {}, { staleTime: TEN_MINUTES_MS, retry: 1 }),
  // The default would remove it from the cache five minutes after the paywall was closed.
  gcTime: TEN_MINUTES_MS,
});

export type PriceState =
  | { status: "loading" | "unavailable" }
  | { status: "failed"; retry: () => void }
  | { status: "known"; annual: string; monthly: string };

export function usePrice(): { price: PriceState; publishableKey: string | undefined } {
  const { data, error, isFetching, refetch } = useQuery(priceQuery());
  return {
    price: derivePriceState(data, error, isFetching, () => void refetch()),
    publishableKey: data?.publishableKey,
  };
}

function derivePriceState(data: Price | undefined, error: unknown, isFetching: boolean, retry: () => void): PriceState {
  if (data) {
    const { formatted_annual: annual, formatted_monthly: monthly } = data;
    return annual && monthly ? { status: "known", annual, monthly } : { status: "unavailable" };
  }
  if (isFetching) return { status: "loading" };
  // The server sells nothing at present, so there is no point in offering a retry.
  if (hasCode(error, "unavailable")) return { status: "unavailable" };
  return { status: "failed", retry };
}

export function useRestorePurchase() {
  const queryClient = useQueryClient();
  return useChange(billingEndpoints.restore, {
    input: () => ({}),
    failure: "No se pudo restaurar la compra. Inténtalo de nuevo.",
    onSuccess: async ({ premium }) => {
      if (!premium) {
        toast({ description: "No hemos encontrado ninguna compra en tu cuenta" });
        return;
      }
      // The purchase is restored even if reloading the account fails.
      await refreshUser(queryClient).catch(() => {});
      toast({ title: "Compra restaurada", description: "Ya tienes Premium", variant: "success" });
    },
  });
}
