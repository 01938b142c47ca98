import { useQuery } from "@tanstack/react-query";
import { folderStatsQuery } from "#features/folders/folders.api.ts";
import { dailyReviewQuery } from "#features/stats/stats.api.ts";
import { newWaitingText } from "#features/stats/stats.wording.ts";

/** Says how many new cards wait for another day, in a folder or in all. */
export function useNewCardsNote(folderId: number | null): string | undefined {
  const all = useQuery({ ...dailyReviewQuery(), enabled: folderId === null });
  const folder = useQuery({ ...folderStatsQuery(folderId ?? 0), enabled: folderId !== null });
  const waiting = (folderId === null ? all : folder).data?.newWaiting;
  return waiting ? newWaitingText(waiting) : undefined;
}
