import { billingEndpoints, type Price } from "@repasa/contract/billing.ts";
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { refreshUser } from "#features/session/session.user.ts";
import { callApi } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { endpointKey, endpointQuery } from "#lib/query.ts";
import { errorToast, toast } from "#ui/toast.ts";

// What is used up of it changes with everything that is made or deleted, and the rest at the provider.
export const planQuery = () => endpointQuery(billingEndpoints.plan, {}, { staleTime: 0 });

/** Loads what the account has again, after a purchase or a change to one. */
export async function refreshPlan(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    refreshUser(queryClient),
    queryClient.invalidateQueries({ queryKey: endpointKey(billingEndpoints.plan) }),
  ]);
}

const TEN_MINUTES = 10 * 60_000;

export const priceQuery = () => ({
  ...endpointQuery(billingEndpoints.price, {}, { staleTime: TEN_MINUTES, retry: 1 }),
  // Else it would be forgotten five minutes after the paywall was closed.
  gcTime: TEN_MINUTES,
});

export type PriceState =
  | { status: "loading" | "unavailable" }
  | { status: "failed"; retry: () => void }
  | { status: "known"; annual: string; monthly: string };

/** The price as the paywall tells it, and the provider's public key when there is one. */
export function usePrice(): { price: PriceState; publishableKey: string | undefined } {
  const { data, error, isFetching, refetch } = useQuery(priceQuery());
  return { price: stateOf(data, error, isFetching, () => void refetch()), publishableKey: data?.publishableKey };
}

function stateOf(data: Price | undefined, error: unknown, isFetching: boolean, retry: () => void): PriceState {
  if (data) {
    const { formatted_annual: annual, formatted_monthly: monthly } = data;
    return annual && monthly ? { status: "known", annual, monthly } : { status: "unavailable" };
  }
  if (isFetching) return { status: "loading" };
  // The server answered that it sells nothing now: to ask again at once would change nothing.
  if (error instanceof ApiError && error.code === "unavailable") return { status: "unavailable" };
  return { status: "failed", retry };
}

/** Looks for a purchase made in the mobile app. */
export function useRestorePurchase() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(billingEndpoints.restore),
    onSuccess: async ({ premium }) => {
      if (!premium) {
        toast({ description: "No hemos encontrado ninguna compra en tu cuenta" });
        return;
      }
      await refreshPlan(queryClient);
      toast({ title: "Compra restaurada", description: "Ya tienes Premium", variant: "success" });
    },
    onError: (error) => errorToast(error, "No se pudo restaurar la compra. Inténtalo de nuevo."),
  });
}
