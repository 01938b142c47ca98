import { authEndpoints, type User } from "@repasa/contract/auth.ts";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import { refreshUser, userQuery } from "#features/session/session.user.ts";
import { callApi } from "#lib/api.ts";
import { preloadScreen } from "#lib/screens.ts";
import { paths } from "#paths.ts";
import { errorToast, toast } from "#ui/toast.ts";

/** Lets the success be seen before the screen changes; in milliseconds. */
const REDIRECT_DELAY = 100;

export type Credentials = { email: string; password: string };
export type Registration = Credentials & { confirmPassword: string };

function enter(queryClient: QueryClient, user: User, message: string) {
  toast({ title: "Éxito", description: message, variant: "success" });
  // Whoever was signed in here before may have left data behind.
  const [userKey] = userQuery.queryKey;
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userKey });
  queryClient.setQueryData(userQuery.queryKey, user);
  // The answer already told who signed in: if this fails, the home still opens.
  refreshUser(queryClient).catch(() => {});
  setTimeout(() => navigate(paths.home(), { replace: true }), REDIRECT_DELAY);
}

export function useLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Credentials) => callApi(authEndpoints.login, { body }),
    onMutate: () => preloadScreen(paths.home()),
    onSuccess: (user) => enter(queryClient, user, "Inicio de sesión correcto"),
    onError: (error) => errorToast(error, "Inicio de sesión fallido"),
  });
}

export function useRegister() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Registration) => callApi(authEndpoints.register, { body }),
    onMutate: () => preloadScreen(paths.home()),
    onSuccess: (user) => enter(queryClient, user, "Cuenta creada correctamente"),
    onError: (error) => errorToast(error, "Error en el registro"),
  });
}

export function useRequestReset() {
  return useMutation({
    mutationFn: (body: { email: string }) => callApi(authEndpoints.requestReset, { body }),
    onError: (error) => errorToast(error, "Restablecimiento fallido"),
  });
}

export function useSetNewPassword() {
  return useMutation({
    mutationFn: (body: { token: string; password: string; confirmPassword: string }) =>
      callApi(authEndpoints.setNewPassword, { body }),
    onSuccess: () =>
      toast({
        title: "Éxito",
        description: "Tu contraseña se ha actualizado correctamente",
        variant: "success",
      }),
    onError: (error) =>
      errorToast(error, "No se pudo actualizar la contraseña. Es posible que el enlace haya caducado o sea inválido."),
  });
}
