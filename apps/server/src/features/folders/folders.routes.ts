import type { folderEndpoints } from "@repasa/contract/folders.ts";
import type { Handlers } from "#http/call.ts";
import type { FoldersService } from "./folders.service.ts";

export function foldersRoutes(folders: FoldersService): Handlers<typeof folderEndpoints> {
  return {
    list: ({ owner, moment }) => folders.list(owner, moment),
    read: ({ owner, moment, params }) => folders.read(owner, moment, params.id),
    create: ({ owner, moment, body }) => folders.create(owner, moment, body),
    update: ({ owner, moment, params, body }) => folders.update(owner, moment, params.id, body),
    remove: ({ owner, moment, params }) => folders.remove(owner, moment, params.id),
    stats: ({ owner, moment, params }) => folders.stats(owner, moment, params.id),
  };
}
