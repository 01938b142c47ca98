import * as z from "zod/mini";
import { defineEndpoint } from "#endpoint.ts";
import { clientId, count, id, idParams, instant } from "#fields.ts";
import { ANSWER_MODES, FOLDER_COLORS } from "#folders.choices.ts";
import { changedFolderForm, folderForm } from "#folders.forms.ts";
import { follows } from "#following.rows.ts";

/** What a folder is recognised by. Each part is made from the folder's name unless it was chosen. */
export const faceFields = { color: z.enum(FOLDER_COLORS), icon: z.string() };

export const folder = z.object({
  id,
  name: z.string(),
  description: z.nullable(z.string()),
  difficultyLevel: z.string(),
  /** The language in which the folder's cards are read aloud, such as `es-ES`; null for the device's. */
  language: z.nullable(z.string()),
  ...faceFields,
  /** True if the colour was chosen, and does not follow the name. */
  colorChosen: z.boolean(),
  iconChosen: z.boolean(),
  /** `flip` unless it was chosen: then the preferences decide. */
  answerMode: z.enum(ANSWER_MODES),
  answerModeChosen: z.boolean(),
  strictAccents: z.boolean(),
  hasStudiedCards: z.boolean(),
  cardCount: count,
  dueCount: count,
  /** Due cards beyond today's share. The folder is not up to date although nothing of it is pending. */
  dueWaiting: count,
  /** Null for a folder that follows nobody's. */
  follows: z.nullable(follows),
  createdAt: instant,
  updatedAt: instant,
});
export type Folder = z.output<typeof folder>;

/** The numbers of cards beyond today's share, which wait for another day. */
export const waitingCounts = { newWaiting: count, dueWaiting: count };

const folderStats = z.object({
  totalCards: count,
  dueCards: count,
  ...waitingCounts,
  masteredCards: count,
  difficultCards: count,
});
export type FolderStats = z.output<typeof folderStats>;

export const folderEndpoints = {
  list: defineEndpoint("GET /api/folders", {
    summary: "Lists the user's folders, last changed first",
    reads: ["folders", "cards", "reviews", "preferences", "exams"],
    response: z.array(folder),
  }),
  read: defineEndpoint("GET /api/folders/{id}", {
    summary: "Returns a folder",
    reads: ["folders", "cards", "reviews", "preferences", "exams"],
    params: idParams,
    response: folder,
    errors: ["not_found"],
  }),
  create: defineEndpoint("POST /api/folders", {
    summary: "Creates a folder; the same clientId again returns the folder that it made first",
    changes: ["folders"],
    status: 201,
    largeBody: true,
    body: z.extend(folderForm, { clientId }),
    response: folder,
    errors: ["limit_reached"],
  }),
  update: defineEndpoint("PUT /api/folders/{id}", {
    summary: "Changes a folder; fields besides the name stay if they are left out, and any field that equals its base",
    changes: ["folders"],
    params: idParams,
    largeBody: true,
    body: changedFolderForm,
    response: folder,
    errors: ["not_found"],
  }),
  remove: defineEndpoint("DELETE /api/folders/{id}", {
    summary: "Deletes a folder and its cards, and ends its links",
    changes: ["folders", "cards", "shares"],
    status: 204,
    params: idParams,
    errors: ["not_found"],
  }),
  stats: defineEndpoint("GET /api/folders/{id}/stats", {
    summary: "Counts a folder's cards by state",
    reads: ["cards", "reviews", "preferences", "exams"],
    params: idParams,
    response: folderStats,
    errors: ["not_found"],
  }),
};
