import type { Card } from "@repasa/contract/cards.ts";
import { Pencil, Plus, Search, SearchX, SquarePen, Trash2 } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { foundLabel, matching } from "#features/cards/cards.found.ts";
import { moveByKeys } from "#features/cards/cards.keys.ts";
import { CardRow, type CardRowProps, DueText, ReadingRow } from "#features/cards/components/card-row.tsx";
import { ReadingSwitches } from "#features/cards/components/reading-switches.tsx";
import { useFoundAnnounced } from "#features/cards/use-found-announced.ts";
import { usePlace } from "#features/cards/use-place.ts";
import { type ReadingView, useReadingView } from "#features/cards/use-reading-view.ts";
import { useToday } from "#features/preferences/use-today.ts";
import { formatCount } from "#lib/plural.ts";
import { timeAgo } from "#lib/relative-time.ts";
import { soughtTerms } from "#lib/text-search.ts";
import { useSearchedText } from "#lib/use-address-query.ts";
import { useNow } from "#lib/use-now.ts";
import { isWideScreen } from "#lib/wide-screen.ts";
import { paths, withQuery } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { cx } from "#ui/cx.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { VirtualList } from "#ui/virtual-list.tsx";

type CardListProps = {
  folderId: number;
  cards: readonly Card[];
  onAdd: () => void;
  onEdit: (card: Card) => void;
  onDelete: (card: Card) => void;
};

/** The cards of a folder, to look through, to read and to search. */
export function CardList({ cards, onAdd, ...rows }: CardListProps) {
  const search = useSearchedText();
  const sought = useDeferredValue(search.text).trim();
  const terms = soughtTerms(sought);
  const found = matching(cards, terms);
  const [view, setView] = useReadingView();
  useFoundAnnounced(terms.length > 0 ? foundLabel(found.length, false) : null);

  if (cards.length === 0) return <NoCards onAdd={onAdd} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to the keys of the field and the rows it holds
    <div onKeyDown={moveByKeys}>
      <div className="mb-3 flex flex-wrap gap-2 md:mb-4">
        <SearchField
          label="Buscar cartas..."
          value={search.text}
          onValueChange={search.setText}
          enterKeyHint="search"
          className="min-w-40 flex-1"
        />
        <ReadingSwitches view={view} onView={setView} />
      </div>
      {found.length === 0 ? (
        <NothingFound sought={sought} onClear={() => search.setText("")} />
      ) : (
        <CardRows {...rows} key={view} view={view} cards={found} sought={sought} terms={terms} onOpen={search.settle} />
      )}
    </div>
  );
}

/** In pixels, on a phone and on a wide screen; measured once a row is drawn. */
const rowHeights: Record<ReadingView, { phone: number; wide: number }> = {
  list: { phone: 101, wide: 65 },
  reading: { phone: 93, wide: 69 },
  covered: { phone: 93, wide: 93 },
};

type CardRowsProps = Omit<CardListProps, "onAdd"> & {
  view: ReadingView;
  sought: string;
  terms: readonly string[];
  onOpen: () => void;
};

function CardRows({ folderId, view, cards, sought, terms, onOpen, onEdit, onDelete }: CardRowsProps) {
  const times = { now: useNow(), today: useToday() };
  const startAt = usePlace(cards);
  const heights = rowHeights[view];
  const [uncovered, setUncovered] = useState<ReadonlySet<number>>(new Set());
  const rowOf = (card: Card) => {
    const row = { card, terms, onOpen, trail: { kind: "folder" as const, folderId, q: sought } };
    if (view === "list") return <ManagedRow {...row} {...times} onEdit={onEdit} onDelete={onDelete} />;
    return (
      <ReadingRow
        {...row}
        covered={view === "covered" && !uncovered.has(card.id)}
        onUncover={() => setUncovered(new Set([...uncovered, card.id]))}
      />
    );
  };
  return (
    <VirtualList
      label="Cartas"
      items={cards}
      itemKey={({ id }) => id}
      estimateHeight={isWideScreen() ? heights.wide : heights.phone}
      gap={0}
      startAt={startAt}
      className="surface-card"
      renderItem={(card, index) => <div className={cx(index > 0 && "border-line border-t")}>{rowOf(card)}</div>}
    />
  );
}

type Times = { now: Date; today: string };
type ManagedRowProps = CardRowProps & Pick<CardListProps, "onEdit" | "onDelete"> & Times;

function ManagedRow({ now, today, onEdit, onDelete, ...row }: ManagedRowProps) {
  const { card } = row;
  return (
    <CardRow
      {...row}
      actions={
        <>
          <IconButton label="Editar carta" icon={<Pencil />} onClick={() => onEdit(card)} />
          <IconButton
            label="Eliminar carta"
            icon={<Trash2 />}
            tone="danger"
            onClick={() => onDelete(card)}
            className="-mr-2"
          />
        </>
      }
    >
      <Studied card={card} now={now} today={today} />
    </CardRow>
  );
}

function Studied({ card, now, today }: Times & { card: Card }) {
  return (
    <>
      <p className="flex flex-wrap gap-x-2">
        <DueText card={card} today={today} />
        <span>
          Revisada {formatCount(card.reviewCount)} {card.reviewCount === 1 ? "vez" : "veces"}
        </span>
      </p>
      {card.lastReviewedAt && <p>Último estudio {timeAgo(card.lastReviewedAt, now)}</p>}
    </>
  );
}

function NoCards({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      icon={<SquarePen />}
      title="Esta carpeta está vacía"
      text="Escribe una pregunta delante y su respuesta detrás. Con cinco cartas ya merece la pena repasar."
      action={
        <Button size="lg" variant="outline" icon={<Plus />} onClick={onAdd}>
          Crear la primera carta
        </Button>
      }
    />
  );
}

function NothingFound({ sought, onClear }: { sought: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title="Ninguna carta coincide"
      text="Se busca en el anverso y en el reverso."
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="outline" onClick={onClear}>
            Borrar búsqueda
          </Button>
          <ButtonLink variant="ghost" href={withQuery(paths.search(), { q: sought })} icon={<Search />}>
            Buscar en todas las carpetas
          </ButtonLink>
        </div>
      }
    />
  );
}

export function CardListSkeleton() {
  return (
    <SkeletonGroup>
      <Skeleton className="mb-3 h-12 rounded-control md:mb-4" />
      <Skeleton className="h-160 rounded-card" />
    </SkeletonGroup>
  );
}
