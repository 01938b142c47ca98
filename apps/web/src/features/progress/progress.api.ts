import * as progressEndpoints from "@repasa/contract/client/progress.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import type { ClientEndpoint } from "@repasa/contract/client.ts";
import { endpointQuery } from "#lib/query.ts";
import type { AnyInput } from "#lib/server-calls.ts";

/** Loaded on each visit, with the cached data shown meanwhile. */
const fresh = { staleTime: 0 };

export const activityQuery = (from: string) => endpointQuery(statsEndpoints.activity, { query: { from } }, fresh);

export const dueQuery = (days: number) =>
  endpointQuery(statsEndpoints.forecast, { query: { days: String(days) } }, fresh);

/** The days that the recall is measured over: six months, in whole weeks. */
export const RECALL_DAYS = 182;

/** The days ahead whose due cards are shown. */
export const FORECAST_DAYS = 30;

export const retentionQuery = (days: number) =>
  endpointQuery(progressEndpoints.retention, { query: { days: String(days) } }, fresh);

export const memoryQuery = () => endpointQuery(progressEndpoints.memory, {}, fresh);
export const calibrationQuery = () => endpointQuery(progressEndpoints.calibration, {}, fresh);

export const cardStatesQuery = () => endpointQuery(progressEndpoints.cardStates, {}, fresh);

/** The figures whose time Progreso states without a network: the oldest of them counts. */
export const TIMED_FIGURES: readonly (readonly [ClientEndpoint, AnyInput])[] = [
  [progressEndpoints.retention, { query: { days: String(RECALL_DAYS) } }],
  [statsEndpoints.forecast, { query: { days: String(FORECAST_DAYS) } }],
];
