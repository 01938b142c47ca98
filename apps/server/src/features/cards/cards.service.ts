import type { Card } from "@repasa/contract/cards.ts";
import { notFound } from "#app-error.ts";
import type { Queryable } from "#db/pool.ts";
import type { WithinLimits } from "#features/billing/billing.service.ts";
import type { Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import {
  type CardRow,
  deleteCard,
  hasFolder,
  insertCard,
  isFolderGone,
  selectCardsInFolder,
  updateCard,
} from "./cards.queries.ts";

type CardInput = { front: string; back: string };
type Dependencies = {
  db: Queryable;
  withinLimits: WithinLimits;
  /** Settles the user's past days, which are told from the cards as they are before any is deleted. */
  settleDays: (owner: OwnerId, moment: Moment) => Promise<void>;
};

export type CardsService = ReturnType<typeof createCardsService>;

export function createCardsService({ db, withinLimits, settleDays }: Dependencies) {
  return {
    async listInFolder(owner: OwnerId, folderId: number): Promise<Card[]> {
      const rows = await selectCardsInFolder(db, owner, folderId);
      if (rows.length === 0 && !(await hasFolder(db, owner, folderId))) throw notFound("La carpeta no existe");
      return rows.map(cardOf);
    },

    async create(owner: OwnerId, moment: Moment, folderId: number, input: CardInput): Promise<Card> {
      // Caught out here: what failed in a transaction has ended it.
      const row = await withinLimits(owner, ["cards"], (transaction) =>
        insertCard(transaction, owner, folderId, input, moment.now),
      ).catch((error: unknown) => {
        throw isFolderGone(error) ? notFound("La carpeta no existe") : error;
      });
      return cardOf(row);
    },

    async update(owner: OwnerId, moment: Moment, id: number, input: CardInput): Promise<Card> {
      const row = await updateCard(db, owner, id, input, moment.now);
      if (!row) throw notFound("La carta no existe");
      return cardOf(row);
    },

    async remove(owner: OwnerId, moment: Moment, id: number): Promise<void> {
      await settleDays(owner, moment);
      if (!(await deleteCard(db, owner, id))) throw notFound("La carta no existe");
    },
  };
}

export function cardOf(row: CardRow): Card {
  return {
    id: row.id,
    folderId: row.folderId,
    front: row.front,
    back: row.back,
    difficulty: row.difficulty,
    reviewCount: row.reviewCount,
    lastReviewedAt: row.lastReviewedAt?.toISOString() ?? null,
    nextReviewAt: row.nextReviewAt?.toISOString() ?? null,
    interval: row.interval,
    easeFactor: row.easeFactor,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
