import type { Card } from "@repasa/contract/cards.ts";
import { useQuery } from "@tanstack/react-query";
import { folderNamesQuery } from "#features/cards/cards.api.ts";
import { counted } from "#lib/plural.ts";
import { paths } from "#paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FolderChoices } from "#ui/folder-choices.tsx";

export type BatchDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  cards: readonly Card[];
  pending: boolean;
};

type MoveCardsDialogProps = BatchDialogProps & { onMove: (folderId: number) => void };

/** One tap on a folder moves the cards. */
export function MoveCardsDialog({ open, onOpenChange, cards, pending, onMove }: MoveCardsDialogProps) {
  const { data: folders = [] } = useQuery(folderNamesQuery());
  const currentFolders = new Set(cards.map(({ folderId }) => folderId));
  // The folder that contains all of the cards is no target.
  const targets = folders.filter(({ id }) => currentFolders.size > 1 || !currentFolders.has(id));
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Mover ${counted(cards.length, "carta", "cartas")}`}
      description={cards.length === 1 ? "Conserva sus repasos." : "Conservan sus repasos."}
    >
      {targets.length === 0 && <NoTargets cardCount={cards.length} />}
      <FolderChoices folders={targets} disabled={pending} onChoose={onMove} />
    </Dialog>
  );
}

function NoTargets({ cardCount }: { cardCount: number }) {
  return (
    <div className="flex flex-col items-center gap-3 py-4 text-center">
      <p className="text-ink-soft">{`No hay otra carpeta a la que ${cardCount === 1 ? "moverla" : "moverlas"}.`}</p>
      <ButtonLink href={paths.folders()} variant="outline">
        Ir a Carpetas
      </ButtonLink>
    </div>
  );
}
