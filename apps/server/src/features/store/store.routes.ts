import type { storeEndpoints } from "@repasa/contract/store.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import { addFolder, listCatalog, previewFolder } from "./store.service.ts";

export function storeRoutes(ctx: Context): Handlers<typeof storeEndpoints> {
  return {
    catalog: ({ owner, readDb }) => listCatalog({ db: readDb }, owner),
    preview: ({ owner, params, readDb }) => previewFolder({ db: readDb }, owner, params.slug),
    add: ({ owner, moment, params }) => addFolder(ctx, owner, moment, params.slug),
  };
}
