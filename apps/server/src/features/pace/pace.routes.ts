import type { paceEndpoints } from "@repasa/contract/pace.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#http/call.ts";
import { endCatchUp, readBacklog, startCatchUp } from "./pace.service.ts";

export function paceRoutes(ctx: Context): Handlers<typeof paceEndpoints> {
  return {
    backlog: ({ owner, moment }) => readBacklog(ctx, owner, moment),
    startCatchUp: ({ owner, moment, body }) => startCatchUp(ctx, owner, moment, body.days),
    endCatchUp: ({ owner, moment }) => endCatchUp(ctx, owner, moment),
  };
}
