/** One answer that was the answer of another card: the card that was asked, and the one whose answer was given. */
export type Confused = { readonly cardId: number; readonly otherId: number };

/** Two cards that are taken for each other, the one that was answered wrongly more often first, and how often either was. */
export type ConfusedPair = Confused & { readonly times: number };

/** In days: two cards that were not confused for so long are told apart by now. */
export const CONFUSED_DAYS = 60;
/** The most answers that are looked at, the latest ones. */
export const MAX_CONFUSIONS = 300;
/** One wrong answer may be a slip. */
const MIN_TIMES = 2;

/**
 * Lists the pairs of cards that were confused at least twice, in either direction: most often first, and of those equally often the
 * one that was confused last.
 *
 * @param confused Answers of the last `CONFUSED_DAYS`, the newest first.
 * @example listConfusedPairs([{ cardId: 1, otherId: 2 }, { cardId: 2, otherId: 1 }]) // [{ cardId: 1, otherId: 2, times: 2 }]
 */
export function listConfusedPairs(confused: readonly Confused[]): ConfusedPair[] {
  const pairs = Map.groupBy(confused, ({ cardId, otherId }) =>
    [Math.min(cardId, otherId), Math.max(cardId, otherId)].join(),
  );
  return [...pairs.values()]
    .filter((answers) => answers.length >= MIN_TIMES)
    .map((answers) => orientPair(answers))
    .sort((one, other) => other.times - one.times);
}

function orientPair(answers: readonly Confused[]): ConfusedPair {
  const [{ cardId, otherId }] = answers as readonly [Confused];
  const asked = answers.filter((answer) => answer.cardId === cardId).length;
  const times = answers.length;
  return 2 * asked >= times ? { cardId, otherId, times } : { cardId: otherId, otherId: cardId, times };
}
