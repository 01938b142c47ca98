import type { DailyReview } from "@repasa/contract/stats.ts";
import { useQuery } from "@tanstack/react-query";
import { preferencesQuery } from "#features/preferences/preferences.loading.ts";
import { MANY_UNSEEN } from "#features/stats/stats.new-cards.ts";

/** Returns the number of unseen cards if a daily number should be offered, null if not, and undefined while loading. */
export function useNewCardsOffer({ folders }: DailyReview): number | null | undefined {
  const { data: preferences, isPending } = useQuery(preferencesQuery());
  // Without a daily number every new card is pending.
  const unseen = folders.reduce((sum, folder) => sum + folder.new, 0);
  if (unseen <= MANY_UNSEEN) return null;
  if (!preferences) return isPending ? undefined : null;
  return preferences.newCardsOffered || preferences.newCardsPerDay !== null ? null : unseen;
}
