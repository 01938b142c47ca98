import * as z from "zod/mini";
import { cardForm, cardFormat, newCardForm, tagList } from "#cards.forms.ts";
import { MAX_BATCH_CARDS, MAX_TAG_LENGTH } from "#cards.limits.ts";
import { defineEndpoint } from "#endpoint.ts";
import { clientId, count, id, idParams, instant, localDate, pathId, pathUuid } from "#fields.ts";
import { upstream } from "#following.rows.ts";
import { definePortion, definePortionFields } from "#portions.ts";
import { exactText, freeText } from "#texts.ts";

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
  /** The date on which the card falls due, by the user's local calendar wherever they are then. */
  nextReviewDate: z.nullable(localDate),
  /** The last interval, in whole days. */
  interval: count,
  easeFactor: count,
  format: cardFormat,
  tags: z.array(z.string()),
  /** A suspended card is never pending, and keeps its schedule. */
  suspended: z.boolean(),
  /** Shared by siblings, at most one of which is asked on a local date; null for a card without siblings. */
  groupId: z.nullable(z.uuid()),
  /** `reverse`, `c1`, `c2` and so on for the gap that the card asks for, or null. */
  variant: z.nullable(z.string()),
  /** Null for the user's own card. */
  upstream: z.nullable(upstream),
  createdAt: instant,
  updatedAt: instant,
});
export type Card = z.output<typeof card>;

/** A card with its siblings, ordered by id; the field is missing for a card without any. */
const cardWithSiblings = z.extend(card, { siblings: z.optional(z.array(card)) });
export type CardWithSiblings = z.output<typeof cardWithSiblings>;

/** The texts and tags that an edit replaced. Versions are available for 30 days. */
const cardVersion = z.object({
  versionId: id,
  /** The instant of the edit. */
  at: instant,
  front: z.string(),
  back: z.string(),
  tags: z.array(z.string()),
  format: cardFormat,
});
export type CardVersion = z.output<typeof cardVersion>;

const cardState = z.enum(["new", "due", "suspended", "easy", "medium", "hard"], {
  error: "El estado no es válido",
});

export type CardState = z.output<typeof cardState>;

const cardPage = z.object({ cards: z.array(card), nextCursor: z.nullable(z.string()) });
export type CardPage = z.output<typeof cardPage>;

/** Cards of a folder, the newest first. */
const folderPortion = definePortion(card);
export type FolderPortion = z.output<typeof folderPortion>;

const IDS = `Elige de 1 a ${MAX_BATCH_CARDS} cartas`;

const batchAction = z.enum(["move", "delete", "suspend", "resume", "reset", "tag", "untag", "replace"], {
  error: "La acción no es válida",
});
export type BatchAction = z.output<typeof batchAction>;

/** One action on many cards; the server checks which fields the action needs. */
const batch = z.object({
  cardIds: z
    .array(id, { error: IDS })
    .check(z.minLength(1, { error: IDS }), z.maxLength(MAX_BATCH_CARDS, { error: IDS })),
  action: batchAction,
  /** The folder into which `move` moves the cards. */
  folderId: z.optional(id),
  /** The tag that `tag` adds and `untag` removes. */
  tags: z.optional(tagList),
  /** The text that `replace` searches for in front and back; case and accents matter. */
  find: z.optional(exactText(200).check(z.minLength(1, { error: "Escribe el texto que quieres reemplazar" }))),
  replacement: z.optional(exactText(200)),
});
export type Batch = z.input<typeof batch>;

const batchResult = z.object({ batchId: z.uuid(), changed: count });
export type BatchResult = z.output<typeof batchResult>;

/** A tag, and the number of cards that have it. */
const tagUse = z.object({ tag: z.string(), cards: count });
export type TagUse = z.output<typeof tagUse>;

