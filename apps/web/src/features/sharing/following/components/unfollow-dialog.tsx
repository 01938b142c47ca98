import { useUnfollow } from "#features/sharing/following/following.api.ts";
import { deleteDialog } from "#ui/delete-dialog.tsx";

export const UnfollowDialog = deleteDialog({
  title: "¿Dejar de seguir esta carpeta?",
  description: "Las cartas y tus repasos se quedan contigo. Ya no llegan los cambios de quien la comparte.",
  confirmLabel: "Dejar de seguir",
  useDeletion: useUnfollow,
});
