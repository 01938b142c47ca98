import type { User } from "@repasa/contract/auth.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { callWithConfirmation, isConfirmationMissing } from "#features/factors/factors.confirmation.ts";
import { refreshUser, userQuery } from "#features/session/session.user.ts";
import { callApi } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { useChange } from "#lib/use-change.ts";
import { type FieldErrors, issuesByField, useForm } from "#lib/use-form.ts";
import { announce } from "#ui/announcer.tsx";
import { toast } from "#ui/toast.ts";

/** Reloads the user on window focus while an address is unconfirmed, because its link usually opens another window. */
export function useConfirmationWatch({ isEmailVerified, pendingEmail }: User): void {
  const waiting = !isEmailVerified || pendingEmail !== null;
  useQuery({ ...userQuery, refetchOnWindowFocus: waiting ? "always" : false });
}

export function useSendVerification() {
  return useChange(authEndpoints.sendVerification, { input: () => ({}) });
}

export function useChangeEmail() {
  const queryClient = useQueryClient();
  return useChange(authEndpoints.changeEmail, {
    input: (body: { email: string; currentPassword: string }) => ({ body }),
    call: (body) => callWithConfirmation(() => callApi(authEndpoints.changeEmail, { body })),
    failure: failureUnlessShown("No se pudo cambiar el correo. Inténtalo de nuevo."),
    onSuccess: (_, { email }) => {
      toast({
        title: "Éxito",
        description: `Te hemos enviado un enlace a ${email}. Ábrelo para confirmar el cambio.`,
        variant: "success",
      });
      // Waits until the pending address is loaded. The change has succeeded even if loading fails.
      return refreshUser(queryClient).catch(() => {});
    },
  });
}

export function useCancelEmailChange() {
  return useChange(authEndpoints.cancelEmailChange, {
    input: () => ({}),
    failure: "No se pudo cancelar el cambio. Inténtalo de nuevo.",
    write: (cache) => {
      cache.setQueryData(userQuery.queryKey, (user) => user && { ...user, pendingEmail: null });
      return [userQuery.queryKey];
    },
    onSuccess: () => announce("Cambio de correo cancelado"),
  });
}

export function useChangePassword() {
  return useChange(authEndpoints.changePassword, {
    input: (body: { currentPassword: string; password: string; confirmPassword: string }) => ({ body }),
    call: (body) => callWithConfirmation(() => callApi(authEndpoints.changePassword, { body })),
    failure: failureUnlessShown("No se pudo cambiar la contraseña. Inténtalo de nuevo."),
    onSuccess: () =>
      toast({
        title: "Éxito",
        description: "Tu contraseña ha cambiado y tus otras sesiones se han cerrado.",
        variant: "success",
      }),
  });
}

/** Suppresses the toast for errors that a field shows, and when the user has closed the confirmation dialog. */
function failureUnlessShown(failure: string) {
  return (error: unknown) =>
    isConfirmationMissing(error) || Object.keys(credentialErrors(error)).length > 0 ? undefined : failure;
}

function credentialErrors(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  if (error.code === "invalid_credentials") return { currentPassword: "La contraseña actual no es correcta" };
  return issuesByField(error);
}

export type CredentialChange<S extends z.ZodMiniType> = { mutateAsync: (values: z.output<S>) => Promise<unknown> };

export function useCredentialsForm<S extends z.ZodMiniType>(
  schema: S,
  change: CredentialChange<S>,
  onDone: () => void,
) {
  const save = async (values: z.output<S>) => {
    await change.mutateAsync(values);
    onDone();
  };
  return useForm(schema, save, credentialErrors);
}
