import type { Folder } from "@repasa/contract/folders.ts";
import { useUnfollow } from "#features/sharing/following/following.api.ts";
import { DeleteDialog } from "#ui/delete-dialog.tsx";

type UnfollowDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; folder: Folder };

export function UnfollowDialog({ open, onOpenChange, folder }: UnfollowDialogProps) {
  const unfollow = useUnfollow();
  return (
    <DeleteDialog
      open={open}
      onOpenChange={onOpenChange}
      title="¿Dejar de seguir esta carpeta?"
      description="Las cartas y tus repasos se quedan contigo. Ya no llegan los cambios de quien la comparte."
      confirmLabel="Dejar de seguir"
      pending={unfollow.isPending}
      onDelete={() => unfollow.mutateAsync(folder)}
      onDeleted={undefined}
    />
  );
}
