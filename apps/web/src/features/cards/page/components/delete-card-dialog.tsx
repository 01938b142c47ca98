import type { Card } from "@repasa/contract/cards.ts";
import { useRemoveCard } from "#features/cards/cards.api.ts";
import { formatQuestionLine } from "#features/cards/text/text.lines.ts";
import { shortenText } from "#lib/shorten-text.ts";
import { deleteDialog } from "#ui/delete-dialog.tsx";

export const DeleteCardDialog = deleteDialog({
  title: "Confirmar eliminación",
  description: (card: Card) =>
    `«${shortenText(formatQuestionLine(card), 80)}» se eliminará y no se podrá recuperar. Tu racha y tu actividad no cambian.`,
  confirmLabel: "Eliminar carta",
  useDeletion: useRemoveCard,
});
