/** `w20` of the FSRS-6 default weights: the exponent with which memories fade in the long run. */
export const DEFAULT_DECAY = 0.1542;

/**
 * Computes the forgetting curve without the FSRS library, for drawing it in a browser: `(1 + factor * t / S) ^ -decay`,
 * with `factor` such that the recall after `S` days is 0.9. It agrees with the model's `recallAfter` to eight decimals.
 *
 * @param stability Days after which recall has fallen to 90 %, above 0.
 * @param elapsedDays Days since the last review, 0 or more; fractions are allowed.
 * @param decay The learner's `w20`, 0.1 to 0.8.
 * @returns The probability of recall, 0..1, before calibration to the learner.
 */
export function computeRecallOnCurve(stability: number, elapsedDays: number, decay: number): number {
  const factor = 0.9 ** (-1 / decay) - 1;
  return (1 + (factor * elapsedDays) / stability) ** -decay;
}
