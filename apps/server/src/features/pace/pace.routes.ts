import type { paceEndpoints } from "@repasa/contract/pace.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import { addBreak, endBreaks, endCatchUp, listBreaks, readBacklog, startCatchUp } from "./pace.service.ts";

export function paceRoutes(ctx: Context): Handlers<typeof paceEndpoints> {
  return {
    backlog: ({ owner, moment }) => readBacklog(ctx, owner, moment),
    startCatchUp: ({ owner, moment, body }) => startCatchUp(ctx, owner, moment, body.days),
    endCatchUp: ({ owner, moment }) => endCatchUp(ctx, owner, moment),
    breaks: ({ owner, moment }) => listBreaks(ctx, owner, moment),
    addBreak: ({ owner, moment, body }) => addBreak(ctx, owner, moment, body),
    endBreaks: ({ owner, moment, query, body }) => endBreaks(ctx, owner, moment, { ...query, ...body }),
  };
}
