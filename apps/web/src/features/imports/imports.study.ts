import type { ImportedStudy } from "@repasa/contract/imports.ts";
import { counted, formatCount } from "#lib/plural.ts";

const wholePercents = new Intl.NumberFormat("es", { style: "percent" });

/** Returns, for example, "Hasta ahora recordabas el 83 %". */
export function describeRecall(recall: number): string {
  return `Hasta ahora recordabas el ${wholePercents.format(recall)}`;
}

/** Returns, for example, "Unas 95 cartas al día las próximas dos semanas, sin contar las nuevas." */
export function describeComingDays(perDay: number): string {
  const whole = Math.max(1, Math.round(perDay));
  const cards = whole === 1 ? "Alrededor de una carta" : `Unas ${formatCount(whole)} cartas`;
  return `${cards} al día las próximas dos semanas, sin contar las nuevas.`;
}

/** Describes the plan that begins with the import. Home shows it and can end it. */
export function describeCatchUp({ due, days, perDay }: NonNullable<ImportedStudy["catchUp"]>): string {
  const spread = `Las ${formatCount(due)} que te esperan se reparten en ${counted(days, "día", "días")} (${formatCount(perDay)} hoy)`;
  return `${spread}, sin cartas nuevas hasta entonces. Puedes dejar el plan en Inicio.`;
}
