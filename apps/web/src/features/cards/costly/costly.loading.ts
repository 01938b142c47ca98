// The few cards that have taken a quarter of the time. They are computed from the log, which only the server has, so without a network
// none are named.

import type { Preferences } from "@repasa/contract/account.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { CostlyCards } from "@repasa/contract/study.ts";
import type { QueryClient } from "@tanstack/react-query";
import { preferencesQuery } from "#features/preferences/preferences.loading.ts";
import { daysBetween, localDateOf } from "#lib/local-date.ts";
import { endpointQuery } from "#lib/query.ts";

/** In days, for the whole account: they change slowly, and improving them is not today's work. */
const PAUSE = 7;

const costlyQuery = () => endpointQuery(studyEndpoints.costly);

/** Loads them for the end of a session, if it is to name them. */
export async function loadDueCostly(queryClient: QueryClient): Promise<void> {
  const preferences = await queryClient.ensureQueryData(preferencesQuery());
  if (isDue(preferences, localDateOf(new Date(), preferences.dayStartHour)))
    await queryClient.fetchQuery({ ...costlyQuery(), staleTime: 0 });
}

/** Returns the loaded ones if the end of a session is to name them. */
export function findDueCostly(queryClient: QueryClient, today: string): CostlyCards | undefined {
  const preferences = queryClient.getQueryData<Preferences>(preferencesQuery().queryKey);
  const costly = queryClient.getQueryData<CostlyCards>(costlyQuery().queryKey);
  return preferences && isDue(preferences, today) && costly && costly.cards.length > 0 ? costly : undefined;
}

function isDue({ costlyNamedOn }: Preferences, today: string): boolean {
  return costlyNamedOn === null || daysBetween(costlyNamedOn, today) >= PAUSE;
}
