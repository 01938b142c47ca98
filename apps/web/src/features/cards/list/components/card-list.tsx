import { parseQuery } from "@repasa/card-text/search.ts";
import { MAX_BATCH_CARDS } from "@repasa/contract/cards.limits.ts";
import type { Card } from "@repasa/contract/cards.ts";
import { Pencil, Plus, Search, SearchX, SquarePen, Trash2 } from "lucide-react";
import { Suspense, useDeferredValue, useMemo, useState } from "react";
import { CardRow, type CardRowProps, DueText, ReadingRow } from "#features/cards/list/components/card-row.tsx";
import { CardTags } from "#features/cards/list/components/card-tags.tsx";
import { MoreCards } from "#features/cards/list/components/more-cards.tsx";
import { ReadingSwitches } from "#features/cards/list/components/reading-switches.tsx";
import { formatFoundCount, selectMatching } from "#features/cards/list/list.found.ts";
import { moveByKeys } from "#features/cards/list/list.keys.ts";
import { type FolderCards, useLoadAll } from "#features/cards/list/use-folder-cards.ts";
import { useFoundAnnouncement } from "#features/cards/list/use-found-announced.ts";
import { usePlace } from "#features/cards/list/use-place.ts";
import { type ReadingView, useReadingView } from "#features/cards/list/use-reading-view.ts";
import { SelectableRow } from "#features/cards/selection/components/selectable-row.tsx";
import {
  type CardSelection,
  type SelectionState,
  selectByKeys,
  useSelection,
} from "#features/cards/selection/use-selection.ts";
import { UpstreamMark } from "#features/cards/upstream/components/upstream-mark.tsx";
import { useToday } from "#features/preferences/use-today.ts";
import { lazyPart } from "#lib/lazy-part.ts";
import { formatCount } from "#lib/plural.ts";
import { timeAgo } from "#lib/relative-time.ts";
import { useSearchedText } from "#lib/use-address-query.ts";
import { useNow } from "#lib/use-now.ts";
import { isWideScreen } from "#lib/wide-screen.ts";
import { paths, withQuery } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { cx } from "#ui/cx.ts";
import { drawLater } from "#ui/draw-later.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Link, textLink } from "#ui/link.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { SkeletonGroup } from "#ui/skeleton.tsx";
import { VirtualList } from "#ui/virtual-list.tsx";

const SelectionBar = lazyPart(
  async () => (await import("#features/cards/selection/components/selection-bar.tsx")).SelectionBar,
);

type CardListProps = {
  folderId: number;
  list: FolderCards;
  selectionState: SelectionState;
  onAdd: () => void;
  onEdit: (card: Card) => void;
  onDelete: (card: Card) => void;
};

const NO_CARDS: readonly Card[] = [];

/** The cards of a folder, to look through, to read and to search. */
export function CardList({ list, selectionState, onAdd, ...rows }: CardListProps) {
  const { cards = NO_CARDS, hasMore } = list;
  const search = useSearchedText();
  const sought = useDeferredValue(search.text).trim();
  // A folder may have thousands of cards, which are not looked through for each letter.
  const terms = useMemo(() => parseQuery(sought), [sought]);
  const found = useMemo(() => selectMatching(cards, terms), [cards, terms]);
  const [view, setView] = useReadingView();
  const isSearching = terms.length > 0;
  const load = async (signal: AbortSignal) =>
    selectMatching(await list.loadRows(signal, isSearching ? Number.POSITIVE_INFINITY : MAX_BATCH_CARDS), terms);
  const whole = { key: `${rows.folderId} ${sought}`, load: hasMore ? load : undefined };
  const selection = useSelection(found, selectionState, whole);
  useLoadAll(list, isSearching || cards.length === 0);
  useFoundAnnouncement(isSearching && !hasMore ? formatFoundCount(found.length, false) : null);

  if (cards.length === 0 && !hasMore) return <NoCards folderId={rows.folderId} onAdd={onAdd} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to the keys of the field and the rows that it contains
    <div
      onKeyDown={(event) => {
        selectByKeys(event, selection);
        moveByKeys(event);
      }}
    >
      <div className="mb-3 flex flex-wrap gap-2 md:mb-4">
        <SearchField
          label="Buscar cartas..."
          value={search.text}
          onValueChange={search.setText}
          enterKeyHint="search"
          className="min-w-40 flex-1"
        />
        {view !== "list" && <ReadingSwitches view={view} onView={setView} />}
      </div>
      {found.length === 0 && hasMore ? (
        <MoreCards failed={list.failed} onMore={list.loadMore} />
      ) : found.length === 0 ? (
        <NothingFound sought={sought} onClear={() => search.setText("")} />
      ) : (
        <Rows
          {...rows}
          key={view}
          view={view}
          list={list}
          cards={found}
          total={isSearching ? found.length : list.total}
          sought={sought}
          terms={terms}
          selection={selection}
          onOpen={search.settle}
        />
      )}
      {selection.isSelecting && (
        <Suspense>
          <SelectionBar selection={selection} allLabel="Seleccionar todo" />
        </Suspense>
      )}
    </div>
  );
}

