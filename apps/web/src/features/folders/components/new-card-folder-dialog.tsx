import type { Folder } from "@repasa/contract/folders.ts";
import { useState } from "react";
import { useLocation } from "wouter";
import { useNewCardRequest } from "#features/cards/editor/use-new-card-request.ts";
import { NEW_CARD, paths, withQuery } from "#paths.ts";
import { Dialog } from "#ui/dialog.tsx";
import { FolderChoices } from "#ui/folder-choices.tsx";

/** Asks for the folder of a new card if the address requests one, as the shortcut of the installed app does. */
export function NewCardFolderDialog({ folders }: { folders: readonly Folder[] }) {
  const [open, setOpen] = useState(false);
  const [, navigate] = useLocation();
  const openForm = (folderId: number) => navigate(withQuery(paths.folder(folderId), { [NEW_CARD]: "carta" }));
  useNewCardRequest(() => {
    const [first, ...others] = folders;
    if (others.length > 0) setOpen(true);
    else if (first) openForm(first.id);
  });
  return (
    <Dialog open={open} onOpenChange={setOpen} title="Nueva carta" description="¿En qué carpeta?">
      <FolderChoices folders={folders} onChoose={openForm} />
    </Dialog>
  );
}
