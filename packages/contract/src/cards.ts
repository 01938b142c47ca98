import * as z from "zod/mini";
import { cardForm } from "#cards.forms.ts";
import { defineEndpoint } from "#endpoint.ts";
import { clientId, count, freeText, id, idParams, instant, localDate, pathId } from "#fields.ts";

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
  /** The local date on which it falls due, wherever its user is then. */
  nextReviewDate: z.nullable(localDate),
  /** The last interval, in whole days. */
  interval: count,
  easeFactor: count,
  createdAt: instant,
  updatedAt: instant,
});
export type Card = z.output<typeof card>;

export const cardState = z.enum(["new", "due", "easy", "medium", "hard"], { error: "El estado no es válido" });

export type CardState = z.output<typeof cardState>;

export const cardPage = z.object({ cards: z.array(card), nextCursor: z.nullable(z.string()) });
export type CardPage = z.output<typeof cardPage>;

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
  search: defineEndpoint({
    method: "GET",
    path: "/api/cards/search",
    summary: "Cards of all folders with all words of the query in front or back, 50 at a time",
    reads: ["cards", "reviews", "preferences", "exams"],
    query: z.object({
      /** Words in any order, case and accents ignored; a phrase in quotes as it stands. */
      q: z._default(freeText(200), ""),
      folderId: z.optional(pathId),
      state: z.optional(cardState),
      /** Where the page before ended: its `nextCursor`. */
      cursor: z.optional(z.string()),
    }),
    response: cardPage,
    errors: ["not_found"],
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
