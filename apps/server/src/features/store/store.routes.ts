import type { storeEndpoints } from "@repasa/contract/store.ts";
import type { Handlers } from "#http/call.ts";
import type { StoreService } from "./store.service.ts";

export function storeRoutes(store: StoreService): Handlers<typeof storeEndpoints> {
  return {
    catalog: ({ owner }) => store.catalog(owner),
    preview: ({ owner, params }) => store.preview(owner, params.slug),
    add: ({ owner, moment, params }) => store.add(owner, moment, params.slug),
  };
}
