import type { mediaEndpoints } from "@repasa/contract/media.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import { addMedia, readMedia } from "./media.service.ts";

export function mediaRoutes(ctx: Context): Handlers<typeof mediaEndpoints> {
  return {
    add: ({ owner, moment, upload }) => addMedia(ctx, owner, upload, moment.now),
    read: ({ owner, params, requestedPart }) => readMedia(ctx, owner, params.mediaId, requestedPart),
  };
}
