import type { Choice, Encouragement } from "#features/study/study.session.ts";
import { counted } from "#lib/plural.ts";

export const choiceLabels: Record<Choice, string> = {
  easy: "Fácil",
  medium: "Medio",
  hard: "Difícil",
  forgotten: "No la recordé",
};

export const sessionTitles = { study: "Sesión de estudio", practice: "Sesión de práctica" };

export const encouragements: Record<Encouragement, string> = {
  excellent: "Excelente. Dominas casi todo lo que estudiaste.",
  great: "Muy bien. Cada vez recuerdas más.",
  "good-effort": "Buen esfuerzo. Lo difícil volverá pronto para que se te quede.",
  "keep-going": "Sigue así. Lo que hoy cuesta es lo que más se aprende al repasarlo.",
};

const DAYS_PER_MONTH = 365.25 / 12;

export function intervalText(days: number): string {
  if (days < 60) return counted(days, "día", "días");
  const months = Math.round(days / DAYS_PER_MONTH);
  if (months < 24) return counted(months, "mes", "meses");
  return counted(Math.round(days / 36.525) / 10, "año", "años");
}
