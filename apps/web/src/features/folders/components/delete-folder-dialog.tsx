import type { Folder } from "@repasa/contract/folders.ts";
import { useRemoveFolder } from "#features/folders/folders.api.ts";
import { counted } from "#lib/plural.ts";
import { shortenText } from "#lib/shorten-text.ts";
import { deleteDialog } from "#ui/delete-dialog.tsx";

export const DeleteFolderDialog = deleteDialog({
  title: "Eliminar carpeta",
  description: ({ cardCount, name }: Folder) =>
    `${describeLoss(cardCount)} «${shortenText(name)}» no se podrá recuperar.`,
  confirmLabel: "Eliminar carpeta",
  useDeletion: useRemoveFolder,
});

function describeLoss(cards: number): string {
  if (cards === 0) return "Al eliminar la carpeta se eliminan también todas sus cartas.";
  return `Al eliminar la carpeta se eliminan también todas sus cartas (${counted(cards, "carta", "cartas")}).`;
}
