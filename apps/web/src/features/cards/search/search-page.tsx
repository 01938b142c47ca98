import { MAX_BATCH_CARDS, MAX_TAG_LENGTH } from "@repasa/contract/cards.limits.ts";
import type { Card, CardPage, CardState } from "@repasa/contract/cards.ts";
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  usePrefetchQuery,
} from "@tanstack/react-query";
import { type KeyboardEvent, Suspense, useState } from "react";
import { RecentChangesButton } from "#features/cards/batch/components/recent-changes-button.tsx";
import {
  type CardSearch,
  folderNamesQuery,
  loadSelectableCards,
  searchQuery,
  tagsQuery,
} from "#features/cards/cards.api.ts";
import { readMarkedPlace } from "#features/cards/cards.trail.ts";
import { formatFoundCount } from "#features/cards/list/list.found.ts";
import { moveByKeys } from "#features/cards/list/list.keys.ts";
import { useFoundAnnouncement } from "#features/cards/list/use-found-announced.ts";
import { SearchFilters, stateChoices } from "#features/cards/search/components/search-filters.tsx";
import {
  FoundCards,
  NothingFound,
  NothingSought,
  SearchSkeleton,
} from "#features/cards/search/components/search-results.tsx";
import { SelectButton } from "#features/cards/selection/components/select-button.tsx";
import {
  type CardSelection,
  selectByKeys,
  useSelection,
  useSelectionState,
} from "#features/cards/selection/use-selection.ts";
import { lazyPart } from "#lib/lazy-part.ts";
import { formatCount } from "#lib/plural.ts";
import { useAddressQuery, useSearchedText } from "#lib/use-address-query.ts";
import { cx } from "#ui/cx.ts";
import { drawLater } from "#ui/draw-later.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { SearchField } from "#ui/search-field.tsx";

const SelectionBar = lazyPart(
  async () => (await import("#features/cards/selection/components/selection-bar.tsx")).SelectionBar,
);

const MAX_QUERY_LENGTH = 200;

export default function SearchPage() {
  // The names and filters that appear with the first result.
  usePrefetchQuery(folderNamesQuery());
  usePrefetchQuery(tagsQuery());
  const search = useSearchedText();
  const [query, setQuery] = useAddressQuery();
  const wanted: CardSearch = {
    q: search.settled.slice(0, MAX_QUERY_LENGTH),
    folderId: readFolderId(query),
    state: readState(query),
    tag: query.get("etiqueta")?.slice(0, MAX_TAG_LENGTH) || null,
  };
  const filtered = wanted.folderId !== null || wanted.state !== null || wanted.tag !== null;
  // After returning from a card the focus belongs to the list, and a link to filtered cards leads to the list too.
  const [startsTyping] = useState(() => readMarkedPlace() === null && !filtered);
  const clearFilters = () => setQuery({ carpeta: "", estado: "", etiqueta: "" });

  const results = useFound(wanted);
  const filterable = useFilterable(wanted, filtered, listCards(results).length > 0);
  const load = results.hasNextPage ? (signal: AbortSignal) => loadSelectableCards(results, signal) : undefined;
  const selection = useSelection(listCards(results), useSelectionState(), { key: JSON.stringify(wanted), load });
  const outdated = search.text.trim() !== search.settled || results.isPlaceholderData;
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Enter" && outdated && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      search.settle();
    }
    selectByKeys(event, selection);
    moveByKeys(event);
  };

  return (
    <>
      <PageHeader title="Buscar" menu={<RecentChangesButton />} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it listens to the keys of the field and the rows that it contains */}
      <div onKeyDown={handleKey}>
        <SearchField
          label="Buscar en todas las carpetas..."
          value={search.text}
          onValueChange={search.setText}
          maxLength={MAX_QUERY_LENGTH}
          enterKeyHint="search"
          autoFocus={startsTyping}
        />
        {filterable && (
          <SearchFilters
            folderId={wanted.folderId}
            state={wanted.state}
            tag={wanted.tag}
            onFolder={(carpeta) => setQuery({ carpeta })}
            onState={(estado) => setQuery({ estado })}
            onTag={(etiqueta) => setQuery({ etiqueta })}
          />
        )}
        <Results
          wanted={wanted}
          filtered={filtered}
          results={results}
          selection={selection}
          onOpen={search.settle}
          onClearText={() => search.setText("")}
          onClearFilters={clearFilters}
        />
      </div>
    </>
  );
}

