import type { CostlyCard, CostlyCards } from "@repasa/contract/study.ts";
import { formatDuration } from "#lib/duration.ts";
import { counted } from "#lib/plural.ts";

const FRACTIONS = [
  [1 / 2, "la mitad"],
  [1 / 3, "un tercio"],
  [1 / 4, "un cuarto"],
] as const;
/** A share that is greater than a fraction by less than this is called by the fraction alone. */
const MARGIN = 0.02;

/** Returns, for example, "3 cartas te han costado un cuarto del tiempo". */
export function formatCostly({ cards, share }: CostlyCards): string {
  const [fraction, name] = FRACTIONS.find(([least]) => share >= least) ?? [1 / 4, "un cuarto"];
  const words = share < fraction + MARGIN ? name : `más de ${name}`;
  const verb = cards.length === 1 ? "te ha costado" : "te han costado";
  return `${counted(cards.length, "carta", "cartas")} ${verb} ${words} del tiempo`;
}

/** Returns, for example, "Te ha costado 6 min en 9 repasos de las últimas 4 semanas." */
export function formatSpent({ spentMs, reviews }: CostlyCard): string {
  return `Te ha costado ${formatDuration(spentMs)} en ${counted(reviews, "repaso", "repasos")} de las últimas 4 semanas.`;
}
