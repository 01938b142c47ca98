import * as followingEndpoints from "@repasa/contract/client/following.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { QueryClient } from "@tanstack/react-query";
import { handleUnauthorized } from "#features/session/session.expiry.ts";
import { callApi } from "#lib/api.ts";
import { hasCode } from "#lib/api-error.ts";
import { readConnection } from "#lib/connection.ts";
import { invalidateChanged } from "#lib/query.ts";

/** Returns whether opening a folder, or studying it, is to bring what its author has changed. */
export const isPulledByItself = ({ follows }: Pick<Folder, "follows">): boolean =>
  follows !== null && !follows.ended && !follows.paused;

/** Pulls a folder that is studied, if it is to be pulled by itself. */
export async function pullStudied(queryClient: QueryClient, folder: Folder): Promise<void> {
  if (isPulledByItself(folder)) await pullByItself(queryClient, folder);
}

/**
 * Pulls a folder that was opened or is studied, in the background. Nothing is reloaded unless something came, by this pull or by one
 * that the page does not know of, and a failure is not reported: the next visit, or the daily job, tries again.
 *
 * @returns Whether what is new does not fit into the account.
 */
export async function pullByItself(queryClient: QueryClient, { id, follows }: Folder): Promise<boolean> {
  if (readConnection().offline) return false;
  try {
    const body = { automatic: true, known: follows?.lastPull?.batchId ?? null };
    const { batchId } = await callApi(followingEndpoints.pull, { params: { id }, body });
    if (batchId !== null) await invalidateChanged(queryClient, followingEndpoints.pull);
    return false;
  } catch (error) {
    // The link has ended, or another device no longer follows the folder.
    if (hasCode(error, "conflict") || hasCode(error, "not_found")) {
      await invalidateChanged(queryClient, { changes: ["folders"] });
    }
    handleUnauthorized(queryClient, error);
    return hasCode(error, "limit_reached");
  }
}
