import type { CalibrationBin } from "@repasa/contract/progress.ts";
import { counted } from "#lib/plural.ts";
import { percent } from "#lib/wording.ts";

/** With fewer reviews the deviation from the predictions would be mostly chance. */
const MIN_REVIEWS = 50;

/** A bin with fewer reviews is not drawn, for the same reason. It is only listed in the table. */
const MIN_DRAWN_REVIEWS = 5;

/** A bin of reviews with similar predictions; shares from 0 to 1. */
export type Prediction = { from: number; to: number; predicted: number; recalled: number; reviews: number };

export type Calibration = {
  reviews: number;
  predictions: readonly Prediction[];
  /** The bin with the most reviews. */
  usual: Prediction;
  /** The mean absolute difference of recalled and predicted shares, weighted by reviews. */
  deviation: number;
};

/** Returns null while there are too few reviews. */
export function computeCalibration(bins: readonly CalibrationBin[]): Calibration | null {
  const predictions = bins.map(({ recalled, ...bin }) => ({ ...bin, recalled: recalled / bin.reviews }));
  const [first, ...others] = predictions;
  const reviews = countReviews(bins);
  if (!first || reviews < MIN_REVIEWS) return null;
  const usual = others.reduce((most, each) => (each.reviews > most.reviews ? each : most), first);
  const off = predictions.reduce((sum, each) => sum + each.reviews * Math.abs(each.recalled - each.predicted), 0);
  return { reviews, predictions, usual, deviation: off / reviews };
}

export function countReviews(bins: readonly CalibrationBin[]): number {
  return bins.reduce((sum, { reviews }) => sum + reviews, 0);
}

export function describeCalibration({ usual, deviation }: Calibration): string {
  const points = Math.round(deviation * 100);
  const off = points === 0 ? "menos de 1 punto" : counted(points, "punto", "puntos");
  return `Cuando esperábamos un ${percent(usual.predicted)}, recordaste el ${percent(usual.recalled)}. De media, la previsión se desvía ${off}.`;
}

export function describeMissingReviews(reviews: number): string {
  if (reviews === 0) return "Cuando tus cartas vuelvan, aquí verás si recuerdas tantas como esperábamos.";
  const missing = MIN_REVIEWS - reviews;
  const more = counted(missing, "repaso", "repasos");
  return `Con ${more} más verás aquí si recuerdas tantas como esperábamos; por ahora hay ${counted(reviews, "repaso", "repasos")} que comparar.`;
}

/** Returns "85–90 %". */
export function formatRange({ from, to }: Pick<Prediction, "from" | "to">): string {
  return from === 0 ? `Menos del ${percent(to)}` : `${Math.round(from * 100)}–${percent(to)}`;
}

/** Returns the bins that are drawn: those with enough reviews, and always the usual one. */
export function selectDrawnPredictions({ predictions, usual }: Calibration): readonly Prediction[] {
  return predictions.filter((each) => each === usual || each.reviews >= MIN_DRAWN_REVIEWS);
}

/** Returns the lower end of both axes: the tenth below everything that is drawn, at most 0.8. */
export function computeAxisFloor(predictions: readonly Prediction[]): number {
  const lowest = Math.min(...predictions.flatMap(({ predicted, recalled }) => [predicted, recalled]));
  return Math.max(0, Math.min(0.8, Math.floor(lowest * 10 - 1e-9) / 10));
}
