import type { exportEndpoints } from "@repasa/contract/exports.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#http/call.ts";
import { exportAccount, exportFolder } from "./exports.service.ts";

export function exportsRoutes(ctx: Context): Handlers<typeof exportEndpoints> {
  return {
    folder: ({ owner, moment, params, query }) => exportFolder(ctx, owner, moment, params.id, query.format),
    account: ({ owner, moment, query }) => exportAccount(ctx, owner, moment, query.format),
  };
}
