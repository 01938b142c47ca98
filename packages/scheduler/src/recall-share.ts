/**
 * The share of recalled cards for which learners press Difícil. In seven real logs it lay between 0 and 16 %. A little
 * too low does less harm than too high: a card taken as forgotten just comes back sooner.
 */
export const HARD_WHEN_RECALLED = 0.06;

/** The share for a card's first rating, where {@link recallShare} has no expectation to work from. */
export const RECALL_SHARE_AT_FIRST = 0.15;

/** The same for a second rating on one day, for which the model expects every card to be recalled. */
export const RECALL_SHARE_ON_ONE_DAY = 0.35;

/**
 * The probability that a card was recalled when all that is known is that the answer was Difícil. By Bayes' rule, from
 * what was expected and from how often learners press Difícil for cards they recall; for cards they do not, three
 * buttons leave them no other.
 *
 * The server computes it in SQL too (progress.queries.ts); progress.test.ts compares the two.
 *
 * @param expected The probability of recall before the answer, 0..1.
 * @returns 0..1, growing with `expected` and never above it.
 */
export function recallShare(expected: number): number {
  const hardAndRecalled = expected * HARD_WHEN_RECALLED;
  return hardAndRecalled / (hardAndRecalled + (1 - expected));
}
