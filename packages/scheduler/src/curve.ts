/** `-w20` of the FSRS-6 default parameters, with which all cards are scheduled. */
const DECAY = -0.1542;
const FACTOR = 0.9 ** (1 / DECAY) - 1;

/**
 * The forgetting curve by itself, without the FSRS library, for drawing it in a browser: `(1 + factor * t / S) ^ -w20`,
 * with `factor` such that the recall after `S` days is 0.9. It agrees with `recallAfter` to eight decimals.
 *
 * @param stability Days after which recall has fallen to 90 %, above 0.
 * @param elapsedDays Days since the last review, 0 or more; fractions are allowed.
 * @returns The probability of recall before any calibration to the learner, 0..1.
 */
export function recallOnCurve(stability: number, elapsedDays: number): number {
  return (1 + (FACTOR * elapsedDays) / stability) ** DECAY;
}
