import { type Card, cardEndpoints } from "@repasa/contract/cards.ts";
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { statsEndpoints } from "@repasa/contract/stats.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { keepDraft } from "#features/billing/billing.drafts.ts";
import { openPaywallAtLimit } from "#features/billing/billing.paywall.ts";
import { callApi } from "#lib/api.ts";
import { endpointKey, endpointQuery } from "#lib/query.ts";
import { errorToast, toast } from "#ui/toast.ts";

export type CardText = { front: string; back: string };

export function cardsQuery(folderId: number) {
  return endpointQuery(cardEndpoints.listInFolder, { params: { id: folderId } });
}

/** What depends on how many cards there are and when they fall due, beside the lists of cards themselves. */
const countEndpoints = [
  folderEndpoints.list,
  folderEndpoints.read,
  folderEndpoints.stats,
  ...Object.values(statsEndpoints),
];

/** Lets everything be loaded again that counts cards: folders, statistics, days. */
export function invalidateCardCounts(queryClient: QueryClient): void {
  for (const endpoint of countEndpoints) void queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) });
}

/**
 * Changes the list of a folder where it stands, so that thousands of cards are not loaded again for one of them. A
 * list that is on its way may or may not hold the change, and is loaded again.
 */
function changeList(queryClient: QueryClient, folderId: number, change: (cards: Card[]) => Card[]) {
  const { queryKey } = cardsQuery(folderId);
  if (queryClient.isFetching({ queryKey, exact: true }) > 0) void queryClient.invalidateQueries({ queryKey });
  else queryClient.setQueryData<Card[]>(queryKey, (cards) => cards && change(cards));
}

function changeQueues(queryClient: QueryClient, change: <C extends Card>(cards: C[]) => C[]) {
  const queryKey = endpointKey(studyEndpoints.reviewQueue);
  queryClient.setQueriesData<Card[]>({ queryKey }, (cards) => cards && change(cards));
}

export function useCreateCard(folderId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CardText) => callApi(cardEndpoints.create, { params: { id: folderId }, body }),
    onSuccess: (card) => {
      changeList(queryClient, folderId, (cards) => [card, ...cards]);
      void queryClient.invalidateQueries({ queryKey: endpointKey(studyEndpoints.reviewQueue) });
      invalidateCardCounts(queryClient);
      // The folder is now the first of the list: it should stand there already when the list is shown, and not move
      // under somebody's finger.
      void queryClient.invalidateQueries({ queryKey: endpointKey(folderEndpoints.list), refetchType: "all" });
      toast({ description: "Carta creada exitosamente", variant: "success" });
    },
    onError: (error, text) => {
      if (openPaywallAtLimit(error)) keepDraft(queryClient, text);
      else errorToast(error, "Error al crear la carta");
    },
  });
}

export function useUpdateCard() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: CardText & { id: number }) => callApi(cardEndpoints.update, { params: { id }, body }),
    onSuccess: (updated) => {
      const { front, back, updatedAt } = updated;
      // Only the texts: a rating may have changed the rest while the answer was on its way.
      const replace = <C extends Card>(cards: C[]) =>
        cards.map((card) => (card.id === updated.id ? { ...card, front, back, updatedAt } : card));
      changeList(queryClient, updated.folderId, replace);
      changeQueues(queryClient, replace);
      for (const endpoint of [folderEndpoints.list, folderEndpoints.read]) {
        void queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) });
      }
      toast({ description: "Carta actualizada exitosamente", variant: "success" });
    },
    onError: (error) => errorToast(error, "Error al actualizar la carta"),
  });
}

export function useRemoveCard() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Card) => callApi(cardEndpoints.remove, { params: { id } }),
    onSuccess: (_, removed) => {
      const without = <C extends Card>(cards: C[]) => cards.filter(({ id }) => id !== removed.id);
      changeList(queryClient, removed.folderId, without);
      changeQueues(queryClient, without);
      invalidateCardCounts(queryClient);
      toast({ description: "Carta eliminada exitosamente", variant: "success" });
    },
    onError: (error) => errorToast(error, "Error al eliminar la carta"),
  });
}
