import type { Card } from "@repasa/contract/cards.ts";
import { useRemoveCard } from "#features/cards/cards.api.ts";
import { questionLine } from "#features/cards/cards.lines.ts";
import { shortened } from "#lib/shortened.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";

type DeleteCardDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  card: Card | undefined;
  onRemoved?: (() => void) | undefined;
};

export function DeleteCardDialog({ open, onOpenChange, card, onRemoved }: DeleteCardDialogProps) {
  const remove = useRemoveCard();
  if (!card) return null;
  const confirm = async () => {
    try {
      await remove.mutateAsync(card);
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
      title="Confirmar eliminación"
      description={`«${shortened(questionLine(card), 80)}» se eliminará y no se podrá recuperar. Tu racha y tu actividad no cambian.`}
      confirmLabel="Eliminar carta"
      pending={remove.isPending}
      onConfirm={confirm}
    />
  );
}
