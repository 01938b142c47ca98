import { useQuery } from "@tanstack/react-query";
import { ConfusedPair } from "#features/cards/confusions/components/confused-pair.tsx";
import { confusionsQuery } from "#features/cards/confusions/confusions.loading.ts";
import { findFolderPair } from "#features/cards/confusions/confusions.pairs.ts";

type ConfusedInFoldersProps = { folderIds: readonly number[]; className?: string };

/** Says which two cards of a folder, or of those of an exam, are taken for each other most often; renders nothing without any. */
export function ConfusedInFolders({ folderIds, className = "" }: ConfusedInFoldersProps) {
  const { data } = useQuery(confusionsQuery());
  const pair = data && findFolderPair(data, folderIds);
  return pair ? <ConfusedPair pair={pair} className={className} /> : null;
}
