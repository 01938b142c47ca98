import type { PendingFolder } from "@repasa/contract/stats.ts";
import { useQuery } from "@tanstack/react-query";
import { foldersQuery } from "#features/folders/folders.loading.ts";
import { dailyReviewQuery } from "#features/stats/stats.api.ts";

type Loaded = { state: { data: unknown } };

/** Loads once: every rating changes these answers, and a session should not ask for them again after each. */
const ifMissing = ({ state }: Loaded): boolean => state.data === undefined;

export function useFolderNames(): ReadonlyMap<number, string> | undefined {
  const { data } = useQuery({ ...foldersQuery(), enabled: ifMissing });
  return data && new Map(data.map(({ id, name }) => [id, name]));
}

/** The next folder to study after this one. Known before the end of the session, so that nothing moves there. */
export function useNextFolder(folderId: number | null, begun: boolean, done: boolean): PendingFolder | undefined {
  const { data } = useQuery({
    ...dailyReviewQuery(),
    enabled: (query) => folderId !== null && begun && (done || ifMissing(query)),
  });
  return folderId === null ? undefined : data?.folders.find((folder) => folder.folderId !== folderId);
}
