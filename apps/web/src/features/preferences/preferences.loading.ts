import { accountEndpoints, DEFAULT_DAY_START_HOUR, type Preferences } from "@repasa/contract/account.ts";
import { endpointQuery } from "#lib/query.ts";

export const preferencesQuery = () => endpointQuery(accountEndpoints.preferences);

/** Returns the hour at which the user's days begin; the default until the preferences are loaded. */
export function readDayStart(preferences: Preferences | undefined): number {
  return preferences?.dayStartHour ?? DEFAULT_DAY_START_HOUR;
}
