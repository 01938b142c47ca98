import { useQuery } from "@tanstack/react-query";
import { preferencesQuery } from "#features/preferences/preferences.api.ts";
import { dailyReviewQuery } from "#features/stats/stats.api.ts";
import { newCardsNote } from "#features/study/study.new-cards.ts";

export function useNewCardsNote(folderId: number | null, brought: number | undefined): string | undefined {
  const { data: preferences } = useQuery(preferencesQuery());
  const limit = preferences?.newCardsPerDay ?? null;
  const { data: review } = useQuery({ ...dailyReviewQuery(), enabled: limit !== null });
  if (!review || brought === undefined) return undefined;
  const folders = folderId === null ? review.folders : review.folders.filter((folder) => folder.folderId === folderId);
  return newCardsNote({ limit, pending: folders.reduce((sum, folder) => sum + folder.new, 0), brought });
}
