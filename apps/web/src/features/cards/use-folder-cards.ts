import type { Card } from "@repasa/contract/cards.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { cardsQuery, loadChosen } from "#features/cards/cards.api.ts";
import { loadNext, rowsOf } from "#lib/portion-query.ts";

/** A folder's cards, which come in portions. */
export type FolderCards = {
  /** Those that are here, from the newest on; undefined while none are. */
  cards: readonly Card[] | undefined;
  /** How many the folder has. */
  total: number;
  hasMore: boolean;
  /** Whether the next ones could not be loaded. */
  failed: boolean;
  loadMore: () => void;
  /** Until there are more than `most`. */
  loadRows: (signal: AbortSignal, most: number) => Promise<readonly Card[]>;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

export function useFolderCards(folderId: number, enabled = true): FolderCards {
  const list = useInfiniteQuery({ ...cardsQuery(folderId), enabled });
  const { data, isFetching, isPending, hasNextPage, isError, refetch } = list;
  return {
    cards: rowsOf(data),
    total: data?.pages.at(-1)?.total ?? 0,
    hasMore: hasNextPage,
    failed: hasNextPage && isError,
    loadMore: () => {
      if (hasNextPage && !isFetching) void loadNext(list);
    },
    loadRows: (signal, most) => loadChosen(list, signal, most),
    isPending,
    isFetching,
    refetch,
  };
}

/** Loads all of a list, one portion after the other, while that is wanted. */
export function useWhole({ cards, hasMore, failed, isFetching, loadMore }: FolderCards, wanted: boolean): void {
  const next = useEffectEvent(loadMore);
  const goesOn = wanted && hasMore && !failed && !isFetching;
  const here = cards?.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each portion the next one
  useEffect(() => {
    if (goesOn) next();
  }, [goesOn, here]);
}
