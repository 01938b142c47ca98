import type { Folder } from "@repasa/contract/folders.ts";
import { useRemoveFolder } from "#features/folders/folders.api.ts";
import { counted } from "#lib/plural.ts";
import { shortenText } from "#lib/shorten-text.ts";
import { DeleteDialog } from "#ui/delete-dialog.tsx";

type DeleteFolderDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  folder: Folder | null;
  onRemoved?: (() => void) | undefined;
};

export function DeleteFolderDialog({ open, onOpenChange, folder, onRemoved }: DeleteFolderDialogProps) {
  const remove = useRemoveFolder();
  if (!folder) return null;
  return (
    <DeleteDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Eliminar carpeta"
      description={`${describeLoss(folder.cardCount)} «${shortenText(folder.name)}» no se podrá recuperar.`}
      confirmLabel="Eliminar carpeta"
      pending={remove.isPending}
      onDelete={() => remove.mutateAsync(folder)}
      onDeleted={onRemoved}
    />
  );
}

function describeLoss(cards: number): string {
  if (cards === 0) return "Al eliminar la carpeta se eliminan también todas sus cartas.";
  return `Al eliminar la carpeta se eliminan también todas sus cartas (${counted(cards, "carta", "cartas")}).`;
}
