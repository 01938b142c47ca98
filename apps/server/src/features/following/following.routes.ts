import type { followingEndpoints } from "@repasa/contract/following.ts";
import type { Context } from "#context.ts";
import { chooseUpstream } from "#features/cards/siblings/siblings.service.ts";
import type { Handlers } from "#platform/http/call.ts";
import { followShare } from "./following.links.ts";
import { pullFolder, unfollow } from "./following.service.ts";

export function followingRoutes(ctx: Context): Handlers<typeof followingEndpoints> {
  return {
    follow: ({ owner, moment, client, params }) => followShare(ctx, owner, moment, client, params.token),
    pull: ({ owner, moment, params, body }) => pullFolder(ctx, owner, moment, params.id, body),
    unfollow: ({ owner, params }) => unfollow(ctx, owner, params.id),
    choose: ({ owner, moment, params, body }) => chooseUpstream(ctx, owner, moment, params.id, body.take),
  };
}
