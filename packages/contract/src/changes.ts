import * as z from "zod/mini";
import { preferences } from "#account.ts";
import { card } from "#cards.ts";
import { defineEndpoint } from "#endpoint.ts";
import { exam } from "#exams.ts";
import { id } from "#fields.ts";
import { folder } from "#folders.ts";

const changeKind = z.enum(["folder", "card", "exam", "preferences"]);
export type ChangeKind = z.output<typeof changeKind>;

/** The preferences exist once, so they need no id. */
const preferencesId = z.literal(0);

/** A thing in its newest state: `row` is what the call that reads it answers. */
const change = z.union([
  z.object({ kind: z.literal("folder"), id, gone: z.literal(false), row: folder }),
  z.object({ kind: z.literal("card"), id, gone: z.literal(false), row: card }),
  z.object({ kind: z.literal("exam"), id, gone: z.literal(false), row: exam }),
  z.object({ kind: z.literal("preferences"), id: preferencesId, gone: z.literal(false), row: preferences }),
  z.object({ kind: changeKind, id: z.union([id, preferencesId]), gone: z.literal(true) }),
]);
export type Change = z.output<typeof change>;

const changes = z.object({
  /** In the order in which the things last changed, each thing once. */
  changes: z.array(change),
  /** The cursor to continue from, now or later. */
  next: z.string(),
  /** True if `next` leads to further changes that are known already. */
  more: z.boolean(),
  /** True if the cursor is unknown or too old: everything follows from the beginning, and what is not in it is gone. */
  reset: z.boolean(),
});
export type Changes = z.output<typeof changes>;

const MAX_CHANGES = 1000;

const LIMIT = `El límite debe ser un número de 1 a ${MAX_CHANGES}`;

const limit = z.pipe(
  z._default(z.string({ error: LIMIT }).check(z.regex(/^[1-9]\d{0,3}$/, { error: LIMIT })), "500"),
  z.pipe(
    z.transform((text: string) => Number(text)),
    z.int().check(z.lte(MAX_CHANGES, { error: LIMIT })),
  ),
);

export const changeEndpoints = {
  list: defineEndpoint("GET /api/changes", {
    summary:
      "Returns the changes after a cursor, for a device that holds a copy; without a cursor, everything that exists. A page may contain fewer changes than the limit",
    reads: ["folders", "cards", "reviews", "exams", "preferences"],
    largeRead: "summary",
    query: z.object({
      /** The `next` of an earlier response. */
      after: z._default(z.string({ error: "El cursor no es válido" }), ""),
      limit,
    }),
    response: changes,
  }),
};
