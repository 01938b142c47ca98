import type { User } from "@repasa/contract/auth.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { navigate } from "wouter/use-browser-location";
import { refreshUser, replaceUser } from "#features/session/session.user.ts";
import { callApi } from "#lib/api.ts";
import { hasCode, NetworkError } from "#lib/api-error.ts";
import { replaceLeftSession } from "#lib/left-session.ts";
import { loadFirstScreen, preloadScreen } from "#lib/screens.ts";
import { takeShare } from "#lib/share-address.ts";
import { useChange } from "#lib/use-change.ts";
import { paths } from "#paths.ts";
import { preserveToast, toast } from "#ui/toast.ts";

/** In milliseconds: lets the user see the success before the screen changes. */
const REDIRECT_DELAY_MS = 100;

type Credentials = { email: string; password: string };

function signIn(queryClient: QueryClient, user: User, message: string) {
  toast({ title: "Éxito", description: message, variant: "success" });
  replaceUser(queryClient, user);
  const next = takeShare() ?? paths.home();
  loadFirstScreen(queryClient, next);
  refreshUser(queryClient).catch(() => {});
  setTimeout(() => {
    preserveToast();
    navigate(next, { replace: true });
  }, REDIRECT_DELAY_MS);
}

const loadSecondStep = () =>
  import("#features/factors/components/second-step.tsx").catch((error: unknown) => {
    throw new NetworkError(error);
  });

/** Signs in with credentials, or with a passkey if they are null. `show` replaces the form with the second step. */
export function useLogin(show: (step: ReactNode) => void) {
  const queryClient = useQueryClient();
  return useChange(authEndpoints.login, {
    input: (body: Credentials | null) => ({ body: body as Credentials }),
    call: async (body) => {
      try {
        if (body) return await replaceLeftSession((options) => callApi(authEndpoints.login, { body }, options));
      } catch (error) {
        if (!hasCode(error, "second_factor_required")) throw error;
      }
      return (await loadSecondStep()).continueSignIn(body ? "second-factor" : "passkey", show);
    },
    // An error without a message means that the user has returned to the form.
    failure: ({ message }) => (message ? "Inicio de sesión fallido" : undefined),
    onMutate: () => preloadScreen(paths.home()),
    onSuccess: (user) => signIn(queryClient, user, "Inicio de sesión correcto"),
  });
}

export function useRegister() {
  const queryClient = useQueryClient();
  return useChange(authEndpoints.register, {
    call: (body: Credentials & { confirmPassword: string }) =>
      replaceLeftSession((options) => callApi(authEndpoints.register, { body }, options)),
    failure: "Error en el registro",
    onMutate: () => preloadScreen(paths.home()),
    onSuccess: (user) => signIn(queryClient, user, "Cuenta creada correctamente"),
  });
}

export function useRequestReset() {
  return useChange(authEndpoints.requestReset, {
    input: (body: { email: string }) => ({ body }),
    failure: "Restablecimiento fallido",
  });
}

export function useSetNewPassword() {
  return useChange(authEndpoints.setNewPassword, {
    input: (body: { token: string; password: string; confirmPassword: string }) => ({ body }),
    failure: "No se pudo actualizar la contraseña. Es posible que el enlace haya caducado o sea inválido.",
    onSuccess: () =>
      toast({
        title: "Éxito",
        description: "Tu contraseña se ha actualizado correctamente",
        variant: "success",
      }),
  });
}
