import { useQuery } from "@tanstack/react-query";
import { ConfusedPair } from "#features/cards/confusions/components/confused-pair.tsx";
import { confusionsQuery } from "#features/cards/confusions/confusions.loading.ts";
import { findWorstPair } from "#features/cards/confusions/confusions.pairs.ts";
import { formatQuestionLine } from "#features/cards/text/text.lines.ts";

/** Says which two cards of a folder are taken for each other most often; renders nothing without any. */
export function ConfusedInFolder({ folderId }: { folderId: number }) {
  const { data } = useQuery(confusionsQuery());
  if (!data) return null;
  const cards = new Map(data.cards.map((card) => [card.id, card]));
  const pair = findWorstPair(
    data.confusions.filter((one) => one.folderId === folderId),
    (id) => {
      const card = cards.get(id);
      return card && formatQuestionLine(card);
    },
  );
  return pair ? <ConfusedPair pair={pair} /> : null;
}
