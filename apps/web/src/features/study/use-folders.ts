import type { Folder } from "@repasa/contract/folders.ts";
import type { PendingFolder } from "@repasa/contract/stats.ts";
import { useQuery } from "@tanstack/react-query";
import { foldersQuery } from "#features/folders/folders.loading.ts";
import { dailyReviewQuery } from "#features/stats/stats.api.ts";

type Loaded = { state: { data: unknown } };

/** Loads data only once: every rating makes it stale, but a session should not load it again after each rating. */
const hasNoData = ({ state }: Loaded): boolean => state.data === undefined;

export function useStudiedFolder(id: number): Folder | undefined {
  const { data } = useQuery({ ...foldersQuery(), enabled: hasNoData });
  return data?.find((folder) => folder.id === id);
}

/**
 * Returns the next folder to study. It is loaded before the session ends, so that the summary's layout does not shift.
 */
export function useNextFolder(folderId: number | null, isStarted: boolean, done: boolean): PendingFolder | undefined {
  const { data } = useQuery({
    ...dailyReviewQuery(),
    enabled: (query) => folderId !== null && isStarted && (done || hasNoData(query)),
  });
  return folderId === null ? undefined : data?.folders.find((folder) => folder.folderId !== folderId);
}
