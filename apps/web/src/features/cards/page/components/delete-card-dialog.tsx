import type { Card } from "@repasa/contract/cards.ts";
import { useRemoveCard } from "#features/cards/cards.api.ts";
import { formatQuestionLine } from "#features/cards/text/text.lines.ts";
import { shortenText } from "#lib/shorten-text.ts";
import { DeleteDialog } from "#ui/delete-dialog.tsx";

type DeleteCardDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  card: Card | undefined;
  onRemoved?: (() => void) | undefined;
};

export function DeleteCardDialog({ open, onOpenChange, card, onRemoved }: DeleteCardDialogProps) {
  const remove = useRemoveCard();
  if (!card) return null;
  return (
    <DeleteDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Confirmar eliminación"
      description={`«${shortenText(formatQuestionLine(card), 80)}» se eliminará y no se podrá recuperar. Tu racha y tu actividad no cambian.`}
      confirmLabel="Eliminar carta"
      pending={remove.isPending}
      onDelete={() => remove.mutateAsync(card)}
      onDeleted={onRemoved}
    />
  );
}
