import { useEndShare } from "#features/sharing/sharing.api.ts";
import { deleteDialog } from "#ui/delete-dialog.tsx";

export const EndShareDialog = deleteDialog({
  title: "¿Terminar el enlace?",
  description:
    "Deja de funcionar para todos. Quien ya sigue la carpeta conserva sus cartas, pero no recibe más cambios.",
  confirmLabel: "Terminar el enlace",
  useDeletion: useEndShare,
});
