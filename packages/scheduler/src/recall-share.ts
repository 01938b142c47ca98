/**
 * The share of recalled cards for which most learners with three buttons press hard. In seven real logs it was between 0
 * and 16 %. A value that is too low does less harm than one that is too high: a card that counts as forgotten only comes
 * back sooner.
 */
export const HARD_WHEN_RECALLED = 0.06;

/** The result for a card's first rating, for which {@link estimateRecallShare} has no prediction to start from. */
export const RECALL_SHARE_AT_FIRST = 0.15;

/** The result for a second rating on one day, for which the model predicts that every card is recalled. */
export const RECALL_SHARE_ON_ONE_DAY = 0.35;

/**
 * Estimates the probability that a card was recalled if it is only known that the answer was hard. It follows by
 * Bayes' rule from the prediction and from the frequency of hard answers for recalled cards; for forgotten cards, a learner
 * with three buttons has no other answer.
 *
 * @param expected The probability of recall before the answer, 0..1.
 * @param hardShare The share of recalled cards for which this learner presses hard, 0..1.
 * @returns 0..1, growing with both and never above `expected`.
 */
export function estimateRecallShare(expected: number, hardShare: number = HARD_WHEN_RECALLED): number {
  // The server computes it in SQL too (progress.queries.ts); progress.recall.test.ts compares the two.
  const hardAndRecalled = expected * hardShare;
  return hardAndRecalled / (hardAndRecalled + (1 - expected));
}
