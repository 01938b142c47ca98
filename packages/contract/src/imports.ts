import * as z from "zod/mini";
import { cardFormat } from "#cards.forms.ts";
import { defineEndpoint } from "#endpoint.ts";
import { count, id, instant, pathUuid } from "#fields.ts";
import { importOptions } from "#imports.forms.ts";

const importStatus = z.enum(["reading", "ready", "running", "done", "failed", "cancelled", "undoing", "undone"]);
export type ImportStatus = z.output<typeof importStatus>;

const importFormat = z.enum(["apkg", "colpkg", "table", "repasa", "share"]);
export type ImportFormat = z.output<typeof importFormat>;

const column = z.int().check(z.nonnegative());

/** The interpretation of a table: guessed, or chosen by the user. Columns are counted from 0. */
const tableReading = z.object({
  /** Empty for a spreadsheet, which has no separator. */
  separator: z.string(),
  header: z.boolean(),
  columns: z.object({
    front: column,
    back: column,
    tags: z.optional(column),
    folder: z.optional(column),
    extra: z.optional(column),
  }),
  /** The first 10 rows. */
  rows: z.array(z.array(z.string())),
});
export type TableReading = z.output<typeof tableReading>;

/** The study that the cards of a file had elsewhere, and what follows from it. */
const importedStudy = z.object({
  /** The share of cards recalled, 0 to 1, in reviews at least a day after the card's previous one; and the number of these. */
  recall: z.number(),
  reviews: count,
  /**
   * The desired retentions to choose from, the recommended one first. Only the present one if the user has chosen it before, or
   * if the cards were recalled as often. `perDay` is the forecast number of reviews per day in the next two weeks.
   */
  retentions: z.array(z.object({ retention: z.number(), perDay: z.number() })),
  /** The plan to catch up that begins with the import, with the number of cards that are due; null if it needs none. */
  catchUp: z.nullable(z.object({ due: count, days: count, perDay: count })),
});
export type ImportedStudy = z.output<typeof importedStudy>;

const importPreview = z.object({
  /** `existing` is true if the user already has a folder of this name, into which the cards are put. */
  folders: z.array(z.object({ name: z.string(), cards: count, existing: z.boolean() })),
  cards: count,
  duplicates: count,
  media: count,
  reviews: count,
  /** Spanish sentences about what cannot be imported, with the reasons. */
  unsupported: z.array(z.object({ reason: z.string(), count, sample: z.string() })),
  /** At most 10 cards. */
  samples: z.array(z.object({ folder: z.string(), front: z.string(), back: z.string(), format: cardFormat })),
  table: z.optional(tableReading),
  /** Only for a new account, and if the file has 200 reviews or more that show whether a card was recalled. */
  study: z.optional(importedStudy),
  /** A Spanish sentence about the limits of a free account that the import would exceed; null if everything fits. */
  limits: z.nullable(z.object({ message: z.string() })),
});
export type ImportPreview = z.output<typeof importPreview>;

const importResult = z.object({
  /** The number of folders that were created. */
  folders: count,
  cards: count,
  updated: count,
  skipped: count,
  reviews: count,
  media: count,
  /** The number of cards that undoing did not remove because they have been studied or changed since. */
  kept: count,
  /** Set for a followed folder: the user's own folder, and the ids of the media for which the account has no room. */
  folderId: z.optional(id),
  missingMedia: z.optional(z.array(z.string())),
});
export type ImportResult = z.output<typeof importResult>;

/** Not called `import`, which is a reserved word. */
export const cardImport = z.object({
  id: z.uuid(),
  status: importStatus,
  /** Null while the file is being read. */
  format: z.nullable(importFormat),
  /** Null for pasted text. */
  fileName: z.nullable(z.string()),
  createdAt: instant,
  progress: z.object({ done: count, total: count }),
  preview: z.nullable(importPreview),
  result: z.nullable(importResult),
  /** A Spanish sentence. */
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
});
export type CardImport = z.output<typeof cardImport>;

const importParams = z.object({ importId: pathUuid });

export const importEndpoints = {
  create: defineEndpoint("POST /api/imports", {
    summary: "Takes a file (part `file`) or pasted text (field `text`) and begins to read it",
    changes: ["imports"],
    status: 202,
    upload: "form",
    response: cardImport,
    errors: ["validation_failed", "conflict"],
  }),
  read: defineEndpoint("GET /api/imports/{importId}", {
    summary: "Returns an import",
    reads: ["imports"],
    params: importParams,
    response: cardImport,
    errors: ["not_found"],
  }),
  list: defineEndpoint("GET /api/imports", {
    summary: "Lists the latest 20 imports, newest first",
    reads: ["imports"],
    largeRead: "list",
    response: z.array(cardImport),
  }),
  start: defineEndpoint("POST /api/imports/{importId}/start", {
    summary: "Brings in what was read",
    changes: ["imports", "folders", "cards", "reviews"],
    status: 202,
    params: importParams,
    body: z.object({ options: z.prefault(importOptions, {}) }),
    response: cardImport,
    errors: ["not_found", "conflict", "limit_reached"],
  }),
  cancel: defineEndpoint("POST /api/imports/{importId}/cancel", {
    summary: "Stops an import, which leaves nothing behind",
    changes: ["imports"],
    status: 202,
    params: importParams,
    response: cardImport,
    errors: ["not_found", "conflict"],
  }),
  undo: defineEndpoint("POST /api/imports/{importId}/undo", {
    summary:
      "Takes out what an import of the last 30 days brought, but for cards that were studied or changed since; older imports beyond 100 MB of cards stay",
    changes: ["imports", "folders", "cards", "reviews"],
    status: 202,
    params: importParams,
    response: cardImport,
    errors: ["not_found", "conflict"],
  }),
};
