import { authEndpoints } from "@repasa/contract/auth.ts";
import { useQueryClient } from "@tanstack/react-query";
import { removeStoredTexts } from "#features/device/device.texts.ts";
import { flushOutbox, stopOutbox } from "#features/device/outbox/outbox.service.ts";
import { leaveSession } from "#features/session/session.expiry.ts";
import { callApi } from "#lib/api.ts";
import { isUnauthorized } from "#lib/api-error.ts";
import { useChange } from "#lib/use-change.ts";
import { paths } from "#paths.ts";

/** In milliseconds. */
const FLUSH_TIMEOUT_MS = 3000;

export function useSignOut() {
  const queryClient = useQueryClient();
  return useChange(authEndpoints.logout, {
    input: () => ({}),
    call: async () => {
      await flushOutbox(FLUSH_TIMEOUT_MS);
      try {
        return await callApi(authEndpoints.logout);
      } catch (error) {
        // The session had ended already.
        if (!isUnauthorized(error)) throw error;
        return undefined;
      }
    },
    failure: "No se pudo cerrar la sesión. Inténtalo de nuevo.",
    onSuccess: () => {
      stopOutbox();
      const forgotten = removeStoredTexts(null);
      leaveSession(queryClient, paths.login());
      return forgotten;
    },
  });
}