/** Estimates in pixels, on a phone and on a wide screen. The list measures each row once it is drawn. */
const rowHeights: Record<ReadingView, { phone: number; wide: number }> = {
  list: { phone: 87, wide: 65 },
  reading: { phone: 93, wide: 69 },
  covered: { phone: 93, wide: 93 },
};

type CardRowsProps = Omit<CardListProps, "selectionState" | "onAdd"> & {
  view: ReadingView;
  /** The cards that are shown, and their number once all are loaded. */
  cards: readonly Card[];
  total: number;
  sought: string;
  terms: readonly string[];
  selection: CardSelection;
  onOpen: () => void;
};

const Rows = drawLater(CardRows);

function CardRows(props: CardRowsProps) {
  const { folderId, view, list, cards, total, sought, terms, selection, onOpen, onEdit, onDelete } = props;
  const times = { now: useNow(), today: useToday() };
  const { startAt, isMissing } = usePlace(cards, list.hasMore);
  useLoadAll(list, isMissing);
  const heights = rowHeights[view];
  const [uncovered, setUncovered] = useState<ReadonlySet<number>>(new Set());
  const renderCard = (card: Card) => {
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
    <>
      <VirtualList
        label="Cartas"
        items={cards}
        total={total}
        onNearEnd={list.failed || list.isFetching ? undefined : list.loadMore}
        itemKey={({ id }) => id}
        estimateHeight={isWideScreen() ? heights.wide : heights.phone}
        gap={0}
        startAt={startAt}
        className="surface-card"
        renderItem={(card, index) => (
          <div className={cx(index > 0 && "border-line border-t")}>
            <SelectableRow card={card} selection={selection}>
              {renderCard(card)}
            </SelectableRow>
          </div>
        )}
      />
      {list.failed && <MoreCards failed onMore={list.loadMore} />}
    </>
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
          <IconButton label="Eliminar carta" icon={<Trash2 />} tone="danger" onClick={() => onDelete(card)} />
        </>
      }
    >
      <Studied card={card} now={now} today={today} />
    </CardRow>
  );
}

/** One line, except in very large text. What does not fit is left out: the card's own page has all of it. */
function Studied({ card, now, today }: Times & { card: Card }) {
  return (
    <div className="flex flex-wrap gap-x-3 leading-[1.375rem] @min-[12rem]:h-[1lh] @min-[12rem]:overflow-hidden">
      <span className="lg:min-w-20">
        <DueText card={card} today={today} />
      </span>
      <UpstreamMark card={card} />
      <span>
        Revisada {formatCount(card.reviewCount)} {card.reviewCount === 1 ? "vez" : "veces"}
      </span>
      <CardTags
        inLine
        tags={card.tags}
        href={(tag) => withQuery(paths.search(), { etiqueta: tag, carpeta: card.folderId })}
      />
      {card.lastReviewedAt && <span>Último estudio {timeAgo(card.lastReviewedAt, now)}</span>}
    </div>
  );
}

function NoCards({ folderId, onAdd }: Pick<CardListProps, "folderId" | "onAdd">) {
  return (
    <EmptyState
      icon={<SquarePen />}
      title="Esta carpeta está vacía"
      text="Escribe una pregunta delante y su respuesta detrás. Con cinco cartas ya merece la pena repasar."
      action={
        <div className="flex flex-col items-center gap-1">
          <Button size="lg" icon={<Plus />} onClick={onAdd}>
            Añadir carta
          </Button>
          <p className="text-ink-soft">
            o{" "}
            <Link
              href={withQuery(paths.import(), { folder: folderId })}
              className={cx(textLink, "inline-flex min-h-11 items-center")}
            >
              importa tus cartas
            </Link>
          </p>
        </div>
      }
    />
  );
}

function NothingFound({ sought, onClear }: { sought: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title="Ninguna carta coincide"
      text="Se busca en el anverso, en el reverso y en las etiquetas."
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
  return <SkeletonGroup shapes={["mb-3 h-12 rounded-control md:mb-4", "h-160 rounded-card"]} />;
}
