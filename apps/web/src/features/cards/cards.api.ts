import { type Card, type CardPage, type CardState, cardEndpoints } from "@repasa/contract/cards.ts";
import type { CallInput } from "@repasa/contract/endpoint.ts";
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  useQueryClient,
} from "@tanstack/react-query";
import { callApi } from "#lib/api.ts";
import { endpointKey, endpointQuery } from "#lib/query.ts";
import { useChange } from "#lib/use-change.ts";

export type CardText = { front: string; back: string };
export type NewCard = CallInput<typeof cardEndpoints.create>["body"];

export function cardsQuery(folderId: number) {
  return endpointQuery(cardEndpoints.listInFolder, { params: { id: folderId } });
}

/** Which cards of all folders to find; an empty text finds all. */
export type CardSearch = { q: string; folderId: number | null; state: CardState | null };

export function searchQuery({ q, folderId, state }: CardSearch) {
  const query = { q, ...(folderId !== null && { folderId: String(folderId) }), ...(state !== null && { state }) };
  return infiniteQueryOptions({
    queryKey: endpointKey(cardEndpoints.search, { query }),
    queryFn: ({ pageParam, signal }) =>
      callApi(
        cardEndpoints.search,
        { query: { ...query, ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }: CardPage) => nextCursor,
  });
}

/** Loaded on each visit, because recall goes on fading; what is known already shows meanwhile. */
export function historyQuery(cardId: number) {
  return endpointQuery(studyEndpoints.history, { params: { id: cardId } }, { staleTime: 0 });
}

export const folderNamesQuery = () => endpointQuery(folderEndpoints.list);

const queuesKey = endpointKey(studyEndpoints.reviewQueue);

/**
 * Changes a folder's cached list, because loading thousands of cards again for one is slow. A list that is being loaded
 * may or may not hold the change, so it does not count as up to date.
 */
function writeList(queryClient: QueryClient, folderId: number, change: (cards: Card[]) => Card[]): QueryKey[] {
  const { queryKey } = cardsQuery(folderId);
  if (queryClient.isFetching({ queryKey, exact: true }) > 0) return [];
  queryClient.setQueryData<Card[]>(queryKey, (cards) => cards && change(cards));
  return [queryKey];
}

function writeQueues(queryClient: QueryClient, change: (cards: Card[]) => Card[]): QueryKey[] {
  queryClient.setQueriesData<Card[]>({ queryKey: queuesKey }, (cards) => cards && change(cards));
  return [queuesKey];
}

const searchesKey = endpointKey(cardEndpoints.search);

/** They are loaded again all the same: another text may match other searches. */
function writeSearches(queryClient: QueryClient, change: (cards: Card[]) => Card[]): void {
  queryClient.setQueriesData<InfiniteData<CardPage>>(
    { queryKey: searchesKey },
    (found) => found && { ...found, pages: found.pages.map((page) => ({ ...page, cards: change(page.cards) })) },
  );
}

export function useCreateCard(folderId: number) {
  const queryClient = useQueryClient();
  return useChange(cardEndpoints.create, {
    input: (body: NewCard) => ({ params: { id: folderId }, body }),
    success: "Carta creada exitosamente",
    failure: "Error al crear la carta",
    write: (cache, card) => writeList(cache, folderId, (cards) => [card, ...cards]),
    // The folder list is loaded even if it is not on screen, or it would reorder under somebody's finger later.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: endpointKey(folderEndpoints.list), refetchType: "all" }),
  });
}

export function useUpdateCard() {
  return useChange(cardEndpoints.update, {
    input: ({ id, ...body }: CardText & { id: number }) => ({ params: { id }, body }),
    success: "Carta actualizada exitosamente",
    failure: "Error al actualizar la carta",
    write: (cache, { id, folderId, front, back, updatedAt }) => {
      // Only the texts, because a rating may have changed the rest meanwhile.
      const replace = (cards: Card[]) =>
        cards.map((card) => (card.id === id ? { ...card, front, back, updatedAt } : card));
      writeSearches(cache, replace);
      cache.setQueryData(
        historyQuery(id).queryKey,
        (history) => history && { ...history, card: { ...history.card, front, back, updatedAt } },
      );
      return [...writeList(cache, folderId, replace), ...writeQueues(cache, replace)];
    },
  });
}

export function useRemoveCard() {
  return useChange(cardEndpoints.remove, {
    input: ({ id }: Card) => ({ params: { id } }),
    success: "Carta eliminada exitosamente",
    failure: "Error al eliminar la carta",
    write: (cache, _, { id, folderId }) => {
      const without = (cards: Card[]) => cards.filter((card) => card.id !== id);
      writeSearches(cache, without);
      // Its page, if it is open, is about to be left.
      return [...writeList(cache, folderId, without), ...writeQueues(cache, without), historyQuery(id).queryKey];
    },
  });
}
