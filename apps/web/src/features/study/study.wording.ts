import { describeMissed } from "#features/quizzes/quizzes.missed.ts";
import type { ActiveSession, Choice } from "#features/study/study.state.ts";
import { counted, formatCount } from "#lib/plural.ts";

export const choiceLabels: Record<Choice, string> = {
  easy: "Fácil",
  medium: "Medio",
  hard: "Difícil",
  forgotten: "No la recordé",
};

export const sessionTitles = { study: "Sesión de estudio", practice: "Sesión de práctica" };

/** Returns the title of a session: "Las 20 más débiles" for the weakest cards of an exam. */
export function formatSessionTitle({ mode, deck }: Pick<ActiveSession, "mode" | "deck">): string {
  if (mode === "missed") return describeMissed(deck.length);
  if (mode === "confused") return deck.length === 1 ? "La que confundes" : "Las que confundes";
  if (mode !== "weakest") return sessionTitles[mode];
  return deck.length === 1 ? "La más débil" : `Las ${formatCount(deck.length)} más débiles`;
}

type Progress = { done: number; size: number; asked: number };

/** Returns "Carta 3 de 20", or "Repaso 1 de 2" after all cards were asked once. */
export function formatPosition({ done, size, asked }: Progress): string {
  return done < size
    ? `Carta ${formatCount(done + 1)} de ${formatCount(size)}`
    : `Repaso ${formatCount(done - size + 1)} de ${formatCount(asked - size)}`;
}

const DAYS_PER_MONTH = 365.25 / 12;

export function formatInterval(days: number): string {
  if (days < 60) return counted(days, "día", "días");
  const months = Math.round(days / DAYS_PER_MONTH);
  if (months < 24) return counted(months, "mes", "meses");
  return counted(Math.round(days / 36.525) / 10, "año", "años");
}
