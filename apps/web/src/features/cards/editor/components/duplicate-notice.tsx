import type { Card } from "@repasa/contract/cards.ts";
import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { folderNamesQuery } from "#features/cards/cards.api.ts";
import { useDuplicate } from "#features/cards/editor/use-duplicate.ts";

type DuplicateNoticeProps = { front: string; card: Card | undefined };

/** Informs that another card asks the same, without preventing the card from being saved. */
export function DuplicateNotice({ front, card }: DuplicateNoticeProps) {
  const duplicate = useDuplicate(front, card);
  const { data: folders } = useQuery({ ...folderNamesQuery(), enabled: duplicate !== undefined });
  const folder = folders?.find(({ id }) => id === duplicate?.folderId);
  return (
    <p
      role="status"
      className="flex items-start gap-2 rounded-control bg-medium-soft px-3 py-2 text-medium text-sm empty:hidden"
    >
      {duplicate && (
        <>
          <Copy aria-hidden className="mt-0.5 size-4 shrink-0" />
          {folder
            ? `Ya tienes una carta con esta pregunta en «${folder.name}».`
            : "Ya tienes una carta con esta pregunta."}
        </>
      )}
    </p>
  );
}
