import type { Folder } from "@repasa/contract/folders.ts";
import { useRemoveFolder } from "#features/folders/folders.api.ts";
import { counted } from "#lib/plural.ts";
import { shortenText } from "#lib/shorten-text.ts";
import { DeleteDialog } from "#ui/delete-dialog.tsx";
import type { OpenState } from "#ui/dialog.tsx";

type DeleteFolderDialogProps = OpenState & {
  folder: Folder | null;
  onRemoved?: (() => void) | undefined;
};

export function DeleteFolderDialog({ folder, onRemoved, ...dialog }: DeleteFolderDialogProps) {
  const remove = useRemoveFolder();
  if (!folder) return null;
  return (
    <DeleteDialog
      {...dialog}
      title="Eliminar carpeta"
      description={`${describeLoss(folder.cardCount)} «${shortenText(folder.name)}» no se podrá recuperar.`}
      confirmLabel="Eliminar carpeta"
      deletion={remove}
      subject={folder}
      onDeleted={onRemoved}
    />
  );
}

function describeLoss(cards: number): string {
  if (cards === 0) return "Al eliminar la carpeta se eliminan también todas sus cartas.";
  return `Al eliminar la carpeta se eliminan también todas sus cartas (${counted(cards, "carta", "cartas")}).`;
}
