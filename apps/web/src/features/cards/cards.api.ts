import { MAX_BATCH_CARDS } from "@repasa/contract/cards.limits.ts";
import type { BatchAction, Card, CardPage, CardState, CardWithSiblings } from "@repasa/contract/cards.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { EndpointOf } from "@repasa/contract/client.ts";
import type { CallInput } from "@repasa/contract/endpoint.ts";
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  useQueryClient,
} from "@tanstack/react-query";
import { changeByBatch } from "#features/cards/batch/batch.changes.ts";
import { callApi } from "#lib/api.ts";
import { changeRows, loadRows, portionQuery } from "#lib/portion-query.ts";
import type { Portion } from "#lib/portions.ts";
import { endpointKey, endpointQuery, showLocally } from "#lib/query.ts";
import { useChange } from "#lib/use-change.ts";
import { toast } from "#ui/toast.ts";

export type CardText = CallInput<EndpointOf<typeof cardEndpoints.update>>["body"];
export type NewCard = CallInput<EndpointOf<typeof cardEndpoints.create>>["body"];

export function cardsQuery(folderId: number) {
  return portionQuery(cardEndpoints.listInFolder, { params: { id: folderId }, query: {} });
}

/**
 * Loads the cards of a list for a selection.
 *
 * @param most The maximum of one batch change, unless a search has to look through more cards to find them.
 */
export function loadSelectableCards<Page extends { cards: Card[] }>(
  list: Parameters<typeof loadRows<Page>>[0],
  signal: AbortSignal,
  most: number = MAX_BATCH_CARDS,
): Promise<Card[]> {
  const onError = () => toast({ description: "No se pudieron cargar todas. Inténtalo de nuevo.", variant: "error" });
  return loadRows(list, { most, signal, onError });
}

export const tagsQuery = () => endpointQuery(cardEndpoints.tags);

/** The filters of a search in all folders; an empty `q` matches all cards. */
export type CardSearch = { q: string; folderId: number | null; state: CardState | null; tag: string | null };

export function searchQuery({ q, folderId, state, tag }: CardSearch) {
  const query = {
    q,
    ...(folderId !== null && { folderId: String(folderId) }),
    ...(state !== null && { state }),
    // History entries from before tags existed have no `tag`.
    ...(tag && { tag }),
  };
  return infiniteQueryOptions({
    queryKey: endpointKey(cardEndpoints.search, { query }),
    queryFn: ({ client, queryKey, pageParam, signal }) => {
      const input = { query: { ...query, ...(pageParam !== null && { cursor: pageParam }) } };
      if (pageParam === null) {
        void showLocally(client, queryKey, cardEndpoints.search, input, (page) => ({
          pages: [page],
          pageParams: [null],
        }));
      }
      return callApi(cardEndpoints.search, input, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }: CardPage) => nextCursor,
  });
}

/** Reloaded on each visit, because recall declines with time. The cached data is shown meanwhile. */
export function historyQuery(cardId: number) {
  return endpointQuery(studyEndpoints.history, { params: { id: cardId } }, { staleTime: 0 });
}

export const folderNamesQuery = () => endpointQuery(folderEndpoints.list);

const queuesKey = endpointKey(studyEndpoints.reviewQueue);

/**
 * Changes a folder's cached list, because reloading thousands of cards for one change is slow. A list that is being
 * loaded may or may not contain the change, so its key is not returned as up to date.
 */
function writeList(queryClient: QueryClient, folderId: number, change: (cards: Card[]) => Card[]): QueryKey[] {
  const { queryKey } = cardsQuery(folderId);
  if (queryClient.isFetching({ queryKey, exact: true }) > 0) return [];
  queryClient.setQueryData(queryKey, (list) => list && changeRows(list, change));
  return [queryKey];
}

type Portions = InfiniteData<Portion>;

function writeQueues(queryClient: QueryClient, change: (cards: Card[]) => Card[]): QueryKey[] {
  queryClient.setQueriesData<Portions>({ queryKey: queuesKey }, (queue) => queue && changeRows(queue, change));
  return [queuesKey];
}

