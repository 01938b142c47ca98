import { authEndpoints, type User } from "@repasa/contract/auth.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { sessionsQuery } from "#features/account/account.api.ts";
import { refreshUser, userQuery } from "#features/session/session.user.ts";
import { callApi } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { useForm } from "#lib/use-form.ts";
import { announce } from "#ui/announcer.tsx";
import { errorToast, toast } from "#ui/toast.ts";

/**
 * Looks again who is signed in whenever the window is come back to, while an address waits to be confirmed: the link is
 * most often opened in another one.
 */
export function useConfirmationWatch({ isEmailVerified, pendingEmail }: User): void {
  const waiting = !isEmailVerified || pendingEmail !== null;
  useQuery({ ...userQuery, refetchOnWindowFocus: waiting ? "always" : false });
}

/** Sends the link that confirms the address, or the one that is to replace it, again. */
export function useSendVerification() {
  return useMutation({ mutationFn: () => callApi(authEndpoints.sendVerification) });
}

export function useChangeEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; currentPassword: string }) => callApi(authEndpoints.changeEmail, { body }),
    onSuccess: (_, { email }) => {
      toast({
        title: "Éxito",
        description: `Te hemos enviado un enlace a ${email}. Ábrelo para confirmar el cambio.`,
        variant: "success",
      });
      // The answer already told that it was taken: if this fails, the next visit shows it.
      return refreshUser(queryClient).catch(() => {});
    },
    onError: (error) => refusalOf(error) || errorToast(error, "No se pudo cambiar el correo. Inténtalo de nuevo."),
  });
}

/** Forgets the address that was to replace the present one. */
export function useCancelEmailChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(authEndpoints.cancelEmailChange),
    onSuccess: () => {
      queryClient.setQueryData(userQuery.queryKey, (user) => user && { ...user, pendingEmail: null });
      announce("Cambio de correo cancelado");
    },
    onError: (error) => errorToast(error, "No se pudo cancelar el cambio. Inténtalo de nuevo."),
  });
}

export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { currentPassword: string; password: string; confirmPassword: string }) =>
      callApi(authEndpoints.changePassword, { body }),
    onSuccess: () => {
      toast({
        title: "Éxito",
        description: "Tu contraseña ha cambiado y tus otras sesiones se han cerrado.",
        variant: "success",
      });
      void queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });
      // A new password withdraws the change of address that was asked for with the old one.
      void refreshUser(queryClient).catch(() => {});
    },
    onError: (error) => refusalOf(error) || errorToast(error, "No se pudo cambiar la contraseña. Inténtalo de nuevo."),
  });
}

/** What a refusal says of single fields; undefined for any other failure. */
function refusalOf(error: unknown): Record<string, string> | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { code, issues, serverMessage } = error;
  if (code === "invalid_credentials") return { currentPassword: "La contraseña actual no es correcta" };
  if (code === "email_taken") return { email: serverMessage ?? "Ya existe una cuenta con ese correo" };
  return issues.length > 0 ? Object.fromEntries(issues.map(({ path, message }) => [path, message])) : undefined;
}

type Change<S extends z.ZodMiniType> = {
  isPending: boolean;
  mutate: (values: z.output<S>, told: { onSuccess: () => void; onError: (error: Error) => void }) => void;
};

/** A form that changes what one signs in with: once at a time, and a refusal stands at its field. */
export function useCredentialsForm<S extends z.ZodMiniType>(schema: S, change: Change<S>, onDone: () => void) {
  const { form, field, showErrors } = useForm(schema, (values) => {
    if (change.isPending) return;
    change.mutate(values, {
      onSuccess: onDone,
      onError: (error) => {
        const refusal = refusalOf(error);
        if (refusal) showErrors(refusal);
      },
    });
  });
  return { form, field };
}
