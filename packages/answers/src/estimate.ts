/**
 * The results of a quiz.
 *
 * - `right`: how many of all questions count as right.
 * - `of`: the number of questions.
 * - `cards`: the number of cards from which the questions were sampled.
 * - `choices`: the same of the questions that were answered by choosing among four options. A question without a
 *   chosen option is not among them, because nobody guessed.
 */
export type TestResults = {
  readonly right: number;
  readonly of: number;
  readonly cards: number;
  readonly choices?: { readonly right: number; readonly of: number } | undefined;
};

/** Shares of all cards, from 0 to 1: the estimate, and the ends of its 90 % interval, which contains it. */
export type Estimate = { readonly share: number; readonly low: number; readonly high: number };

/** The share of choices that are right by guessing, among four options. */
const GUESSED = 1 / 4;
/** The 95th percentile of the normal distribution: 5 % of it lies on each side of a 90 % interval. */
const Z = 1.6448536269514722;

/**
 * Estimates the share of all cards that would be right today, from a quiz on a random sample.
 *
 * **Share.** A choice is right if the answer is known, or else with a probability of 1/4. Its right answers are corrected to
 * (right - of/4) / (3/4), and added to those of the other questions. So the estimate has no bias, even if cards that are chosen
 * are known better or worse than those that are typed. It is limited to 0 to 1.
 *
 * **Interval.** It is Wilson's score interval of the observed share, which guesses raise from k to g + (1 - g)k, where g is 1/4
 * times the share of choices; its ends are corrected by the inverse. The finite population correction (cards - of) / (cards - 1)
 * applies to the part of the variance that sampling causes, (1 - g)²k(1 - k). The other part is luck in guessing, which remains
 * even if all cards are asked. Without choices all of it is sampling, and the interval is Wilson's with the usual correction.
 *
 * Sources: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927); W. G. Cochran,
 * "Sampling Techniques", 3rd ed. (1977), 2.6; F. B. Davis, "Estimation and use of scoring weights for each choice in
 * multiple-choice test items", Educational and Psychological Measurement 19 (1959), for the correction.
 *
 * @param results A quiz with at least one question, of at most all cards.
 * @example estimate({ right: 16, of: 20, cards: 140 }) // { share: 0.8, low: 0.64, high: 0.9 }, rounded
 */
export function estimate({ right, of, cards, choices = { right: 0, of: 0 } }: TestResults): Estimate {
  if (of === 0) return { share: 0, low: 0, high: 1 };
  const known = right - choices.right + (choices.right - GUESSED * choices.of) / (1 - GUESSED);
  const share = clamp(known / of);
  const guessed = (GUESSED * choices.of) / of;
  const observed = guessed + (1 - guessed) * share;
  const variance = observed * (1 - observed);
  const bySampling = variance === 0 ? 1 : ((1 - guessed) ** 2 * share * (1 - share)) / variance;
  const correction = cards > 1 ? Math.max(0, cards - of) / (cards - 1) : 0;
  const [low, high] = computeWilson(observed, of, bySampling * correction + 1 - bySampling);
  const correct = (end: number) => clamp((end - guessed) / (1 - guessed));
  return { share, low: Math.min(share, correct(low)), high: Math.max(share, correct(high)) };
}

/** Returns the ends of the interval for a share of `of`, whose variance is reduced by a factor from 0 to 1. */
function computeWilson(share: number, of: number, factor: number): [number, number] {
  const z2 = Z ** 2 * factor;
  const center = (share + z2 / (2 * of)) / (1 + z2 / of);
  const half = Math.sqrt(z2 * ((share * (1 - share)) / of + z2 / (4 * of ** 2))) / (1 + z2 / of);
  return [center - half, center + half];
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
