import type { Folder } from "@repasa/contract/folders.ts";
import { useRemoveFolder } from "#features/folders/folders.api.ts";
import { counted } from "#lib/plural.ts";
import { shortened } from "#lib/shortened.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";

type DeleteFolderDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  folder: Folder | null;
  onRemoved?: (() => void) | undefined;
};

export function DeleteFolderDialog({ open, onOpenChange, folder, onRemoved }: DeleteFolderDialogProps) {
  const remove = useRemoveFolder();
  if (!folder) return null;
  const confirm = async () => {
    try {
      await remove.mutateAsync(folder);
      onOpenChange(false);
      onRemoved?.();
    } catch {
      // A toast has told the user; the dialog stays for another try.
    }
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => remove.isPending || onOpenChange(next)}
      title="Eliminar carpeta"
      description={`${warning(folder.cardCount)} «${shortened(folder.name)}» no se podrá recuperar.`}
      confirmLabel="Eliminar carpeta"
      pending={remove.isPending}
      onConfirm={confirm}
    />
  );
}

function warning(cards: number): string {
  if (cards === 0) return "Al eliminar la carpeta se eliminan también todas sus cartas.";
  return `Al eliminar la carpeta se eliminan también todas sus cartas (${counted(cards, "carta", "cartas")}).`;
}
