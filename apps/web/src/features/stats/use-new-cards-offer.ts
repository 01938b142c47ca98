import type { DailyReview } from "@repasa/contract/stats.ts";
import { useQuery } from "@tanstack/react-query";
import { preferencesQuery } from "#features/preferences/preferences.api.ts";
import { MANY_UNSEEN } from "#features/stats/stats.new-cards.ts";

/** How many unseen cards a daily number should be offered for; null when there is nothing to offer, undefined until known. */
export function useNewCardsOffer({ folders }: DailyReview): number | null | undefined {
  const { data: preferences, isPending } = useQuery(preferencesQuery());
  // Without a daily number every new card is pending.
  const unseen = folders.reduce((sum, folder) => sum + folder.new, 0);
  if (unseen <= MANY_UNSEEN) return null;
  if (!preferences) return isPending ? undefined : null;
  return preferences.newCardsOffered || preferences.newCardsPerDay !== null ? null : unseen;
}
