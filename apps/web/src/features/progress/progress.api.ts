import { progressEndpoints } from "@repasa/contract/progress.ts";
import { statsEndpoints } from "@repasa/contract/stats.ts";
import { endpointQuery } from "#lib/query.ts";

/** Every rating changes these, and they are looked at seldom: loaded each time, with the last ones shown meanwhile. */
const fresh = { staleTime: 0 };

export const activityQuery = (from: string) => endpointQuery(statsEndpoints.activity, { query: { from } }, fresh);

/** Cards falling due from today on, for so many days. */
export const dueQuery = (days: number) =>
  endpointQuery(statsEndpoints.forecast, { query: { days: String(days) } }, fresh);

export const retentionQuery = (days: number) =>
  endpointQuery(progressEndpoints.retention, { query: { days: String(days) } }, fresh);

export const cardStatesQuery = () => endpointQuery(progressEndpoints.cardStates, {}, fresh);
