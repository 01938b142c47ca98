import { authEndpoints } from "@repasa/contract/auth.ts";
import { useQueryClient } from "@tanstack/react-query";
import { removeStoredTexts } from "#features/device/device.texts.ts";
import { dropOutbox, flushOutbox } from "#features/device/outbox/outbox.service.ts";
import { forgetDevice } from "#features/reminders/push/push.service.ts";
import { leaveSession } from "#features/session/session.expiry.ts";
import { useUser } from "#features/session/use-session.ts";
import { callApi } from "#lib/api.ts";
import { isUnauthorized } from "#lib/api-error.ts";
import { useChange } from "#lib/use-change.ts";
import { paths } from "#paths.ts";

/** In milliseconds. */
const FLUSH_TIMEOUT_MS = 3000;

/** Thrown instead of signing out while something could not be sent, which signing out would remove. */
export class UnsentChangesError extends Error {
  override readonly name = "UnsentChangesError";
}

/** Signs out and removes what this device has of the account. Unsent changes are lost only if the user says so. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const { id } = useUser();
  return useChange(authEndpoints.logout, {
    input: (_: { losesUnsent: boolean }) => ({}),
    call: async ({ losesUnsent }) => {
      if (!losesUnsent && !(await flushOutbox(FLUSH_TIMEOUT_MS))) throw new UnsentChangesError();
      try {
        return await callApi(authEndpoints.logout);
      } catch (error) {
        // The session had ended already.
        if (!isUnauthorized(error)) throw error;
        return undefined;
      }
    },
    failure: (error) =>
      error instanceof UnsentChangesError ? undefined : "No se pudo cerrar la sesión. Inténtalo de nuevo.",
    onSuccess: () => {
      dropOutbox();
      clearBadge();
      const forgotten = Promise.all([removeStoredTexts({ signedIn: null, left: id }), forgetDevice()]);
      leaveSession(queryClient, paths.login());
      return forgotten;
    },
  });
}

/** Removes the badge of an app that is left before it follows the number of pending cards. */
function clearBadge(): void {
  if ("clearAppBadge" in navigator) navigator.clearAppBadge().catch(() => {});
}
