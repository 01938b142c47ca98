import type { QueryClient } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import { replaceUser } from "#features/session/session.user.ts";
import { isUnauthorized } from "#lib/api-error.ts";
import { paths } from "#paths.ts";
import { preserveToast, toast } from "#ui/toast.ts";

const REDIRECT_DELAY_MS = 500;

/** The key of the mutation that signs out. */
export const SIGNING_OUT = ["signing-out"];

export function leaveSession(queryClient: QueryClient, to: string): void {
  replaceUser(queryClient, null);
  queryClient.getMutationCache().clear();
  preserveToast();
  // In the same tick, because otherwise the router would report an ended session on the page that is being left.
  navigate(to, { replace: true });
}

let expiring: ReturnType<typeof setTimeout> | undefined;

/** Notifies the user once that the session has ended, however many calls fail, and opens the login after 500 ms. */
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
  }, REDIRECT_DELAY_MS);
}

export function handleUnauthorized(queryClient: QueryClient, error: unknown): boolean {
  if (!isUnauthorized(error)) return false;
  expireSession(queryClient);
  return true;
}
