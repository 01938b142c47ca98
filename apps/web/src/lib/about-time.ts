import { formatCount } from "#lib/plural.ts";

/** From here on a duration is told in hours. */
const HOURS_FROM = 55;

/** "alrededor de un minuto", "unos 12 minutos", "alrededor de una hora", "unas 2 horas". */
export function aboutTime(minutes: number): string {
  if (minutes >= HOURS_FROM) {
    const hours = Math.round(minutes / 60);
    return hours === 1 ? "alrededor de una hora" : `unas ${formatCount(hours)} horas`;
  }
  return minutes <= 1 ? "alrededor de un minuto" : `unos ${formatCount(minutes)} minutos`;
}
