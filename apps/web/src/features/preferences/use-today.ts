import { useQuery } from "@tanstack/react-query";
import { preferencesQuery, readDayStart } from "#features/preferences/preferences.loading.ts";
import { localDateOf } from "#lib/local-date.ts";
import { useNow } from "#lib/use-now.ts";

export function useDayStart(): number {
  const { data } = useQuery(preferencesQuery());
  return readDayStart(data);
}

export function useToday(): string {
  return localDateOf(useNow(), useDayStart());
}
