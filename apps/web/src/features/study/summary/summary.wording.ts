import type { UserStats } from "@repasa/contract/stats.ts";
import type { StripDay } from "#features/stats/use-days.ts";
import type { SessionCounts, SessionRating } from "#features/study/study.state.ts";
import { counted, formatCount } from "#lib/plural.ts";

/** Says what the session did for the day: whether nothing is pending any more, and whether the streak is a record. */
export function describeDay({ cardsDueToday, currentStreak, longestStreak }: UserStats): string {
  const isBest = currentStreak > 1 && currentStreak === longestStreak;
  return `${cardsDueToday > 0 ? "Hoy ya cuenta." : "Día completo."}${isBest ? " Es tu récord." : ""}`;
}

export function describeTomorrow({ status, asked = 0 }: Pick<StripDay, "status" | "asked">): string {
  if (status === "break") return "Mañana descansas.";
  if (asked === 0) return "Mañana no te espera ninguna carta.";
  return `Mañana te ${asked === 1 ? "espera" : "esperan"} ${counted(asked, "carta", "cartas")}.`;
}

/** Returns the time from each question to its rating, together, in milliseconds. */
export function computeStudyTime(ratings: readonly Pick<SessionRating, "durationMs">[]): number {
  return ratings.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0);
}

export type Encouragement = "excellent" | "great" | "good-effort" | "keep-going";

export function chooseEncouragement({ studied, easy }: SessionCounts): Encouragement {
  // Multiplied first, because 3/5 is not exactly 0.6 in floating point.
  const percent = studied === 0 ? 0 : (easy * 100) / studied;
  if (percent >= 60) return "excellent";
  if (percent >= 40) return "great";
  return percent >= 20 ? "good-effort" : "keep-going";
}

/** Returns the label of the button that starts the next session, which has `portion` cards. */
export function formatNextPortion(portion: number): string {
  return portion === 1 ? "Otra carta" : `Otras ${formatCount(portion)}`;
}

export function formatCardsLeft(left: number): string {
  return `${left === 1 ? "Queda" : "Quedan"} ${formatCount(left)} para hoy`;
}
