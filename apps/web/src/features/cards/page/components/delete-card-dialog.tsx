import type { Card } from "@repasa/contract/cards.ts";
import { useRemoveCard } from "#features/cards/cards.api.ts";
import { formatQuestionLine } from "#features/cards/text/text.lines.ts";
import { shortenText } from "#lib/shorten-text.ts";
import { DeleteDialog } from "#ui/delete-dialog.tsx";
import type { OpenState } from "#ui/dialog.tsx";

type DeleteCardDialogProps = OpenState & {
  card: Card | undefined;
  onRemoved?: (() => void) | undefined;
};

export function DeleteCardDialog({ card, onRemoved, ...dialog }: DeleteCardDialogProps) {
  const remove = useRemoveCard();
  if (!card) return null;
  return (
    <DeleteDialog
      {...dialog}
      title="Confirmar eliminación"
      description={`«${shortenText(formatQuestionLine(card), 80)}» se eliminará y no se podrá recuperar. Tu racha y tu actividad no cambian.`}
      confirmLabel="Eliminar carta"
      deletion={remove}
      subject={card}
      onDeleted={onRemoved}
    />
  );
}
