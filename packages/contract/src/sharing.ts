import * as z from "zod/mini";
import { card } from "#cards.ts";
import { defineEndpoint } from "#endpoint.ts";
import { count, id, idParams, instant } from "#fields.ts";
import { mediaId } from "#media.ts";
import { freeText } from "#texts.ts";

const SHOW_NAME = "Elige si el enlace muestra tu nombre";

/** Without `showName`, a new link does not show the author's first name, and an existing one stays as it is. */
const shareOptions = z.object({ showName: z.optional(z.boolean({ error: SHOW_NAME })) });

/** A link to a folder, as its owner sees it. */
const share = z.object({
  id,
  /** 128 random bits in base64url. */
  token: z.string(),
  /** The address of the link's page. */
  url: z.string(),
  createdAt: instant,
  showName: z.boolean(),
  /** The number of accounts that follow the folder through this link. */
  followers: count,
});
export type Share = z.output<typeof share>;

/** The folder to which a link leads. */
const sharedBy = z.object({ shareId: id, folderId: id, name: z.string() });
export type SharedBy = z.output<typeof sharedBy>;

/** The texts of a card that somebody shares. */
export const sharedCard = z.pick(card, { front: true, back: true, format: true, variant: true });
export type SharedCard = z.output<typeof sharedCard>;

/** The number of cards that a link's page shows. */
export const SAMPLE_CARDS = 20;

/** A link, as anybody sees it. */
const sharedFolder = z.object({
  name: z.string(),
  description: z.nullable(z.string()),
  cards: count,
  /** The author's first name; null unless the link shows it. */
  author: z.nullable(z.string()),
  /** The first cards, the oldest first. */
  sample: z.array(sharedCard),
  /** The caller's own folder: the shared one, or the one that follows it; otherwise null. */
  mine: z.nullable(id),
});
export type SharedFolder = z.output<typeof sharedFolder>;

const REPORT_REASONS = ["spam", "offensive", "rights", "other"] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

const MAX_REPORT_LENGTH = 1000;

const report = z.object({
  reason: z.enum(REPORT_REASONS, { error: "Elige un motivo" }),
  text: z._default(freeText(MAX_REPORT_LENGTH), ""),
});

/** A path's token. Any other text is a token, too: one that no link has. */
const tokenParams = z.object({ token: z.string() });

export const sharingEndpoints = {
  create: defineEndpoint("POST /api/folders/{id}/shares", {
    summary: "Creates a link to a folder: at most 20 at a time, and 30 a day",
    changes: ["shares"],
    status: 201,
    params: idParams,
    body: shareOptions,
    response: share,
    errors: ["not_found", "email_unconfirmed", "sharing_barred", "conflict"],
  }),
  listOfFolder: defineEndpoint("GET /api/folders/{id}/shares", {
    summary: "Lists the links to a folder, the oldest first",
    reads: ["shares"],
    params: idParams,
    response: z.array(share),
    errors: ["not_found"],
  }),
  list: defineEndpoint("GET /api/user/shares", {
    summary: "Lists the links to all folders of the user, the oldest first",
    reads: ["shares"],
    response: z.array(share),
  }),
  listNames: defineEndpoint("GET /api/user/shares/folders", {
    summary: "Lists the folder to which each link of the user leads, by the link's id",
    reads: ["shares", "folders"],
    response: z.array(sharedBy),
  }),
  update: defineEndpoint("PUT /api/shares/{id}", {
    summary: "Changes whether a link shows the author's first name",
    changes: ["shares"],
    params: idParams,
    body: shareOptions,
    response: share,
    errors: ["not_found"],
  }),
  end: defineEndpoint("DELETE /api/shares/{id}", {
    summary: "Ends a link for everybody; who follows the folder keeps the cards",
    changes: ["shares"],
    status: 204,
    params: idParams,
    errors: ["not_found"],
  }),
  open: defineEndpoint("GET /api/shares/{token}", {
    summary: "Returns what a link shows to anybody; after 30 wrong tokens a client waits for up to an hour",
    reads: ["shares", "folders", "cards"],
    session: false,
    params: tokenParams,
    response: sharedFolder,
    errors: ["not_found"],
  }),
  readMedia: defineEndpoint("GET /api/shares/{token}/media/{mediaId}", {
    summary: "Returns an image or a sound that a card of the shared folder uses, or a range of its bytes",
    reads: ["shares", "cards"],
    session: false,
    params: z.object({ token: z.string(), mediaId }),
    download: true,
    errors: ["not_found"],
  }),
  report: defineEndpoint("POST /api/shares/{token}/reports", {
    summary: "Reports a link to the operators; a client may send five reports a day",
    changes: [],
    session: false,
    status: 201,
    params: tokenParams,
    body: report,
    response: z.object({ message: z.string() }),
    errors: ["not_found"],
  }),
};
