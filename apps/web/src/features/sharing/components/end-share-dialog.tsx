import type { Share } from "@repasa/contract/sharing.ts";
import { useEndShare } from "#features/sharing/sharing.api.ts";
import { DeleteDialog } from "#ui/delete-dialog.tsx";

type EndShareDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; share: Share; onEnded?: () => void };

export function EndShareDialog({ open, onOpenChange, share, onEnded }: EndShareDialogProps) {
  const end = useEndShare();
  return (
    <DeleteDialog
      open={open}
      onOpenChange={onOpenChange}
      title="¿Terminar el enlace?"
      description="Deja de funcionar para todos. Quien ya sigue la carpeta conserva sus cartas, pero no recibe más cambios."
      confirmLabel="Terminar el enlace"
      pending={end.isPending}
      onDelete={() => end.mutateAsync(share)}
      onDeleted={onEnded}
    />
  );
}
