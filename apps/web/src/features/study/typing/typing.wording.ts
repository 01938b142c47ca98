import type { TypedAnswer } from "#features/study/study.state.ts";

const accents = { missing: "falta la tilde", superfluous: "sobra la tilde" };

export const isBlank = (typed: readonly string[]): boolean => typed.every((text) => text.trim() === "");

/** Returns the verdict in words: "Correcto: falta la tilde". */
export function formatVerdict({ verdict, gaps, typed, belongsTo, known }: TypedAnswer): string {
  if (known) return "Cuenta como recordada";
  const accent = gaps.find((gap) => gap.accent !== null && gap.verdict === verdict)?.accent;
  const about = accent ? `: ${accents[accent]}` : "";
  if (verdict === "right") return "Correcto";
  if (verdict === "accent") return `Correcto${about}`;
  if (verdict === "close") return "Casi: mira cómo se escribe";
  if (isBlank(typed)) return "No la recordaste";
  return belongsTo === null ? `Incorrecto${about}` : `Incorrecto: responde a «${belongsTo}»`;
}
