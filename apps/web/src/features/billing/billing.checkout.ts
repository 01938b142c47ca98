import type { User } from "@repasa/contract/auth.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import type { QueryClient } from "@tanstack/react-query";
import { refreshPlan } from "#features/billing/billing.api.ts";
import { isPremium } from "#features/billing/billing.plan.ts";
import { leaveSession } from "#features/session/session.expiry.ts";
import { userQuery } from "#features/session/session.user.ts";
import { callApi } from "#lib/api.ts";
import { ApiError, hasCode, UnexpectedResponseError } from "#lib/api-error.ts";
import { errorMessage } from "#lib/error-message.ts";
import { paths } from "#paths.ts";
import { toast } from "#ui/toast.ts";

/** In milliseconds: lets the user read the reason. */
const REDIRECT_DELAY_MS = 1500;

type Checkout = {
  queryClient: QueryClient;
  /** Aborted when the paywall closes. */
  signal: AbortSignal;
  onVerified: () => void;
};

type CheckoutResult = { url: string } | "nothing" | "to-login";

/**
 * Prepares a payment. The calls bypass the query cache, because the specification requires other texts for a lost
 * session here, and no message for users who pay in the mobile app.
 */
export async function prepareCheckout({ queryClient, signal, onVerified }: Checkout): Promise<CheckoutResult> {
  let user: User;
  try {
    user = await callApi(authEndpoints.currentUser, {}, { signal });
  } catch (error) {
    if (signal.aborted) return "nothing";
    if (isSignedOut(error)) return redirectToLogin(queryClient);
    // A response without the flag blocks the payment silently, as the specification requires.
    if (error instanceof UnexpectedResponseError) return "nothing";
    toast({
      title: "Error",
      description: "No se pudo verificar el estado mobile. Inténtalo de nuevo.",
      variant: "destructive",
    });
    return "nothing";
  }
  queryClient.setQueryData(userQuery.queryKey, user);
  // Premium may have been bought in another tab; the paywall then shows that.
  if (user.mobile !== false || isPremium(user)) return "nothing";
  onVerified();
  try {
    const { url } = await callApi(billingEndpoints.createCheckout, { body: {} }, { signal });
    return { url };
  } catch (error) {
    if (signal.aborted) return "nothing";
    if (isSignedOut(error)) return redirectToLogin(queryClient);
    if (await isRefusedAsPremium(queryClient, error)) return "nothing";
    if (signal.aborted) return "nothing";
    toast({
      title: "Error en el checkout",
      description: errorMessage(error, "Hubo un problema al procesar el pago. Inténtalo de nuevo."),
      variant: "destructive",
    });
    return "nothing";
  }
}

/** Returns whether the payment was refused because Stripe has just informed the server that the account has premium. */
async function isRefusedAsPremium(queryClient: QueryClient, error: unknown): Promise<boolean> {
  if (!hasCode(error, "conflict")) return false;
  try {
    await refreshPlan(queryClient);
  } catch {}
  const user = queryClient.getQueryData(userQuery.queryKey);
  return user ? isPremium(user) : false;
}

/** True for any 401: the specification names the status, not the body. */
function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

function redirectToLogin(queryClient: QueryClient): "to-login" {
  toast({
    title: "Error de autenticación",
    description: "Inicia sesión para continuar con el pago",
    variant: "destructive",
  });
  setTimeout(() => leaveSession(queryClient, paths.login()), REDIRECT_DELAY_MS);
  return "to-login";
}
