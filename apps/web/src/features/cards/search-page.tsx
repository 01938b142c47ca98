import type { CardState } from "@repasa/contract/cards.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { type CardSearch, searchQuery } from "#features/cards/cards.api.ts";
import { foundLabel } from "#features/cards/cards.found.ts";
import { moveByKeys } from "#features/cards/cards.keys.ts";
import { markedPlace } from "#features/cards/cards.trail.ts";
import { SearchFilters, stateChoices } from "#features/cards/components/search-filters.tsx";
import { FoundCards, NothingFound, NothingSought, SearchSkeleton } from "#features/cards/components/search-results.tsx";
import { useFoundAnnounced } from "#features/cards/use-found-announced.ts";
import { useAddressQuery, useSearchedText } from "#lib/use-address-query.ts";
import { cx } from "#ui/cx.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { SearchField } from "#ui/search-field.tsx";

const LONGEST = 200;

export default function SearchPage() {
  const search = useSearchedText();
  const [query, setQuery] = useAddressQuery();
  // Who comes back from a card goes on reading there.
  const [begins] = useState(() => markedPlace() === null);
  const wanted: CardSearch = { q: search.settled.slice(0, LONGEST), folderId: folderOf(query), state: stateOf(query) };
  const filtered = wanted.folderId !== null || wanted.state !== null;
  const clearFilters = () => setQuery({ carpeta: "", estado: "" });

  const results = useFound(wanted);
  const outdated = search.text.trim() !== search.settled || results.isPlaceholderData;
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Enter" && outdated && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      search.settle();
    }
    moveByKeys(event);
  };

  return (
    <>
      <PageHeader title="Buscar" />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it listens to the keys of the field and the rows it holds */}
      <div onKeyDown={press}>
        <SearchField
          label="Buscar en todas las carpetas..."
          value={search.text}
          onValueChange={search.setText}
          maxLength={LONGEST}
          enterKeyHint="search"
          autoFocus={begins}
        />
        <SearchFilters
          folderId={wanted.folderId}
          state={wanted.state}
          onFolder={(carpeta) => setQuery({ carpeta })}
          onState={(estado) => setQuery({ estado })}
        />
        <Results
          wanted={wanted}
          filtered={filtered}
          results={results}
          onOpen={search.settle}
          onClearText={() => search.setText("")}
          onClearFilters={clearFilters}
        />
      </div>
    </>
  );
}

function folderOf(query: URLSearchParams): number | null {
  const text = query.get("carpeta") ?? "";
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

function stateOf(query: URLSearchParams): CardState | null {
  return stateChoices.find(({ value }) => value === query.get("estado"))?.value ?? null;
}

function isEmpty({ q, folderId, state }: CardSearch): boolean {
  return q === "" && folderId === null && state === null;
}

function useFound(wanted: CardSearch) {
  return useInfiniteQuery({ ...searchQuery(wanted), placeholderData: keepPreviousData, enabled: !isEmpty(wanted) });
}

type ResultsProps = {
  wanted: CardSearch;
  filtered: boolean;
  results: ReturnType<typeof useFound>;
  onOpen: () => void;
  onClearText: () => void;
  onClearFilters: () => void;
};

function Results({ wanted, filtered, results, onOpen, onClearText, onClearFilters }: ResultsProps) {
  const { data, isPending, isFetching, isPlaceholderData, hasNextPage } = results;
  const cards = data?.pages.flatMap((page) => page.cards) ?? [];
  const label = foundLabel(cards.length, hasNextPage);
  const empty = isEmpty(wanted);
  useFoundAnnounced(data && !isPlaceholderData && !empty ? label : null);

  if (empty) return <NothingSought />;
  if (isPending) return <SearchSkeleton />;
  if (!data) {
    return <ErrorState title="No se pudo buscar" onRetry={() => void results.refetch()} retrying={isFetching} />;
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
    <div aria-busy={isPlaceholderData} className={cx("transition-opacity", isPlaceholderData && "opacity-60")}>
      <p className="tabular mb-2 text-ink-soft text-sm">{label}</p>
      <FoundCards
        cards={cards}
        wanted={wanted}
        onOpen={onOpen}
        more={hasNextPage}
        failed={results.isFetchNextPageError}
        onMore={() => {
          if (hasNextPage && !isFetching) void results.fetchNextPage();
        }}
      />
    </div>
  );
}
