import { statsEndpoints } from "@repasa/contract/stats.ts";
import { endpointQuery } from "#lib/query.ts";

const REFETCH = 60_000;
const STALE = 30_000;
const live = { staleTime: STALE, refetchInterval: REFETCH };

export const userStatsQuery = () => endpointQuery(statsEndpoints.userStats, {}, live);
export const dailyReviewQuery = () => endpointQuery(statsEndpoints.dailyReview, {}, live);

/** @param around Today on the server unless told. */
export const nearDaysQuery = (around?: string) =>
  endpointQuery(statsEndpoints.nearDays, { query: { around } }, { staleTime: STALE });

export const completedQuery = (date: string) => endpointQuery(statsEndpoints.completedFolders, { params: { date } });
export const scheduledQuery = (date: string) => endpointQuery(statsEndpoints.scheduledFolders, { params: { date } });
