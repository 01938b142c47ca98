import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.choices.ts";
import type { Preferences } from "@repasa/contract/account.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import { endpointQuery } from "#lib/query.ts";

export const preferencesQuery = () => endpointQuery(accountEndpoints.preferences);

/** Returns the hour at which the user's days begin; the default until the preferences are loaded. */
export function readDayStart(preferences: Preferences | undefined): number {
  return preferences?.dayStartHour ?? DEFAULT_DAY_START_HOUR;
}
