import type { ExamForecast, ExamOutcome } from "@repasa/contract/exams.ts";
import { counted } from "#lib/plural.ts";
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

/** How many new cards the plan leaves out before the exam; single ones are the plan's rounding. */
export function notMetInTime({ cards, seen, plan }: Pick<ExamForecast, "cards" | "seen" | "plan">): number {
  const missed = cards - seen - plan.reduce((sum, { newCards }) => sum + newCards, 0);
  return missed < 1.5 ? 0 : Math.round(missed);
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
