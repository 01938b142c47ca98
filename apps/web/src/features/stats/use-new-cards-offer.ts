import type { DailyReview } from "@repasa/contract/stats.ts";
import { useQuery } from "@tanstack/react-query";
import { preferencesQuery } from "#features/preferences/preferences.api.ts";
import { MANY_UNSEEN } from "#features/stats/stats.new-cards.ts";

/** How many unseen cards a daily number should be offered for; null when there is nothing to offer. */
export function useNewCardsOffer({ folders }: DailyReview): number | null {
  const { data: preferences } = useQuery(preferencesQuery());
  if (!preferences || preferences.newCardsOffered || preferences.newCardsPerDay !== null) return null;
  // Without a daily number every new card is pending.
  const unseen = folders.reduce((sum, folder) => sum + folder.new, 0);
  return unseen > MANY_UNSEEN ? unseen : null;
}
