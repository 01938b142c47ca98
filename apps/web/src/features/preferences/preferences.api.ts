import { accountEndpoints, DEFAULT_DAY_START_HOUR, type Preferences } from "@repasa/contract/account.ts";
import { useQueryClient } from "@tanstack/react-query";
import { endpointQuery } from "#lib/query.ts";
import { applyTheme } from "#lib/theme.ts";
import { useChange } from "#lib/use-change.ts";
import { announce } from "#ui/announcer.tsx";

export const preferencesQuery = () => endpointQuery(accountEndpoints.preferences);

/** The hour at which the user's days begin; the product's until the preferences are loaded. */
export function dayStartOf(preferences: Preferences | undefined): number {
  return preferences?.dayStartHour ?? DEFAULT_DAY_START_HOUR;
}

export function useSetPreferences() {
  const queryClient = useQueryClient();
  const { queryKey } = preferencesQuery();
  const show = (preferences: Preferences) => {
    queryClient.setQueryData(queryKey, preferences);
    applyTheme(preferences.theme);
  };
  return useChange(accountEndpoints.setPreferences, {
    input: (body: Partial<Preferences>) => ({ body }),
    failure: "No se pudo guardar el ajuste. Inténtalo de nuevo.",
    // One after another, so that the last choice wins.
    scope: { id: "preferences" },
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<Preferences>(queryKey);
      if (before) show({ ...before, ...shownBy(change) });
      return before;
    },
    // The cache may be ahead of the answer by another choice.
    write: () => [queryKey],
    onSuccess: () => announce("Guardado"),
    onError: (_, change, before) => {
      const now = queryClient.getQueryData<Preferences>(queryKey);
      if (before && now) show({ ...now, ...pick(before, Object.keys(shownBy(change))) });
    },
  });
}

/** Who switches reminders on or off has dealt with their stop. */
function shownBy(change: Partial<Preferences>): Partial<Preferences> {
  return change.reminder === undefined ? change : { ...change, reminderStop: null };
}

function pick(preferences: Preferences, names: readonly string[]): Partial<Preferences> {
  return Object.fromEntries(Object.entries(preferences).filter(([name]) => names.includes(name)));
}
