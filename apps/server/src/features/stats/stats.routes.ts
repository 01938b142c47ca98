import type { statsEndpoints } from "@repasa/contract/stats.ts";
import type { Handlers } from "#http/call.ts";
import type { StatsService } from "./stats.service.ts";

export function statsRoutes(stats: StatsService): Handlers<typeof statsEndpoints> {
  return {
    userStats: ({ owner, moment }) => stats.userStats(owner, moment),
    dailyReview: ({ owner, moment }) => stats.dailyReview(owner, moment),
    completedFolders: ({ owner, moment, params }) => stats.completedFolders(owner, moment, params.date),
    scheduledFolders: ({ owner, moment, params }) => stats.scheduledFolders(owner, moment, params.date),
    activity: ({ owner, moment, query }) => stats.activity(owner, moment, query),
    forecast: ({ owner, moment, query }) => stats.forecast(owner, moment, query.days),
  };
}
