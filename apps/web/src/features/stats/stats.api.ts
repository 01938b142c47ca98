import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import { endpointQuery } from "#lib/query.ts";

const REFETCH_MS = 60_000;
const STALE_AFTER_MS = 30_000;
const live = { staleTime: STALE_AFTER_MS, refetchInterval: REFETCH_MS };

export const userStatsQuery = () => endpointQuery(statsEndpoints.userStats, {}, live);
export const dailyReviewQuery = () => endpointQuery(statsEndpoints.dailyReview, {}, live);

/** @param around The middle of the days; by default today on the server. */
export const nearDaysQuery = (around?: string) =>
  endpointQuery(statsEndpoints.nearDays, { query: { around } }, { staleTime: STALE_AFTER_MS });

export const completedQuery = (date: string) => endpointQuery(statsEndpoints.completedFolders, { params: { date } });
export const scheduledQuery = (date: string) => endpointQuery(statsEndpoints.scheduledFolders, { params: { date } });
