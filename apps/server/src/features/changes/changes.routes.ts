import type { changeEndpoints } from "@repasa/contract/changes.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import { listChanges } from "./changes.service.ts";

export function changesRoutes(ctx: Context): Handlers<typeof changeEndpoints> {
  return {
    list: ({ owner, moment, query }) => listChanges(ctx, owner, moment, query),
  };
}
