import type { ExamForecast, ExamOutcome, UnmetCards } from "@repasa/contract/exams.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { percent, shortDay } from "#lib/wording.ts";

/** "Hoy: 23 cartas, unos 5 minutos". */
export function todayText({ plan: [today] }: Pick<ExamForecast, "plan">): string {
  if (!today) return "Hoy es el día.";
  const cards = Math.round(today.reviews + today.newCards);
  if (cards === 0) return "Hoy no toca nada.";
  return `Hoy: ${counted(cards, "carta", "cartas")}, ${minutesText(today.minutes)}`;
}

export function minutesText(minutes: number): string {
  const whole = Math.round(minutes);
  return whole < 1 ? "menos de un minuto" : `unos ${counted(whole, "minuto", "minutos")}`.replace("unos 1 ", "un ");
}

/** "Con 10 cartas nuevas al día no verás 23 antes del examen." */
export function missedText({ missed, limit }: UnmetCards): string {
  const pace = limit === 0 ? "Sin cartas nuevas" : paceText(limit);
  return `${pace} no verás ${formatCount(missed)} antes del examen.`;
}

/** What a daily number of new cards brings that is enough. */
export function enoughText(limit: number | null): string {
  return `${paceText(limit)} las verás todas antes del examen.`;
}

function paceText(limit: number | null): string {
  return limit === null
    ? "Sin límite de cartas nuevas"
    : `Con ${counted(limit, "carta nueva", "cartas nuevas")} al día`;
}

export function foretoldText({ foretold }: Pick<ExamOutcome, "foretold">): string {
  if (!foretold) return "No se guardó ninguna previsión: se guarda cuando miras esta página antes del examen.";
  const band = `entre el ${percent(foretold.low)} y el ${percent(foretold.high)}`;
  return `El ${shortDay(foretold.on)} se esperaba que recordaras el ${percent(foretold.mean)} de las cartas, ${band}.`;
}

export function shownText({ reviews, recalled, predicted }: ExamOutcome): string {
  if (reviews === 0 || predicted === null) {
    return "En los días del examen no volvió ninguna de sus cartas, así que no hay con qué compararlo.";
  }
  const share = `recordaste el ${percent(recalled / reviews)}`;
  return `En ${counted(reviews, "repaso", "repasos")} de esos días ${share}; para esos repasos se esperaba el ${percent(predicted)}.`;
}
