import type { Folder } from "@repasa/contract/folders.ts";
import { useUnfollow } from "#features/sharing/following/following.api.ts";
import { DeleteDialog } from "#ui/delete-dialog.tsx";
import type { OpenState } from "#ui/dialog.tsx";

type UnfollowDialogProps = OpenState & { folder: Folder };

export function UnfollowDialog({ folder, ...dialog }: UnfollowDialogProps) {
  const unfollow = useUnfollow();
  return (
    <DeleteDialog
      {...dialog}
      title="¿Dejar de seguir esta carpeta?"
      description="Las cartas y tus repasos se quedan contigo. Ya no llegan los cambios de quien la comparte."
      confirmLabel="Dejar de seguir"
      deletion={unfollow}
      subject={folder}
    />
  );
}
