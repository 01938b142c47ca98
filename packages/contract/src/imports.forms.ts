import * as z from "zod/mini";
import { id, storableText } from "#fields.ts";

const COLUMN = "Las columnas se cuentan desde 0";
const column = z.int({ error: COLUMN }).check(z.gte(0, { error: COLUMN }));
const yesOrNo = z.boolean({ error: "Debe ser verdadero o falso" });

/** How an import is to be done. The last three are for tables, and override what was guessed. */
export const importOptions = z.object({
  /** Everything into this folder. */
  folderId: z.optional(id),
  duplicates: z._default(z.enum(["skip", "update", "add"], { error: "Elige skip, update o add" }), "skip"),
  /** Whether to import reviews; without them cards are new. */
  history: z._default(yesOrNo, true),
  media: z._default(yesOrNo, true),
  /** The separator is guessed if it is empty. A spreadsheet has none. */
  separator: z.optional(z.string({ error: "El separador debe ser un texto" }).check(z.maxLength(10), storableText)),
  header: z.optional(yesOrNo),
  columns: z.optional(
    z.object({
      front: column,
      back: column,
      tags: z.optional(z.nullable(column)),
      folder: z.optional(z.nullable(column)),
      /** The column that is added below the answer as a paragraph of its own. */
      extra: z.optional(z.nullable(column)),
    }),
  ),
});
export type ImportOptions = z.input<typeof importOptions>;
