import * as authEndpoints from "@repasa/contract/client/auth.ts";
import { useQueryClient } from "@tanstack/react-query";
import { removeTextsOfLeft } from "#features/device/device.leaving.ts";
import { dropOutbox, flushOutbox } from "#features/device/device.outbox.ts";
import { askForSync } from "#features/device/device.sync.ts";
import { countRefused } from "#features/device/edits/edits.refused.ts";
import { forgetDevice } from "#features/reminders/push/push.service.ts";
import { leaveSession, SIGNING_OUT } from "#features/session/session.expiry.ts";
import { useUser } from "#features/session/use-session.ts";
import { endLeftSession, hasLeftSession, noteLeftSession } from "#lib/left-session.ts";
import { useChange } from "#lib/use-change.ts";
import { paths } from "#paths.ts";
import { toast } from "#ui/toast.ts";

/** In milliseconds. */
const FLUSH_TIMEOUT_MS = 3000;
const END_TIMEOUT_MS = 3000;

const LEFT_OFFLINE = {
  title: "Has cerrado sesión sin conexión",
  description: "Tus cartas ya no están en este dispositivo.",
};

/** Thrown instead of signing out while something could not be sent, or was refused, which signing out would remove. */
export class UnsentEditsError extends Error {
  override readonly name = "UnsentEditsError";
}

/**
 * Signs out and removes what this device has of the account, also without a network: the session is then ended later. Unsent edits
 * are lost only if the user says so.
 */
export function useSignOut() {
  const queryClient = useQueryClient();
  const { id } = useUser();
  return useChange(authEndpoints.logout, {
    mutationKey: SIGNING_OUT,
    input: (_: { losesUnsent: boolean }) => ({}),
    call: async ({ losesUnsent }) => {
      if (!losesUnsent && (await losesEdits(id))) throw new UnsentEditsError();
      await endSession(id);
      return undefined;
    },
    onSuccess: () => {
      dropOutbox();
      clearBadge();
      const forgotten = Promise.all([removeTextsOfLeft(id), forgetDevice()]);
      if (hasLeftSession()) {
        toast(LEFT_OFFLINE);
        void askForSync();
      }
      leaveSession(queryClient, paths.login());
      return forgotten;
    },
  });
}

/** Sends what waits, and returns whether something is left that only this device has. */
async function losesEdits(userId: number): Promise<boolean> {
  const isSent = await flushOutbox(FLUSH_TIMEOUT_MS);
  // Counted after sending, by which it may have grown. Without a database, nothing is listed.
  const refused = await countRefused(userId).catch(() => 0);
  return !isSent || refused > 0;
}

/** Ends the session, or notes that it has to be ended if the server does not answer in time. */
async function endSession(userId: number): Promise<void> {
  await noteLeftSession(userId);
  const timeout = new Promise((resolve) => setTimeout(resolve, END_TIMEOUT_MS));
  await Promise.race([endLeftSession().catch(() => {}), timeout]);
}

/** Removes the badge of an app that is left before it follows the number of pending cards. */
function clearBadge(): void {
  if ("clearAppBadge" in navigator) navigator.clearAppBadge().catch(() => {});
}
