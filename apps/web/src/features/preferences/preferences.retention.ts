import type { Workload } from "@repasa/contract/progress.ts";
import { formatCount } from "#lib/plural.ts";

export const LOWEST_RETENTION = 0.8;
export const HIGHEST_RETENTION = 0.95;
export const RECOMMENDED_RETENTION = 0.9;

const percents = new Intl.NumberFormat("es", { style: "percent", maximumFractionDigits: 1 });

/** Returns, for example, "90 %". */
export function formatRetention(retention: number): string {
  return percents.format(retention);
}

export function explainRetention(retention: number): string {
  const remembered = Math.round(retention * 20);
  return `Al volver, la recordarás ${remembered} de cada 20 veces.`;
}

/** Returns, for example, "unas 32 revisiones al día". */
export function formatReviewsPerDay(reviewsPerDay: number): string {
  const whole = Math.round(reviewsPerDay);
  if (whole === 0) return "menos de una revisión al día";
  return whole === 1 ? "alrededor de una revisión al día" : `unas ${formatCount(whole)} revisiones al día`;
}

/** Compares the reviews per day of a retention with those of the recommended one; undefined until they are loaded. */
export function describeRetentionCost(
  retention: number,
  workloads: readonly Workload[] | undefined,
): string | undefined {
  const perDay = (wanted: number) => findNearestWorkload(workloads ?? [], wanted)?.reviewsPerDay;
  const [chosen, recommended] = [perDay(retention), perDay(RECOMMENDED_RETENTION)];
  if (chosen === undefined || recommended === undefined) return undefined;
  if (recommended === 0) return "Cuando estudies tus primeras cartas, aquí verás cuántas revisiones al día supone.";
  const cost = `Con tus cartas de hoy, ${formatReviewsPerDay(chosen)}`;
  if (Math.abs(retention - RECOMMENDED_RETENTION) < 0.0005) return `${cost}. Es lo que recomendamos.`;
  const difference = Math.round(chosen) - Math.round(recommended);
  const than = `con el ${formatRetention(RECOMMENDED_RETENTION)} recomendado`;
  if (difference === 0) return `${cost}, casi las mismas que ${than}.`;
  return `${cost}: ${formatCount(Math.abs(difference))} ${difference > 0 ? "más" : "menos"} que ${than}.`;
}

function findNearestWorkload(workloads: readonly Workload[], retention: number): Workload | undefined {
  const distance = (workload: Workload) => Math.abs(workload.retention - retention);
  return workloads.reduce<Workload | undefined>(
    (best, workload) => (best && distance(best) <= distance(workload) ? best : workload),
    undefined,
  );
}
