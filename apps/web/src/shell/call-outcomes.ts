import type { QueryClient } from "@tanstack/react-query";
import { handleUnauthorized } from "#features/session/session.expiry.ts";
import { hasCode } from "#lib/api-error.ts";
import { errorToast, toast } from "#ui/toast.ts";

// Limits are reached inside the app, whose code contains the paywall. The login does not need it.
const loadPaywall = () => import("#features/billing/billing.paywall.ts");

/**
 * Handles the outcome of every call: a lost session redirects to the login, a limit of the free plan opens the paywall
 * where Premium is sold, and everything else is shown as a toast.
 */
export function handleCallOutcomes(queryClient: QueryClient): void {
  queryClient.getQueryCache().config.onError = (error) => void handleUnauthorized(queryClient, error);
  const changes = queryClient.getMutationCache();
  changes.config.onSuccess = (_response, _variables, _context, { meta }) => {
    if (meta?.success) toast({ description: meta.success, variant: "success" });
  };
  changes.config.onError = (error, variables, _context, { meta }) => {
    if (handleUnauthorized(queryClient, error)) return;
    if (hasCode(error, "limit_reached")) {
      void loadPaywall().then(({ explainLimit }) => explainLimit(queryClient, error));
      return;
    }
    const failure = typeof meta?.failure === "function" ? meta.failure(error, variables as never) : meta?.failure;
    if (failure !== undefined) errorToast(error, failure);
  };
}
