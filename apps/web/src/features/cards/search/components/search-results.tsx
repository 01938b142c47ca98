import { parseQuery } from "@repasa/card-text/search.ts";
import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { useQuery } from "@tanstack/react-query";
import { Search, SearchX } from "lucide-react";
import { type CardSearch, folderNamesQuery } from "#features/cards/cards.api.ts";
import { buildSearchAddress } from "#features/cards/cards.trail.ts";
import { CardRow, DueText } from "#features/cards/list/components/card-row.tsx";
import { CardTags } from "#features/cards/list/components/card-tags.tsx";
import { MoreCards } from "#features/cards/list/components/more-cards.tsx";
import { usePlace } from "#features/cards/list/use-place.ts";
import { SelectableRow } from "#features/cards/selection/components/selectable-row.tsx";
import type { CardSelection } from "#features/cards/selection/use-selection.ts";
import { useToday } from "#features/preferences/use-today.ts";
import { isWideScreen } from "#lib/wide-screen.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { FolderFace } from "#ui/folder-face.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { VirtualList } from "#ui/virtual-list.tsx";

/** Estimates in pixels. The list measures each row once it is drawn. */
const ROW_HEIGHT = { phone: 83, wide: 65 };

type FoundCardsProps = {
  cards: readonly Card[];
  wanted: CardSearch;
  onOpen: () => void;
  more: boolean;
  failed: boolean;
  loading: boolean;
  selection: CardSelection;
  onMore: () => void;
};

export function FoundCards({ cards, wanted, onOpen, more, failed, loading, selection, onMore }: FoundCardsProps) {
  const { data: folders = [] } = useQuery(folderNamesQuery());
  const folderById = new Map(folders.map((folder) => [folder.id, folder]));
  const terms = parseQuery(wanted.q);
  const today = useToday();
  const { startAt } = usePlace(cards, more);
  return (
    <>
      <VirtualList
        label="Cartas encontradas"
        items={cards}
        itemKey={({ id }) => id}
        estimateHeight={isWideScreen() ? ROW_HEIGHT.wide : ROW_HEIGHT.phone}
        gap={0}
        startAt={startAt}
        onNearEnd={more && !failed && !loading ? onMore : undefined}
        className="surface-card"
        renderItem={(card, index) => (
          <div className={cx(index > 0 && "border-line border-t")}>
            <SelectableRow card={card} selection={selection}>
              <CardRow card={card} terms={terms} trail={{ kind: "search", search: wanted }} onOpen={onOpen}>
                <p className="flex items-center gap-x-2">
                  <FolderName folder={folderById.get(card.folderId)} />
                  <span aria-hidden>·</span>
                  <span className="shrink-0">
                    <DueText card={card} today={today} />
                  </span>
                </p>
                <CardTags tags={card.tags} href={(tag) => buildSearchAddress({ ...wanted, tag })} replace />
              </CardRow>
            </SelectableRow>
          </div>
        )}
      />
      {more && <MoreCards failed={failed} onMore={onMore} />}
    </>
  );
}

function FolderName({ folder }: { folder: Folder | undefined }) {
  if (!folder) return null;
  return (
    <>
      <FolderFace face={folder} size="sm" />
      <span className="min-w-0 truncate">{folder.name}</span>
    </>
  );
}

export function NothingSought() {
  return (
    <EmptyState
      icon={<Search />}
      title="Busca en todas tus cartas"
      text="Escribe palabras de la pregunta, de la respuesta o de una etiqueta. Entre comillas se busca la frase tal cual."
    />
  );
}

type NothingFoundProps = { onClearText: (() => void) | undefined; onClearFilters: (() => void) | undefined };

export function NothingFound({ onClearText, onClearFilters }: NothingFoundProps) {
  return (
    <EmptyState
      icon={<SearchX />}
      title="Ninguna carta coincide"
      text={
        onClearFilters
          ? "Puede que esté en otra carpeta, en otro estado o sin esa etiqueta."
          : "Se buscan todas las palabras, en el anverso, en el reverso y en las etiquetas."
      }
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {onClearFilters && (
            <Button variant="outline" onClick={onClearFilters}>
              Quitar los filtros
            </Button>
          )}
          {onClearText && (
            <Button variant="outline" onClick={onClearText}>
              Borrar búsqueda
            </Button>
          )}
        </div>
      }
    />
  );
}

/** @param filtered True if the filters are shown already; otherwise they appear with the first result. */
export function SearchSkeleton({ filtered }: { filtered: boolean }) {
  return (
    <SkeletonGroup text="Buscando..." className="late-in">
      {!filtered && <Skeleton className="mt-3 mb-4 h-11 w-72 max-w-full rounded-full" />}
      <Skeleton className="mb-2 h-5 w-24" />
      <Skeleton className="h-130 rounded-card" />
    </SkeletonGroup>
  );
}
