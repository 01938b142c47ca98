import type { GivenAnswer, ListedQuiz, QuizVerdict } from "@repasa/contract/quizzes.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { percent, percentBand } from "#lib/wording.ts";

export type Score = { right: number; of: number; low: number; high: number; predicted: number | null };

export const describeScore = ({ right, of }: Pick<Score, "right" | "of">): string =>
  `${formatCount(right)} de ${formatCount(of)}`;

/** Describes what a score says about all cards from which the questions were drawn. */
export function describeEstimate({ low, high, predicted }: Score, cards: number | undefined): string {
  const all = cards === undefined ? "todas las cartas" : cards === 1 ? "la carta" : `las ${formatCount(cards)} cartas`;
  const expected = predicted === null ? "" : `; esperábamos el ${percent(predicted)}`;
  return `Sabrías ${percentBand(low, high)} de ${all}${expected}`;
}

export const verdictTexts: Readonly<Record<QuizVerdict, string>> = {
  right: "Bien",
  accent: "Bien, salvo la tilde",
  close: "Bien, con una errata",
  wrong: "Mal",
};

/** Returns what the student answered, in words. */
export function describeGiven(given: GivenAnswer): string {
  if (given === null) return "Sin responder";
  if (typeof given === "boolean") return given ? "La sabía" : "No la sabía";
  return given;
}

export const describeUnanswered = (count: number): string =>
  count === 1 ? "Queda 1 pregunta sin responder." : `Quedan ${formatCount(count)} preguntas sin responder.`;

export function describeListed({ finishedAt, right, of, low, high }: ListedQuiz): string {
  if (finishedAt === null) return `Sin terminar, ${counted(of, "pregunta", "preguntas")}`;
  const band = low === null || high === null ? "" : `, ${percentBand(low, high)}`;
  return `${describeScore({ right: right ?? 0, of })}${band}`;
}

/** Returns the time left as minutes and seconds, such as "12:05". */
export function formatTimeLeft(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
