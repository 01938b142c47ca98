import { authEndpoints, type User } from "@repasa/contract/auth.ts";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import { refreshUser, replaceUser } from "#features/session/session.user.ts";
import { preloadScreen } from "#lib/screens.ts";
import { useChange } from "#lib/use-change.ts";
import { paths } from "#paths.ts";
import { takeToastAlong, toast } from "#ui/toast.ts";

/** Time to see the success before the screen changes, in milliseconds. */
const REDIRECT_DELAY = 100;

type Credentials = { email: string; password: string };

function signIn(queryClient: QueryClient, user: User, message: string) {
  toast({ title: "Éxito", description: message, variant: "success" });
  replaceUser(queryClient, user);
  refreshUser(queryClient).catch(() => {});
  setTimeout(() => {
    takeToastAlong();
    navigate(paths.home(), { replace: true });
  }, REDIRECT_DELAY);
}

export function useLogin() {
  const queryClient = useQueryClient();
  return useChange(authEndpoints.login, {
    input: (body: Credentials) => ({ body }),
    failure: "Inicio de sesión fallido",
    onMutate: () => preloadScreen(paths.home()),
    onSuccess: (user) => signIn(queryClient, user, "Inicio de sesión correcto"),
  });
}

export function useRegister() {
  const queryClient = useQueryClient();
  return useChange(authEndpoints.register, {
    input: (body: Credentials & { confirmPassword: string }) => ({ body }),
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
