import { accountDeletion } from "@repasa/contract/account.forms.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import { useQueryClient } from "@tanstack/react-query";
import { removeLocalData } from "#features/account/account.local-data.ts";
import { stopOutbox } from "#features/device/device.outbox.ts";
import { callWithConfirmation, isConfirmationMissing } from "#features/factors/factors.confirmation.ts";
import { forgetDevice } from "#features/reminders/push/push.service.ts";
import { leaveSession } from "#features/session/session.expiry.ts";
import { useUser } from "#features/session/use-session.ts";
import { callApi } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { useChange } from "#lib/use-change.ts";
import { type FieldErrors, issuesByField, useForm } from "#lib/use-form.ts";
import { paths } from "#paths.ts";

/** Asks for the password, because deleting the account also ends the subscription. */
export function useDeleteAccountForm() {
  const { id } = useUser();
  const queryClient = useQueryClient();
  const remove = useChange(accountEndpoints.deleteAccount, {
    input: (body: { password: string }) => ({ body }),
    call: (body) => callWithConfirmation(() => callApi(accountEndpoints.deleteAccount, { body })),
    failure: (error) =>
      isConfirmationMissing(error) || "password" in passwordErrors(error)
        ? undefined
        : "No se pudo eliminar la cuenta. Inténtalo de nuevo.",
    onSuccess: async () => {
      stopOutbox();
      await forgetDevice();
      await removeLocalData(id);
      leaveSession(queryClient, paths.home());
    },
  });
  const { form, field } = useForm(accountDeletion, remove.mutateAsync, passwordErrors);
  return { form, field, isPending: remove.isPending };
}

function passwordErrors(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  if (error.code === "invalid_credentials") return { password: "La contraseña no es correcta" };
  if (error.code === "password_required" && error.serverMessage) return { password: error.serverMessage };
  return issuesByField(error);
}
