import type { homeEndpoints } from "@repasa/contract/home.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import { readHome } from "./home.service.ts";

export function homeRoutes(ctx: Context): Handlers<typeof homeEndpoints> {
  return {
    home: ({ owner, moment }) => readHome(ctx, owner, moment),
  };
}
