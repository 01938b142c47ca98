import type { statsEndpoints } from "@repasa/contract/stats.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import {
  activity,
  completedFolders,
  dailyReview,
  forecast,
  nearDays,
  scheduledFolders,
  userStats,
} from "./stats.service.ts";

export function statsRoutes(ctx: Context): Handlers<typeof statsEndpoints> {
  return {
    userStats: ({ owner, moment }) => userStats(ctx, owner, moment),
    dailyReview: ({ owner, moment }) => dailyReview(ctx, owner, moment),
    completedFolders: ({ owner, moment, params }) => completedFolders(ctx, owner, moment, params.date),
    scheduledFolders: ({ owner, moment, params }) => scheduledFolders(ctx, owner, moment, params.date),
    nearDays: ({ owner, moment, query }) => nearDays(ctx, owner, moment, query.around),
    activity: ({ owner, moment, query, readDb }) => activity({ db: readDb }, owner, moment, query),
    forecast: ({ owner, moment, query }) => forecast(ctx, owner, moment, query.days),
  };
}
