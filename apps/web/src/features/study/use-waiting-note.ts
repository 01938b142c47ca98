import { useQuery } from "@tanstack/react-query";
import { folderStatsQuery } from "#features/folders/folders.loading.ts";
import { dailyReviewQuery } from "#features/stats/stats.api.ts";
import { describeWaiting } from "#lib/waiting-text.ts";

/** Describes how many cards wait for another day, in one folder or in all. */
export function useWaitingNote(folderId: number | null): string | undefined {
  const all = useQuery({ ...dailyReviewQuery(), enabled: folderId === null });
  const folder = useQuery({ ...folderStatsQuery(folderId ?? 0), enabled: folderId !== null });
  const { data } = folderId === null ? all : folder;
  return data && describeWaiting(data);
}
