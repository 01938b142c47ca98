import type { Card } from "@repasa/contract/cards.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo } from "react";
import { cardsQuery, loadSelectableCards } from "#features/cards/cards.api.ts";
import { flattenPortions, loadNextPortion } from "#lib/portion-query.ts";

/** The cards of a folder, which are loaded in portions. */
export type FolderCards = {
  /** The loaded cards, newest first; undefined while none are loaded. */
  cards: readonly Card[] | undefined;
  /** The number of cards in the folder. */
  total: number;
  hasMore: boolean;
  /** True if the next portion could not be loaded. */
  failed: boolean;
  loadMore: () => void;
  /** Loads further portions until more than `most` cards are loaded. */
  loadRows: (signal: AbortSignal, most: number) => Promise<readonly Card[]>;
  isPending: boolean;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

export function useFolderCards(folderId: number, enabled = true): FolderCards {
  const list = useInfiniteQuery({ ...cardsQuery(folderId), enabled });
  const { data, error, isFetching, isPending, hasNextPage, isError, refetch } = list;
  return {
    cards: useMemo(() => flattenPortions(data), [data]),
    total: data?.pages.at(-1)?.total ?? 0,
    hasMore: hasNextPage,
    failed: hasNextPage && isError,
    loadMore: () => {
      if (hasNextPage && !isFetching) void loadNextPortion(list);
    },
    loadRows: (signal, most) => loadSelectableCards(list, signal, most),
    isPending,
    error,
    isFetching,
    refetch,
  };
}

/** Loads a whole list, one portion after the other, while `wanted` is true. */
export function useLoadAll({ cards, hasMore, failed, isFetching, loadMore }: FolderCards, wanted: boolean): void {
  const next = useEffectEvent(loadMore);
  const canLoad = wanted && hasMore && !failed && !isFetching;
  const loadedCount = cards?.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each loaded portion starts the next one
  useEffect(() => {
    if (canLoad) next();
  }, [canLoad, loadedCount]);
}
