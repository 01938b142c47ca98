import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.ts";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { preferencesQuery } from "#features/preferences/preferences.api.ts";
import { localDateOf } from "#lib/local-date.ts";
import { useNow } from "#lib/use-now.ts";

/** The hour at which the user's days begin; the product's until the preferences are loaded. */
export function useDayStart(): number {
  const { data } = useQuery(preferencesQuery());
  return data?.dayStartHour ?? DEFAULT_DAY_START_HOUR;
}

export function useToday(): string {
  return localDateOf(useNow(), useDayStart());
}

/** For code outside of components. */
export function todayIn(queryClient: QueryClient): string {
  const preferences = queryClient.getQueryData(preferencesQuery().queryKey);
  return localDateOf(new Date(), preferences?.dayStartHour ?? DEFAULT_DAY_START_HOUR);
}
