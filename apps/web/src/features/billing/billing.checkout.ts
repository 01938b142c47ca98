import { authEndpoints, type User } from "@repasa/contract/auth.ts";
import { billingEndpoints } from "@repasa/contract/billing.ts";
import type { QueryClient } from "@tanstack/react-query";
import { refreshPlan } from "#features/billing/billing.api.ts";
import { isPremium } from "#features/billing/billing.plan.ts";
import { leaveSession } from "#features/session/session.expiry.ts";
import { userQuery } from "#features/session/session.user.ts";
import { callApi } from "#lib/api.ts";
import { ApiError, UnexpectedAnswerError } from "#lib/api-error.ts";
import { errorMessage } from "#lib/error-message.ts";
import { paths } from "#paths.ts";
import { toast } from "#ui/toast.ts";

/** Lets the reason be read before the screen changes; in milliseconds. */
const REDIRECT_DELAY = 1500;

type Checkout = {
  queryClient: QueryClient;
  /** Given up: nothing is told and nothing happens any more. */
  signal: AbortSignal;
  /** The user may pay here; the payment is being made ready. */
  onVerified: () => void;
};

/** What a checkout came to: an address to pay at, nothing, or a session that is gone and takes the screen with it. */
export type CheckoutResult = { url: string } | "nothing" | "leaving";

/**
 * Makes a payment ready. These calls go past the query cache, for a lost session has words of its own here. Whoever
 * pays in the mobile app (the flag is true, or not told) is stopped without a word, as the specification wants it.
 */
export async function prepareCheckout({ queryClient, signal, onVerified }: Checkout): Promise<CheckoutResult> {
  let user: User;
  try {
    user = await callApi(authEndpoints.currentUser, {}, { signal });
  } catch (error) {
    if (signal.aborted) return "nothing";
    if (isSignedOut(error)) return sendToLogin(queryClient);
    // An answer without the flag: the specification blocks the payment silently.
    if (error instanceof UnexpectedAnswerError) return "nothing";
    toast({
      title: "Error",
      description: "No se pudo verificar el estado mobile. Inténtalo de nuevo.",
      variant: "destructive",
    });
    return "nothing";
  }
  queryClient.setQueryData(userQuery.queryKey, user);
  // Premium may have come from another tab meanwhile; the paywall then shows it in place of the offer.
  if (user.mobile !== false || isPremium(user)) return "nothing";
  onVerified();
  try {
    const { url } = await callApi(billingEndpoints.createCheckout, { body: {} }, { signal });
    return { url };
  } catch (error) {
    if (signal.aborted) return "nothing";
    if (isSignedOut(error)) return sendToLogin(queryClient);
    // Bought in another tab or on another device: the paywall then says so in place of the offer.
    if (await turnsOutPremium(queryClient, error)) return "nothing";
    if (signal.aborted) return "nothing";
    toast({
      title: "Error en el checkout",
      description: errorMessage(error, "Hubo un problema al procesar el pago. Inténtalo de nuevo."),
      variant: "destructive",
    });
    return "nothing";
  }
}

/** Whether a payment was refused because there is premium already, which the server has just learnt from the provider. */
async function turnsOutPremium(queryClient: QueryClient, error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || error.code !== "conflict") return false;
  try {
    await refreshPlan(queryClient);
  } catch {
    // Then the refusal itself says what there is to know.
  }
  const user = queryClient.getQueryData(userQuery.queryKey);
  return user ? isPremium(user) : false;
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

function sendToLogin(queryClient: QueryClient): "leaving" {
  toast({
    title: "Error de autenticación",
    description: "Inicia sesión para continuar con el pago",
    variant: "destructive",
  });
  setTimeout(() => leaveSession(queryClient, paths.login()), REDIRECT_DELAY);
  return "leaving";
}
