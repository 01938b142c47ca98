import type { followingEndpoints } from "@repasa/contract/following.ts";
import { type Context, perContext } from "#context.ts";
import { chooseUpstream } from "#features/cards/siblings/siblings.service.ts";
import { AccountTurns } from "#platform/concurrency/account-turns.ts";
import type { Handlers } from "#platform/http/call.ts";
import { followShare } from "./following.links.ts";
import { pullFolder, unfollow } from "./following.service.ts";

/** A class opens its folder within a second. Each copy holds a connection, and most have to be left to other calls. */
const copyTurns = perContext(() => new AccountTurns({ atOnce: 4, perAccount: 2 }));

export function followingRoutes(ctx: Context): Handlers<typeof followingEndpoints> {
  const turns = copyTurns(ctx);
  return {
    follow: ({ owner, moment, client, params }) =>
      turns.run(owner, () => followShare(ctx, owner, moment, client, params.token)),
    pull: ({ owner, moment, params, body }) => turns.run(owner, () => pullFolder(ctx, owner, moment, params.id, body)),
    unfollow: ({ owner, params }) => unfollow(ctx, owner, params.id),
    choose: ({ owner, moment, params, body }) => chooseUpstream(ctx, owner, moment, params.id, body.take),
  };
}
