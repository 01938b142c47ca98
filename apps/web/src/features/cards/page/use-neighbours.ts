import { parseQuery } from "@repasa/card-text/search.ts";
import type { Card } from "@repasa/contract/cards.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useHistoryState } from "wouter/use-browser-location";
import { type CardSearch, searchQuery } from "#features/cards/cards.api.ts";
import { readTrail, type Trail } from "#features/cards/cards.trail.ts";
import { selectMatching } from "#features/cards/list/list.found.ts";
import { useFolderCards, useLoadAll } from "#features/cards/list/use-folder-cards.ts";

export type Neighbours = {
  trail: Trail | null;
  /** The card itself, if it is among the loaded cards of the list. */
  card: Card | undefined;
  previous: Pick<Card, "id"> | undefined;
  next: Pick<Card, "id"> | undefined;
  /** "12 de 200"; null if the card is not in the list or is its only card. */
  place: { number: number; count: number; more: boolean } | null;
};

/** Returns the previous and the next card in the list that a card was opened from, or in its folder without a list. */
export function useNeighbours(cardId: number, folderId: number | undefined): Neighbours {
  const trail = readTrail(useHistoryState());
  const ofSearch = useSearched(trail?.kind === "search" ? trail.search : null);
  const ofFolder = useListed(
    trail?.kind === "folder" ? trail : trail === null && folderId !== undefined ? { folderId, q: "" } : null,
  );
  const list = trail?.kind === "search" ? ofSearch : ofFolder;
  const { more } = list;
  const cards: readonly Pick<Card, "id">[] = trail?.kind === "costly" ? trail.cards : list.cards;
  const index = cards.findIndex(({ id }) => id === cardId);
  useLoadAll(ofFolder.folder, list === ofFolder && (index === -1 || ofFolder.isFiltered));

  const nearEnd = more && !list.isFetching && index !== -1 && index >= cards.length - 3;
  const loadMore = useEffectEvent(() => {
    if (nearEnd) list.loadMore();
  });
  const count = trail?.kind === "costly" ? cards.length : list.count;
  const canLoad = nearEnd && !list.failed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed load is retried at the next card
  useEffect(loadMore, [canLoad, cardId]);

  return {
    trail,
    card: list.cards.find(({ id }) => id === cardId),
    previous: cards[index - 1],
    next: index === -1 ? undefined : cards[index + 1],
    place: index === -1 || count < 2 ? null : { number: index + 1, count, more: list.isUncounted },
  };
}

function useListed(list: { folderId: number; q: string } | null) {
  const folder = useFolderCards(list?.folderId ?? 0, list !== null);
  const terms = parseQuery(list?.q ?? "");
  const cards = list ? selectMatching(folder.cards ?? [], terms) : [];
  const isFiltered = terms.length > 0;
  return {
    folder,
    cards,
    isFiltered,
    more: folder.hasMore,
    loadMore: folder.loadMore,
    isFetching: folder.isFetching,
    failed: folder.failed,
    count: isFiltered ? cards.length : folder.total,
    isUncounted: isFiltered && folder.hasMore,
  };
}

function useSearched(search: CardSearch | null) {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery({
    ...searchQuery(search ?? { q: "", folderId: null, state: null, tag: null }),
    enabled: search !== null,
  });
  const cards: readonly Card[] = data?.pages.flatMap((page) => page.cards) ?? [];
  const loadMore = () => void fetchNextPage({ cancelRefetch: false });
  return {
    cards,
    more: hasNextPage,
    loadMore,
    isFetching,
    failed: isError,
    count: cards.length,
    isUncounted: hasNextPage,
  };
}
