import type { folderEndpoints } from "@repasa/contract/folders.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import { changeFolder, createFolder, folderStats, listFolders, readFolder, removeFolder } from "./folders.service.ts";

export function foldersRoutes(ctx: Context): Handlers<typeof folderEndpoints> {
  return {
    list: ({ owner, moment }) => listFolders(ctx, owner, moment),
    read: ({ owner, moment, params }) => readFolder(ctx, owner, moment, params.id),
    create: ({ owner, moment, body }) => createFolder(ctx, owner, moment, body),
    update: ({ owner, moment, params, body }) => changeFolder(ctx, owner, moment, params.id, body),
    remove: ({ owner, moment, params }) => removeFolder(ctx, owner, moment, params.id),
    stats: ({ owner, moment, params }) => folderStats(ctx, owner, moment, params.id),
  };
}
