// What following adds to the rows of folders and cards.
import * as z from "zod/mini";
import { cardFormat } from "#cards.forms.ts";
import { count, instant } from "#fields.ts";

/** What a pull brought. With nothing new: four zeros, and no batch. */
export const pull = z.object({
  /** Undone by `POST /api/batches/{batchId}/undo`. */
  batchId: z.nullable(z.uuid()),
  /** Cards that arrived. */
  added: count,
  /** Cards of which a field or a tag was filled, or which were resumed. */
  changed: count,
  /** Cards of which a field was kept against the author's new text. */
  kept: count,
  /** Cards that were suspended, because the author deleted them. */
  suspended: count,
});
export type Pull = z.output<typeof pull>;

/** How a folder follows that of another account. */
export const follows = z.object({
  /** The author's first name, if the link shows it; the name of the class for a folder that a class was assigned. */
  from: z.nullable(z.string()),
  /** True once no link and no assignment shares the author's folder with the user any more. */
  ended: z.boolean(),
  /** True after a pull was undone: the folder is not pulled by itself until the user pulls it. */
  paused: z.boolean(),
  /** The last pull that brought something; null once it was undone. */
  lastPull: z.nullable(z.extend(pull, { at: instant })),
});
export type Follows = z.output<typeof follows>;

/** How a card follows that of an author. The texts are the author's, and present where a field is kept against them. */
export const upstream = z.union([
  z.object({ state: z.enum(["same", "deleted"]) }),
  z.object({
    state: z.literal("changed"),
    front: z.string(),
    back: z.string(),
    format: cardFormat,
    variant: z.nullable(z.string()),
  }),
]);
export type Upstream = z.output<typeof upstream>;
