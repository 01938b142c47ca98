import { type Confused, listConfusedPairs } from "@repasa/answers/confusions.ts";
import type { Confusions } from "@repasa/contract/study.ts";
import { formatQuestionLine } from "#features/cards/text/text.lines.ts";

/** Two cards that are taken for each other, with their questions as plain words. */
export type NamedPair = { ids: readonly [number, number]; questions: readonly [string, string]; times: number };

/**
 * Returns the pair that was confused most often; undefined without one whose questions are known.
 *
 * @param confused Answers that were another card's, the newest first.
 * @param concerns Returns whether a pair is wanted.
 */
export function findWorstPair(
  confused: readonly Confused[],
  findQuestion: (id: number) => string | undefined,
  concerns: (pair: Confused) => boolean = () => true,
): NamedPair | undefined {
  for (const { cardId, otherId, times } of listConfusedPairs(confused)) {
    const [one, other] = [findQuestion(cardId), findQuestion(otherId)];
    const isNamed = one !== undefined && other !== undefined;
    if (isNamed && concerns({ cardId, otherId })) return { ids: [cardId, otherId], questions: [one, other], times };
  }
  return undefined;
}

/** Returns the pair with a card of some folders that was confused most often. If the two cards are in two folders, both directions count. */
export function findFolderPair({ confusions, cards }: Confusions, folderIds: readonly number[]): NamedPair | undefined {
  const asked = new Set(confusions.filter((one) => folderIds.includes(one.folderId)).map(({ cardId }) => cardId));
  const byId = new Map(cards.map((card) => [card.id, card]));
  return findWorstPair(
    confusions,
    (id) => {
      const card = byId.get(id);
      return card && formatQuestionLine(card);
    },
    ({ cardId, otherId }) => asked.has(cardId) || asked.has(otherId),
  );
}