const searchesKey = endpointKey(cardEndpoints.search);

/** Changes the cached searches, which are reloaded as well, because another text may match other searches. */
export function writeSearches(queryClient: QueryClient, change: (cards: Card[]) => Card[]): void {
  const changed = (page: CardPage) => ({ ...page, cards: change(page.cards) });
  queryClient.setQueriesData<InfiniteData<CardPage> | CardPage>({ queryKey: searchesKey }, (found) => {
    if (!found) return found;
    // The search for a duplicate has a single page.
    return "pages" in found ? { ...found, pages: found.pages.map(changed) } : changed(found);
  });
}

export function useCreateCard(folderId: number) {
  const queryClient = useQueryClient();
  return useChange(cardEndpoints.create, {
    input: (body: NewCard) => ({ params: { id: folderId }, body }),
    success: "Carta creada exitosamente",
    failure: "Error al crear la carta",
    write: (cache, { siblings = [], ...card }) => writeList(cache, folderId, (cards) => [card, ...siblings, ...cards]),
    // The folder list is reloaded even while it is off screen, because otherwise it would reorder under a finger later.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: endpointKey(folderEndpoints.list), refetchType: "all" }),
  });
}

export function useUpdateCard() {
  return useChange(cardEndpoints.update, {
    input: ({ id, ...body }: CardText & { id: number }) => ({ params: { id }, body }),
    success: "Carta actualizada exitosamente",
    failure: "Error al actualizar la carta",
    write: writeSavedCard,
  });
}

/** Writes an edited card and its siblings into the cache, and returns the keys that are up to date afterwards. */
export function writeSavedCard(cache: QueryClient, { siblings = [], ...saved }: CardWithSiblings): QueryKey[] {
  const texts = new Map([saved, ...siblings].map((card) => [card.id, pickEdited(card)]));
  const replace = (cards: Card[]) => cards.map((card) => ({ ...card, ...texts.get(card.id) }));
  writeSearches(cache, replace);
  cache.setQueryData(
    historyQuery(saved.id).queryKey,
    (history) => history && { ...history, card: { ...history.card, ...pickEdited(saved) } },
  );
  const written = [...writeList(cache, saved.folderId, replace), ...writeQueues(cache, replace)];
  // An edit may have created or deleted siblings, so the lists are reloaded.
  return saved.groupId === null ? written : [];
}

/** Picks only what an edit changes, because a rating may have changed the rest meanwhile. */
function pickEdited({ front, back, format, tags, groupId, variant, upstream, updatedAt }: Card): Partial<Card> {
  return { front, back, format, tags, groupId, variant, upstream, updatedAt };
}

/** Suspends a card, or resumes a suspended one. */
export function useSuspendCard() {
  return useChange(cardEndpoints.batch, {
    input: ({ id, suspended }: Card) => {
      const action: BatchAction = suspended ? "resume" : "suspend";
      return { body: { cardIds: [id], action } };
    },
    failure: "No se pudo cambiar la carta. Inténtalo de nuevo.",
    write: (cache, _, { id, suspended }) => {
      const action = suspended ? "resume" : "suspend";
      cache.setQueryData(
        historyQuery(id).queryKey,
        (history) =>
          history && {
            ...history,
            card: { ...history.card, ...changeByBatch(history.card, { cardIds: [id], action }) },
          },
      );
      return [];
    },
  });
}

export function useRemoveCard() {
  return useChange(cardEndpoints.remove, {
    input: ({ id }: Card) => ({ params: { id } }),
    success: "Carta eliminada exitosamente",
    failure: "Error al eliminar la carta",
    write: (cache, _, { id, folderId }) => {
      const removeCard = (cards: Card[]) => cards.filter((card) => card.id !== id);
      writeSearches(cache, removeCard);
      // What the page of the card reads is not reloaded, because the page, if it is open, is about to be left.
      const ofCard = [historyQuery(id).queryKey, endpointKey(cardEndpoints.versions, { params: { id } })];
      return [...writeList(cache, folderId, removeCard), ...writeQueues(cache, removeCard), ...ofCard];
    },
  });
}
