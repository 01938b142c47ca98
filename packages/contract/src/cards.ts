import * as z from "zod/mini";
import { cardForm } from "#cards.forms.ts";
import { defineEndpoint } from "#endpoint.ts";
import { clientId, count, id, idParams, instant } from "#fields.ts";

export const cardDifficulty = z.enum(["new", "easy", "medium", "hard"]);
export type CardDifficulty = z.output<typeof cardDifficulty>;

export const card = z.object({
  id,
  folderId: id,
  front: z.string(),
  back: z.string(),
  difficulty: cardDifficulty,
  reviewCount: count,
  lastReviewedAt: z.nullable(instant),
  nextReviewAt: z.nullable(instant),
  /** The last interval, in whole days. */
  interval: count,
  easeFactor: count,
  createdAt: instant,
  updatedAt: instant,
});
export type Card = z.output<typeof card>;

export const cardEndpoints = {
  listInFolder: defineEndpoint({
    method: "GET",
    path: "/api/folders/{id}/cards",
    summary: "A folder's cards, newest first",
    reads: ["cards", "reviews"],
    params: idParams,
    response: z.array(card),
    errors: ["not_found"],
  }),
  create: defineEndpoint({
    method: "POST",
    path: "/api/folders/{id}/cards",
    summary: "Adds a card to a folder; the same clientId again answers the card that it made first",
    changes: ["cards"],
    status: 201,
    params: idParams,
    body: z.extend(cardForm, { clientId }),
    response: card,
    errors: ["not_found", "limit_reached"],
  }),
  update: defineEndpoint({
    method: "PUT",
    path: "/api/cards/{id}",
    summary: "Changes a card's texts",
    changes: ["cards"],
    params: idParams,
    body: cardForm,
    response: card,
    errors: ["not_found"],
  }),
  remove: defineEndpoint({
    method: "DELETE",
    path: "/api/cards/{id}",
    summary: "Deletes a card; its reviews stay in the activity",
    changes: ["cards"],
    status: 204,
    params: idParams,
    errors: ["not_found"],
  }),
};
