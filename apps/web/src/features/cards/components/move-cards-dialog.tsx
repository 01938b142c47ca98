import type { Card } from "@repasa/contract/cards.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { folderNamesQuery } from "#features/cards/cards.api.ts";
import { counted } from "#lib/plural.ts";
import { search } from "#lib/text-search.ts";
import { paths } from "#paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FolderFace } from "#ui/folder-face.tsx";
import { SearchField } from "#ui/search-field.tsx";

export type BatchDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  cards: readonly Card[];
  pending: boolean;
};

type MoveCardsDialogProps = BatchDialogProps & { onMove: (folderId: number) => void };

/** More folders than this can be searched. */
const MAX_WITHOUT_SEARCH = 8;

/** One tap on a folder moves the cards. */
export function MoveCardsDialog({ open, onOpenChange, cards, pending, onMove }: MoveCardsDialogProps) {
  const { data: folders = [] } = useQuery(folderNamesQuery());
  const [sought, setSought] = useState("");
  const currentFolders = new Set(cards.map(({ folderId }) => folderId));
  // The folder that contains all of the cards is no target.
  const targets = folders.filter(({ id }) => currentFolders.size > 1 || !currentFolders.has(id));
  const found = search(targets, sought, ({ name }) => [name]);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Mover ${counted(cards.length, "carta", "cartas")}`}
      description={cards.length === 1 ? "Conserva sus repasos." : "Conservan sus repasos."}
    >
      {targets.length > MAX_WITHOUT_SEARCH && (
        <SearchField label="Buscar carpetas..." value={sought} onValueChange={setSought} className="mb-2" />
      )}
      {targets.length === 0 && <NoTargets cardCount={cards.length} />}
      {targets.length > 0 && found.length === 0 && (
        <p className="py-6 text-center text-ink-soft">Ninguna carpeta coincide.</p>
      )}
      <ul aria-label="Carpetas" className="divide-y divide-line">
        {found.map(({ id, name, cardCount, color, icon }) => (
          <li key={id}>
            <button
              type="button"
              disabled={pending}
              onClick={() => onMove(id)}
              className="-outline-offset-2 flex min-h-13 w-full items-center gap-3 rounded-chip px-2 text-left font-semibold hover:bg-sunken disabled:opacity-50"
            >
              <FolderFace face={{ color, icon }} size="sm" />
              <span className="wrap-anywhere min-w-0 flex-1">{name}</span>
              <span className="tabular shrink-0 font-normal text-ink-soft text-sm">
                {counted(cardCount, "carta", "cartas")}
              </span>
            </button>
          </li>
        ))}
      </ul>
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
