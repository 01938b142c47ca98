import type { Share } from "@repasa/contract/sharing.ts";
import { useEndShare } from "#features/sharing/sharing.api.ts";
import { DeleteDialog } from "#ui/delete-dialog.tsx";
import type { OpenState } from "#ui/dialog.tsx";

type EndShareDialogProps = OpenState & { share: Share; onEnded?: () => void };

export function EndShareDialog({ share, onEnded, ...dialog }: EndShareDialogProps) {
  const end = useEndShare();
  return (
    <DeleteDialog
      {...dialog}
      title="¿Terminar el enlace?"
      description="Deja de funcionar para todos. Quien ya sigue la carpeta conserva sus cartas, pero no recibe más cambios."
      confirmLabel="Terminar el enlace"
      deletion={end}
      subject={share}
      onDeleted={onEnded}
    />
  );
}
