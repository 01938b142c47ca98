import { useQuery } from "@tanstack/react-query";
import { ConfusedPair } from "#features/cards/confusions/components/confused-pair.tsx";
import { confusionsQuery } from "#features/cards/confusions/confusions.loading.ts";
import { findFolderPair } from "#features/cards/confusions/confusions.pairs.ts";

/** Says which two cards of a folder are taken for each other most often; renders nothing without any. */
export function ConfusedInFolder({ folderId }: { folderId: number }) {
  const { data } = useQuery(confusionsQuery());
  const pair = data && findFolderPair(data, folderId);
  return pair ? <ConfusedPair pair={pair} /> : null;
}
