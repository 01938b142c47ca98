import { daysBetween } from "#lib/local-date.ts";
import { counted } from "#lib/plural.ts";

type Due = { nextReviewDate: string | null };

export function formatDue({ nextReviewDate }: Due, today: string): string {
  if (nextReviewDate === null) return "Nueva";
  const days = daysBetween(today, nextReviewDate);
  if (days === 0) return "Hoy";
  if (days === 1) return "Mañana";
  if (days === -1) return "Ayer";
  return days > 0 ? `En ${counted(days, "día", "días")}` : `Hace ${counted(-days, "día", "días")}`;
}
