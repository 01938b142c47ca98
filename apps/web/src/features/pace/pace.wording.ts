import type { Backlog, CatchUp } from "@repasa/contract/pace.ts";
import { aboutTime } from "#lib/about-time.ts";
import { utcMidnight } from "#lib/local-date.ts";
import { counted, formatCount } from "#lib/plural.ts";

const date = new Intl.DateTimeFormat("es", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });

/** "el jueves, 3 de diciembre". */
export function dateText(localDate: string): string {
  return `el ${date.format(utcMidnight(localDate))}`;
}

/** What the suggested plan means: "29 al día durante 6 días, unos 4 minutos cada uno". */
export function planText({ pending, minutes, suggestion: { days, perDay } }: Backlog): string {
  const each = pending > 0 ? Math.round((minutes * perDay) / pending) : 0;
  return `${counted(perDay, "repaso", "repasos")} al día durante ${counted(days, "día", "días")}, ${aboutTime(each)} cada uno`;
}

/** How far today's share is: "Hoy te tocan 45 repasos", "Hoy llevas 12 de 45 repasos", "Tu parte de hoy está hecha". */
export function shareText({ perDay, doneToday }: CatchUp): string {
  if (doneToday >= perDay) return "Tu parte de hoy está hecha";
  if (doneToday === 0) return `Hoy te ${perDay === 1 ? "toca" : "tocan"} ${counted(perDay, "repaso", "repasos")}`;
  return `Hoy llevas ${formatCount(doneToday)} de ${counted(perDay, "repaso", "repasos")}`;
}
