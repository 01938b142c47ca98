import { accountEndpoints, type Preferences } from "@repasa/contract/account.ts";
import { progressEndpoints } from "@repasa/contract/progress.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "#lib/api.ts";
import { endpointQuery } from "#lib/query.ts";
import { applyTheme } from "#lib/theme.ts";
import { announce } from "#ui/announcer.tsx";
import { errorToast } from "#ui/toast.ts";

export const preferencesQuery = () => endpointQuery(accountEndpoints.preferences);

/** What each desired retention costs with the cards of today. */
export const workloadQuery = () => endpointQuery(progressEndpoints.workload, {}, { staleTime: 0 });

/** Changes some preferences; they show at once, and go back if the server refuses. */
export function useSetPreferences() {
  const queryClient = useQueryClient();
  const { queryKey } = preferencesQuery();
  const write = (preferences: Preferences | undefined) => {
    if (!preferences) return;
    queryClient.setQueryData(queryKey, preferences);
    applyTheme(preferences.theme);
  };
  return useMutation({
    // One after another, so that the last choice wins.
    scope: { id: "preferences" },
    mutationFn: (body: Partial<Preferences>) => callApi(accountEndpoints.setPreferences, { body }),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<Preferences>(queryKey);
      if (before) write({ ...before, ...change });
      return before;
    },
    onSuccess: () => announce("Guardado"),
    onError: (error, change, before) => {
      const now = queryClient.getQueryData<Preferences>(queryKey);
      if (before && now) write({ ...now, ...only(before, change) });
      errorToast(error, "No se pudo guardar el ajuste. Inténtalo de nuevo.");
    },
  });
}

/** Of the first, what the second has too. */
function only(preferences: Preferences, like: Partial<Preferences>): Partial<Preferences> {
  return Object.fromEntries(Object.entries(preferences).filter(([name]) => name in like));
}
