import type { Card } from "@repasa/contract/cards.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useHistoryState } from "wouter/use-browser-location";
import { type CardSearch, cardsQuery, searchQuery } from "#features/cards/cards.api.ts";
import { matching } from "#features/cards/cards.found.ts";
import { type Trail, trailOf } from "#features/cards/cards.trail.ts";
import { soughtTerms } from "#lib/text-search.ts";

export type Neighbours = {
  trail: Trail | null;
  /** What the list knows of the card itself. */
  card: Card | undefined;
  previous: Card | undefined;
  next: Card | undefined;
  /** "12 de 200"; null when the card is not in the list, or the only one. */
  place: { number: number; count: number; more: boolean } | null;
};

/** The cards before and after one, in the list that it was opened from; in its folder when it was opened by its address. */
export function useNeighbours(cardId: number, folderId: number | undefined): Neighbours {
  const trail = trailOf(useHistoryState());
  const ofSearch = useSearched(trail?.kind === "search" ? trail.search : null);
  const ofFolder = useFolderCards(
    trail?.kind === "folder" ? trail : trail === null && folderId !== undefined ? { folderId, q: "" } : null,
  );
  const { cards, more } = trail?.kind === "search" ? ofSearch : { cards: ofFolder, more: false };
  const index = cards.findIndex(({ id }) => id === cardId);

  const nearEnd = more && index !== -1 && index >= cards.length - 3;
  const loadMore = useEffectEvent(ofSearch.loadMore);
  useEffect(() => {
    if (nearEnd) loadMore();
  }, [nearEnd]);

  return {
    trail,
    card: cards[index],
    previous: cards[index - 1],
    next: index === -1 ? undefined : cards[index + 1],
    place: index === -1 || cards.length < 2 ? null : { number: index + 1, count: cards.length, more },
  };
}

function useFolderCards(list: { folderId: number; q: string } | null): readonly Card[] {
  const { data = [] } = useQuery({ ...cardsQuery(list?.folderId ?? 0), enabled: list !== null });
  return list ? matching(data, soughtTerms(list.q)) : [];
}

function useSearched(search: CardSearch | null) {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery({
    ...searchQuery(search ?? { q: "", folderId: null, state: null }),
    enabled: search !== null,
  });
  const cards: readonly Card[] = data?.pages.flatMap((page) => page.cards) ?? [];
  return { cards, more: hasNextPage, loadMore: () => void fetchNextPage() };
}
