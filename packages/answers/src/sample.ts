/** A stratum holds the cards whose predicted recall is within 10 %; another one those without a prediction. */
const STRATA = 10;

/**
 * Draws a stratified random sample. The strata are by predicted recall, and each has a share of the sample in proportion to its
 * size: the whole part of it, and one card more with a probability of the remainder. Thus each card is drawn with the same
 * probability, exactly n of them, and the share of right answers has no bias. Fixed rounding, such as by the largest remainder,
 * would ask small strata always or never.
 *
 * Source: W. G. Cochran, "Sampling Techniques", 3rd ed. (1977), 5; the remainders are drawn systematically, 8.
 *
 * @param cards All cards. `recall` is the predicted recall from 0 to 1, or null for a card that was never rated.
 * @param n The size of the sample. With fewer cards, all of them are drawn.
 * @param random Returns numbers from 0 to below 1, as `Math.random` does.
 * @returns The sample in random order.
 */
export function sample<Card extends { readonly recall: number | null }>(
  cards: readonly Card[],
  n: number,
  random: () => number,
): Card[] {
  const strata = groupByRecall(cards);
  const size = Math.min(n, cards.length);
  const offset = random();
  const drawn: Card[] = [];
  let passed = 0;
  for (const stratum of strata) {
    const before = countWhole((passed * size) / cards.length + offset);
    passed += stratum.length;
    const upTo = countWhole((passed * size) / cards.length + offset);
    drawn.push(...shuffle(stratum, random).slice(0, upTo - before));
  }
  return shuffle(drawn, random);
}

/**
 * Moves siblings apart, because the question of one may show the answer of another: k siblings are asked in k equal parts of the
 * order, at the same place in each. All other cards keep their order.
 *
 * @param cards In random order. `groupId` is the same for all siblings, and null for a card without any.
 */
export function spreadSiblings<Card extends { readonly groupId: string | null }>(cards: readonly Card[]): Card[] {
  const groups = Map.groupBy(cards, (card) => card.groupId ?? card);
  const placed = [...groups.values()].flatMap((group, at) =>
    group.map((card, index) => ({ card, place: (index + at / groups.size) / group.length })),
  );
  return placed.sort((a, b) => a.place - b.place).map(({ card }) => card);
}

function groupByRecall<Card extends { readonly recall: number | null }>(cards: readonly Card[]): Card[][] {
  const strata: Card[][] = Array.from({ length: STRATA + 1 }, () => []);
  for (const card of cards) {
    const index = card.recall === null ? STRATA : Math.min(STRATA - 1, Math.floor(card.recall * STRATA));
    strata[index]?.push(card);
  }
  return strata.filter((stratum) => stratum.length > 0);
}

/** Rounds down, but not below what an error of floating point has left of a whole number. */
function countWhole(count: number): number {
  return Math.floor(count + 1e-9);
}

/** Returns the same items in random order (Fisher and Yates). */
function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const shuffled = [...items];
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [shuffled[at], shuffled[other]] = [shuffled[other] as Item, shuffled[at] as Item];
  }
  return shuffled;
}
