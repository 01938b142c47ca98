import type { PendingFolder } from "@repasa/contract/stats.ts";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { dailyReviewQuery } from "#features/stats/stats.api.ts";

/**
 * Loads what is pending before the session ends, so that the summary's layout does not shift. No screen uses it until then,
 * however long the session takes.
 */
export async function loadNextFolder(queryClient: QueryClient): Promise<void> {
  await queryClient.ensureQueryData({ ...dailyReviewQuery(), gcTime: Number.POSITIVE_INFINITY });
}

/** Returns the folder to study after a session: none after one across folders. */
export function useNextFolder(folderId: number | null): PendingFolder | undefined {
  const { data } = useQuery({ ...dailyReviewQuery(), enabled: folderId !== null });
  return folderId === null ? undefined : data?.folders.find((folder) => folder.folderId !== folderId);
}
