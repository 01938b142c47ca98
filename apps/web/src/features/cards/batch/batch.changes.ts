import { foldText } from "@repasa/card-text/folding.ts";
import type { Batch, Card } from "@repasa/contract/cards.ts";

/**
 * Returns the fields that a batch changes in a card, for the actions whose effect does not depend on the server.
 * Resuming a card that its author has deleted makes it the user's own.
 */
export function changeByBatch(card: Card, { action, folderId, tags = [] }: Batch): Partial<Card> {
  const named = new Set(tags.map(foldText));
  const others = card.tags.filter((tag) => !named.has(foldText(tag)));
  switch (action) {
    case "move":
      return { folderId: folderId ?? card.folderId };
    case "suspend":
      return { suspended: true };
    case "resume":
      return { suspended: false, ...(card.upstream?.state === "deleted" && { upstream: null }) };
    case "tag":
      return { tags: [...others, ...tags] };
    case "untag":
      return { tags: others };
    default:
      return {};
  }
}
