import type { weekEndpoints } from "@repasa/contract/week.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import { readStudyWeek } from "./week.service.ts";

export function weekRoutes(ctx: Context): Handlers<typeof weekEndpoints> {
  return {
    read: ({ owner, moment }) => readStudyWeek(ctx, owner, moment),
  };
}
