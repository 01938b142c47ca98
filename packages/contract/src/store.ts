import * as z from "zod/mini";
import { defineEndpoint } from "#endpoint.ts";
import { count, id } from "#fields.ts";
import { faceFields, folder } from "#folders.ts";

const catalogFolder = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  ...faceFields,
  cardCount: count,
  /** The id of the user's copy of the folder; null if they have none. */
  folderId: z.nullable(id),
});
export type CatalogFolder = z.output<typeof catalogFolder>;

const catalogPreview = z.extend(catalogFolder, {
  sources: z.array(z.string()),
  cards: z.array(z.object({ front: z.string(), back: z.string() })),
});
export type CatalogPreview = z.output<typeof catalogPreview>;

const params = z.object({ slug: z.string() });

export const storeEndpoints = {
  catalog: defineEndpoint("GET /api/store/folders", {
    summary: "Lists the ready-made folders",
    reads: ["catalog", "folders"],
    mayBeStale: true,
    response: z.array(catalogFolder),
  }),
  preview: defineEndpoint("GET /api/store/folders/{slug}", {
    summary: "Returns a ready-made folder with its cards",
    reads: ["catalog", "folders"],
    mayBeStale: true,
    params,
    response: catalogPreview,
    errors: ["not_found"],
  }),
  add: defineEndpoint("POST /api/store/folders/{slug}", {
    summary: "Adds a ready-made folder to the user's own",
    changes: ["folders", "cards", "preferences"],
    status: 201,
    params,
    response: folder,
    errors: ["not_found", "conflict", "limit_reached"],
  }),
};
