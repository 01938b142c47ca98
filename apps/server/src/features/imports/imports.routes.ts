import type { importEndpoints } from "@repasa/contract/imports.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import { cancelImport, createImport, listImports, readImport, startImport, undoImport } from "./imports.service.ts";
import { wordImport } from "./imports.wording.ts";

export function importsRoutes(ctx: Context): Handlers<typeof importEndpoints> {
  return {
    create: async ({ owner, moment, upload }) => wordImport(await createImport(ctx, owner, moment, upload)),
    read: async ({ owner, params }) => wordImport(await readImport(ctx, owner, params.importId)),
    list: async ({ owner }) => (await listImports(ctx, owner)).map(wordImport),
    start: async ({ owner, moment, params, body }) =>
      wordImport(await startImport(ctx, owner, moment, params.importId, body)),
    cancel: async ({ owner, params }) => wordImport(await cancelImport(ctx, owner, params.importId)),
    undo: async ({ owner, moment, params }) => wordImport(await undoImport(ctx, owner, moment, params.importId)),
  };
}
