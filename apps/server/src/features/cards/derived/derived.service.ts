import { listMediaIdsOfCard } from "@repasa/contract/media.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { CardRow } from "#schema/cards.ts";
import { encodeForSearch } from "../cards.words.ts";
import { upsertDerived } from "./derived.queries.ts";

export type WrittenCard = Pick<CardRow, "id" | "front" | "back" | "format" | "tags">;

/**
 * Updates `card_texts` and `card_media`, which are derived from texts, for cards that the same transaction has added or changed.
 * Siblings that share their texts are folded and sent once.
 */
export async function storeDerived(db: Queryable, owner: OwnerId, written: readonly WrittenCard[]): Promise<void> {
  if (written.length === 0) return;
  const folded = new Map<string, { place: number; bytes: Uint8Array }>();
  const cards = written.map((card) => {
    const texts = JSON.stringify([card.front, card.back, card.tags]);
    const known = folded.get(texts) ?? { place: folded.size + 1, bytes: encodeForSearch(card) };
    folded.set(texts, known);
    return { id: card.id, place: known.place };
  });
  const media = written.flatMap((card) => listMediaIdsOfCard(card).map((mediaId) => ({ cardId: card.id, mediaId })));
  await upsertDerived(db, owner, { cards, folded: [...folded.values()].map(({ bytes }) => bytes), media });
}
