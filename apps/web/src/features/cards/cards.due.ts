import { daysBetween, localDateOf } from "#lib/local-date.ts";
import { counted } from "#lib/plural.ts";

type Due = { nextReviewAt: string | null };

export function dueLabel({ nextReviewAt }: Due, today: string): string {
  if (nextReviewAt === null) return "Nueva";
  const days = daysBetween(today, localDateOf(nextReviewAt));
  if (days === 0) return "Hoy";
  if (days === 1) return "Mañana";
  if (days === -1) return "Ayer";
  return days > 0 ? `En ${counted(days, "día", "días")}` : `Hace ${counted(-days, "día", "días")}`;
}
