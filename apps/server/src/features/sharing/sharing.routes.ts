import type { sharingEndpoints } from "@repasa/contract/sharing.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import {
  changeShare,
  createShare,
  endShare,
  listFoldersOfShares,
  listShares,
  listSharesOfFolder,
} from "./sharing.service.ts";
import { openShare, readSharedMedia, reportShare } from "./sharing.visiting.ts";

export function sharingRoutes(ctx: Context): Handlers<typeof sharingEndpoints> {
  return {
    create: ({ owner, moment, params, body }) => createShare(ctx, owner, moment.now, params.id, body),
    listOfFolder: ({ owner, params }) => listSharesOfFolder(ctx, owner, params.id),
    list: ({ owner }) => listShares(ctx, owner),
    listNames: ({ owner }) => listFoldersOfShares(ctx, owner),
    update: ({ owner, params, body }) => changeShare(ctx, owner, params.id, body),
    end: ({ owner, moment, params }) => endShare(ctx, owner, moment.now, params.id),
    open: ({ owner, client, params }) => openShare(ctx, owner, client, params.token),
    readMedia: ({ client, params, requestedPart }) => readSharedMedia(ctx, client, params, requestedPart),
    report: ({ client, moment, params, body }) => reportShare(ctx, client, moment.now, params.token, body),
  };
}
