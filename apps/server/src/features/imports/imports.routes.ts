import type { importEndpoints } from "@repasa/contract/imports.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import { cancelImport, createImport, listImports, readImport, startImport, undoImport } from "./imports.service.ts";

export function importsRoutes(ctx: Context): Handlers<typeof importEndpoints> {
  return {
    create: ({ owner, moment, upload }) => createImport(ctx, owner, moment, upload),
    read: ({ owner, params }) => readImport(ctx, owner, params.importId),
    list: ({ owner }) => listImports(ctx, owner),
    start: ({ owner, moment, params, body }) => startImport(ctx, owner, moment, params.importId, body),
    cancel: ({ owner, params }) => cancelImport(ctx, owner, params.importId),
    undo: ({ owner, moment, params }) => undoImport(ctx, owner, moment, params.importId),
  };
}
