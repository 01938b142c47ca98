import { accountEndpoints } from "@repasa/contract/account.ts";
import { authEndpoints } from "@repasa/contract/auth.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { removeLeftovers } from "#features/account/account.leftovers.ts";
import { leaveSession } from "#features/session/session.expiry.ts";
import { useUser } from "#features/session/use-session.ts";
import { flushOutbox, stopOutbox } from "#features/study/study.sync.ts";
import { callApi } from "#lib/api.ts";
import { isUnauthorized } from "#lib/api-error.ts";
import { paths } from "#paths.ts";
import { errorToast } from "#ui/toast.ts";

/** How long a logout waits for ratings that are still on their way, in milliseconds. */
const FLUSH_TIMEOUT = 3000;

export function useLogout() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await flushOutbox(FLUSH_TIMEOUT);
      try {
        await callApi(authEndpoints.logout);
      } catch (error) {
        // Whose session is gone has what they asked for.
        if (!isUnauthorized(error)) throw error;
      }
    },
    onSuccess: () => {
      stopOutbox();
      leaveSession(queryClient, paths.login());
    },
    onError: (error) => errorToast(error, "No se pudo cerrar la sesión. Inténtalo de nuevo."),
  });
}

export function useDeleteAccount() {
  const { id } = useUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(accountEndpoints.deleteAccount),
    onSuccess: async () => {
      stopOutbox();
      await removeLeftovers(id);
      leaveSession(queryClient, paths.home());
    },
    onError: (error) => errorToast(error, "No se pudo eliminar la cuenta. Inténtalo de nuevo."),
  });
}
