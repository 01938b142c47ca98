/**
 * How often Difícil is pressed for a card that was recalled, where only three buttons are used. Who does not recall a
 * card then presses nothing else.
 */
export const HARD_WHEN_RECALLED = 0.06;

/** The share of recalled cards among those that are Difícil on their first rating, where nothing could be expected yet. */
export const RECALL_SHARE_AT_FIRST = 0.15;

/** The same for a second rating on one day, for which the model expects every card to be recalled. */
export const RECALL_SHARE_ON_ONE_DAY = 0.35;

/**
 * The probability that a card was recalled, of which only is known that the answer was Difícil (Bayes' rule).
 *
 * @param expected The probability of recall before the answer, 0..1.
 * @returns 0..1, growing with `expected`.
 */
export function recallShare(expected: number): number {
  const recalled = expected * HARD_WHEN_RECALLED;
  return recalled / (recalled + 1 - expected);
}
