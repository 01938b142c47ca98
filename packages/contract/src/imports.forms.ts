import * as z from "zod/mini";
import { desiredRetention } from "#account.retention.ts";
import { id } from "#fields.ts";
import { storableText } from "#texts.ts";

const COLUMN = "Las columnas se cuentan desde 0";
const column = z.int({ error: COLUMN }).check(z.gte(0, { error: COLUMN }));
const yesOrNo = z.boolean({ error: "Debe ser verdadero o falso" });

/** Options of an import. The last three are for tables, and override the guesses. */
export const importOptions = z.object({
  /** The folder that all cards are put into. */
  folderId: z.optional(id),
  duplicates: z._default(z.enum(["skip", "update", "add"], { error: "Elige skip, update o add" }), "skip"),
  /** True to import reviews, too; without them all cards are new. */
  history: z._default(yesOrNo, true),
  media: z._default(yesOrNo, true),
  /** The desired retention to set, one of those that the preview offers; without it the present one stays. */
  retention: z.optional(desiredRetention),
  /** The separator of columns, which is guessed if this is empty. A spreadsheet has none. */
  separator: z.optional(z.string({ error: "El separador debe ser un texto" }).check(z.maxLength(10), storableText)),
  header: z.optional(yesOrNo),
  columns: z.optional(
    z.object({
      front: column,
      back: column,
      tags: z.optional(z.nullable(column)),
      folder: z.optional(z.nullable(column)),
      /** A column whose text is added below the answer as a paragraph of its own. */
      extra: z.optional(z.nullable(column)),
    }),
  ),
});
export type ImportOptions = z.input<typeof importOptions>;
