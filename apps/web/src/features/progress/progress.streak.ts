import type { UserStats } from "@repasa/contract/stats.ts";
import { counted } from "#lib/plural.ts";

/** Compares the streak with the longest one. */
export function describeLongestStreak({
  currentStreak,
  longestStreak,
}: Pick<UserStats, "currentStreak" | "longestStreak">): string {
  if (currentStreak === 0 && longestStreak <= 1) return "Una carta basta para empezar.";
  if (currentStreak < longestStreak) return `La mejor fue de ${counted(longestStreak, "día", "días")}.`;
  return currentStreak === 1 ? "Acaba de empezar." : "Es la mejor que has tenido.";
}
