import type { storeEndpoints } from "@repasa/contract/store.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#http/call.ts";
import { addFolder, listCatalog, previewFolder } from "./store.service.ts";

export function storeRoutes(ctx: Context): Handlers<typeof storeEndpoints> {
  return {
    catalog: ({ owner }) => listCatalog(ctx, owner),
    preview: ({ owner, params }) => previewFolder(ctx, owner, params.slug),
    add: ({ owner, moment, params }) => addFolder(ctx, owner, moment, params.slug),
  };
}