function readFolderId(query: URLSearchParams): number | null {
  const text = query.get("carpeta") ?? "";
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

function readState(query: URLSearchParams): CardState | null {
  return stateChoices.find(({ value }) => value === query.get("estado"))?.value ?? null;
}

function isEmpty({ q, folderId, state, tag }: CardSearch): boolean {
  return q === "" && folderId === null && state === null && tag === null;
}

function useFound(wanted: CardSearch) {
  return useInfiniteQuery({ ...searchQuery(wanted), placeholderData: keepPreviousData, enabled: !isEmpty(wanted) });
}

/** Returns whether there is something to filter. From the first result on, until the search is emptied. */
function useFilterable(wanted: CardSearch, filtered: boolean, found: boolean): boolean {
  const [hasFound, setHasFound] = useState(false);
  const next = !isEmpty(wanted) && (hasFound || found);
  if (next !== hasFound) setHasFound(next);
  return next || filtered;
}

type Found = Pick<UseInfiniteQueryResult<InfiniteData<CardPage>>, "data">;

const listCards = ({ data }: Found): Card[] => data?.pages.flatMap(({ cards }) => cards) ?? [];

type ResultsProps = {
  wanted: CardSearch;
  filtered: boolean;
  results: ReturnType<typeof useFound>;
  selection: CardSelection;
  onOpen: () => void;
  onClearText: () => void;
  onClearFilters: () => void;
};

const Results = drawLater(FoundOrNot);

function FoundOrNot({ wanted, filtered, results, selection, onOpen, onClearText, onClearFilters }: ResultsProps) {
  const { data, isPending, isFetching, isPlaceholderData, hasNextPage } = results;
  const cards = listCards(results);
  const label = formatFoundCount(cards.length, hasNextPage);
  const empty = isEmpty(wanted);
  useFoundAnnouncement(data && !isPlaceholderData && !empty ? label : null);

  if (empty) return <NothingSought />;
  if (isPending) return <SearchSkeleton filtered={filtered} />;
  if (!data) {
    return (
      <ErrorState
        title="No se pudo buscar"
        error={results.error}
        onRetry={() => void results.refetch()}
        retrying={isFetching}
      />
    );
  }
  if (cards.length === 0) {
    return (
      <NothingFound
        onClearText={wanted.q === "" ? undefined : onClearText}
        onClearFilters={filtered ? onClearFilters : undefined}
      />
    );
  }
  return (
    <div
      aria-busy={isPlaceholderData}
      className={cx("transition-opacity", isPlaceholderData && "opacity-60 delay-300")}
    >
      <div className="mb-2 flex items-center justify-between gap-3">
        <p className="tabular text-ink-soft text-sm">{label}</p>
        <SelectButton selection={selection} />
      </div>
      <FoundCards
        cards={cards}
        wanted={wanted}
        onOpen={onOpen}
        more={hasNextPage}
        failed={results.isFetchNextPageError}
        loading={isFetching}
        selection={selection}
        onMore={() => {
          if (hasNextPage) void results.fetchNextPage({ cancelRefetch: false });
        }}
      />
      {selection.isSelecting && (
        <Suspense>
          <SelectionBar
            selection={selection}
            allLabel={
              cards.length < MAX_BATCH_CARDS ? "Seleccionar todo" : `Seleccionar ${formatCount(MAX_BATCH_CARDS)}`
            }
          />
        </Suspense>
      )}
    </div>
  );
}
