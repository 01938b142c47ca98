/**
 * The share of recalled cards for which learners press Difícil. In seven real logs it lay between 0 and 16 %. A little too
 * low costs less than too high: what is taken for forgotten comes back sooner.
 */
export const HARD_WHEN_RECALLED = 0.06;

/** What {@link recallShare} cannot tell of the first rating of a card, where nothing could be expected yet. */
export const RECALL_SHARE_AT_FIRST = 0.15;

/** The same for a second rating on one day, for which the model expects every card to be recalled. */
export const RECALL_SHARE_ON_ONE_DAY = 0.35;

/**
 * The probability that a card was recalled, of which only is known that the answer was Difícil. By Bayes' rule, from what
 * was expected and from how often learners press Difícil for what they recall; for what they do not, three buttons leave
 * them no other.
 *
 * @param expected The probability of recall before the answer, 0..1.
 * @returns 0..1, growing with `expected` and never above it.
 */
export function recallShare(expected: number): number {
  const hardAndRecalled = expected * HARD_WHEN_RECALLED;
  return hardAndRecalled / (hardAndRecalled + (1 - expected));
}