export const cardEndpoints = {
  listInFolder: defineEndpoint("GET /api/folders/{id}/cards", {
    summary: "Lists a folder's cards, newest first; with limit or after, a portion of them",
    reads: ["cards", "reviews"],
    largeRead: "list",
    params: idParams,
    query: z.object(definePortionFields(/^\d{1,13}_\d{1,15}$/)),
    response: z.union([z.array(card), folderPortion]),
    errors: ["not_found"],
  }),
  create: defineEndpoint("POST /api/folders/{id}/cards", {
    summary:
      "Adds a card to a folder, or one for each gap, or its reverse too; the same clientId again returns what it made first",
    changes: ["cards"],
    writeBudget: "cards",
    status: 201,
    params: idParams,
    largeBody: true,
    body: z.safeExtend(newCardForm, { clientId }),
    response: cardWithSiblings,
    errors: ["not_found", "limit_reached"],
  }),
  search: defineEndpoint("GET /api/cards/search", {
    summary: "Lists the cards of all folders with all words of the query in front, back or tags, 50 at a time",
    reads: ["cards", "reviews", "preferences", "exams"],
    largeRead: "scan",
    query: z.object({
      /** Words in any order, and phrases in quotes, which are matched as they are; case and accents are ignored. */
      q: z._default(freeText(200), ""),
      folderId: z.optional(pathId),
      /** Only cards with this tag, case and accents ignored. */
      tag: z.optional(freeText(MAX_TAG_LENGTH)),
      state: z.optional(cardState),
      /** The `nextCursor` of the previous page. */
      cursor: z.optional(z.string()),
    }),
    response: cardPage,
    errors: ["not_found"],
  }),
  update: defineEndpoint("PUT /api/cards/{id}", {
    summary:
      "Changes a card, and the texts of its siblings; gaps that are gone lose their card, new ones gain one. A field that equals its base stays as it is",
    changes: ["cards"],
    writeBudget: "cards",
    params: idParams,
    largeBody: true,
    body: cardForm,
    response: cardWithSiblings,
    errors: ["not_found", "limit_reached"],
  }),
  versions: defineEndpoint("GET /api/cards/{id}/versions", {
    summary:
      "Lists the texts that edits of the last 30 days replaced, newest first: up to 100 versions of a card, and 20 MB of all cards",
    reads: ["cards"],
    params: idParams,
    response: z.object({ versions: z.array(cardVersion) }),
    errors: ["not_found"],
  }),
  restoreVersion: defineEndpoint("POST /api/cards/{id}/versions/{versionId}/restore", {
    summary: "Gives a card and its siblings the texts and tags of a version; what they replace becomes a version, too",
    changes: ["cards"],
    writeBudget: "cards",
    params: z.object({ id: pathId, versionId: pathId }),
    response: cardWithSiblings,
    errors: ["not_found", "limit_reached"],
  }),
  remove: defineEndpoint("DELETE /api/cards/{id}", {
    summary: "Deletes a card; its reviews stay in the activity",
    changes: ["cards"],
    writeBudget: "cards",
    status: 204,
    params: idParams,
    errors: ["not_found"],
  }),
  tags: defineEndpoint("GET /api/cards/tags", {
    summary: "Lists the tags in use, most used first",
    reads: ["cards"],
    response: z.array(tagUse),
  }),
  batch: defineEndpoint("POST /api/cards/batch", {
    summary: "Does one thing to up to 5,000 cards, to all or to none; an account may change 5,000 a minute in this way",
    changes: ["cards", "folders", "reviews"],
    largeBody: true,
    body: batch,
    response: batchResult,
    errors: ["not_found", "limit_reached"],
  }),
  undoBatch: defineEndpoint("POST /api/batches/{batchId}/undo", {
    summary:
      "Puts everything back that a batch of the last 24 hours did, unless a card was changed since; older batches beyond 50 MB of cards are no longer there",
    changes: ["cards", "folders", "reviews"],
    params: z.object({ batchId: pathUuid }),
    response: batchResult,
    errors: ["not_found", "conflict", "limit_reached"],
  }),
};
