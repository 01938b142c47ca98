import type { Folder } from "@repasa/contract/folders.ts";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { FolderChoices } from "#features/folders/components/folder-choices.tsx";
import { useAddressQuery } from "#lib/use-address-query.ts";
import { NEW_CARD, paths, withQuery } from "#paths.ts";
import { Dialog } from "#ui/dialog.tsx";

/** Asks for the folder of a new card if the address says so, as the shortcut of the installed app does. */
export function NewCardFolderDialog({ folders }: { folders: readonly Folder[] }) {
  const [query, setQuery] = useAddressQuery();
  const [, navigate] = useLocation();
  const asks = query.has(NEW_CARD);
  const open = (folderId: number) =>
    navigate(withQuery(paths.folder(folderId), { [NEW_CARD]: "carta" }), { replace: true });
  const only = asks && folders.length === 1 ? folders[0]?.id : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the folder
  useEffect(() => {
    if (only !== undefined) open(only);
  }, [only]);
  return (
    <Dialog
      open={asks && folders.length > 1}
      onOpenChange={(isOpen) => isOpen || setQuery({ [NEW_CARD]: "" })}
      title="Nueva carta"
      description="¿En qué carpeta?"
    >
      <FolderChoices folders={folders} onChoose={open} />
    </Dialog>
  );
}
