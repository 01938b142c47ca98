import type { Batch, Card } from "@repasa/contract/cards.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { changeByBatch } from "#features/cards/batch/batch.changes.ts";
import { describeBatch, removeBatch, storeBatch } from "#features/cards/batch/batch.recent.ts";
import { writeSearches } from "#features/cards/cards.api.ts";
import { useSession } from "#features/session/use-session.ts";
import { hasCode } from "#lib/api-error.ts";
import { changeRows } from "#lib/portion-query.ts";
import type { Portion } from "#lib/portions.ts";
import { endpointKey } from "#lib/query.ts";
import { useChange } from "#lib/use-change.ts";
import { announce } from "#ui/announcer.tsx";
import { toast } from "#ui/toast.ts";

const listsKey = endpointKey(cardEndpoints.listInFolder);

/** Applies a batch to the cached lists, so that it shows at once; the lists are reloaded in the background. */
function writeBatch(queryClient: QueryClient, batch: Batch): void {
  const change = createChange(batch);
  if (!change) return;
  queryClient.setQueriesData<InfiniteData<Portion>>(
    { queryKey: listsKey },
    (list) =>
      list && changeRows(list, (cards) => change(batch.action === "move" ? removeMovedCards(cards, batch) : cards)),
  );
  writeSearches(queryClient, change);
}

/** Removes moved cards from the lists of other folders than their new one. */
function removeMovedCards(cards: readonly Card[], { cardIds, folderId }: Batch): Card[] {
  const ids = new Set(cardIds);
  return cards.filter((card) => card.folderId === folderId || !ids.has(card.id));
}

type ChangeCards = (cards: Card[]) => Card[];

/** Returns what a batch does to cached cards; null if its effect is known only after the reload. */
function createChange(batch: Batch): ChangeCards | null {
  const ids = new Set(batch.cardIds);
  switch (batch.action) {
    case "delete":
      return (cards) => cards.filter(({ id }) => !ids.has(id));
    case "move":
    case "suspend":
    case "resume":
    case "untag":
      return (cards) => cards.map((card) => (ids.has(card.id) ? { ...card, ...changeByBatch(card, batch) } : card));
    default:
      return null;
  }
}

export function useBatch() {
  const { user } = useSession();
  const undo = useUndoBatch();
  return useChange(cardEndpoints.batch, {
    input: (body: Batch) => ({ body }),
    failure: "No se pudieron cambiar las cartas. Inténtalo de nuevo.",
    write: (cache, _, batch) => {
      writeBatch(cache, batch);
      return [];
    },
    onSuccess: ({ batchId, changed }, { action }) => {
      // One that waits for the network can be undone only by doing the opposite.
      if (batchId === "") {
        toast({ description: describeBatch(action, changed), variant: "success" });
        return;
      }
      if (user) storeBatch(user.id, { id: batchId, action, cards: changed, at: new Date().toISOString() });
      toast({
        description: describeBatch(action, changed),
        variant: "success",
        action: { label: "Deshacer", onClick: () => undo.mutate(batchId) },
      });
    },
  });
}

export function useUndoBatch() {
  const { user } = useSession();
  return useChange(cardEndpoints.undoBatch, {
    input: (batchId: string) => ({ params: { batchId } }),
    failure: "No se pudo deshacer. Inténtalo de nuevo.",
    onSuccess: (_, batchId) => {
      announce("Cambio deshecho");
      if (user) removeBatch(user.id, batchId);
    },
    onError: (error, batchId) => {
      if (user && hasCode(error, "not_found")) removeBatch(user.id, batchId);
    },
  });
}
