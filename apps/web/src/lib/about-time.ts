import { formatCount } from "#lib/plural.ts";

/** Returns, for example, "alrededor de un minuto", "unos 12 minutos" or "unas 2 horas". */
export function formatApproximateTime(minutes: number): string {
  if (minutes <= 1) return "alrededor de un minuto";
  if (minutes < 55) return `unos ${formatCount(minutes)} minutos`;
  if (minutes < 75) return "alrededor de una hora";
  if (minutes < 105) return "alrededor de una hora y media";
  return `unas ${formatCount(Math.round(minutes / 60))} horas`;
}
