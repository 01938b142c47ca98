import type { Preferences } from "@repasa/contract/account.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import { useQueryClient } from "@tanstack/react-query";
import { preferencesQuery } from "#features/preferences/preferences.loading.ts";
import { applyTheme } from "#lib/theme.ts";
import { useChange } from "#lib/use-change.ts";
import { announce } from "#ui/announcer.tsx";

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
    // One request at a time, so that the last choice is the one that is stored.
    scope: { id: "preferences" },
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<Preferences>(queryKey);
      if (before) show({ ...before, ...addClearedNotices(change) });
      return before;
    },
    // The response is not written: the cache may already contain a later choice.
    write: () => [queryKey],
    onSuccess: () => announce("Guardado"),
    onError: (_, change, before) => {
      const now = queryClient.getQueryData<Preferences>(queryKey);
      if (before && now) show({ ...now, ...pick(before, Object.keys(addClearedNotices(change))) });
    },
  });
}

/**
 * Switching reminders on or off, or choosing mail, also clears the notice that they have stopped, and setting the retention answers
 * the question about it.
 */
function addClearedNotices(change: Partial<Preferences>): Partial<Preferences> {
  return {
    ...change,
    ...((change.reminder !== undefined || change.reminderChannels?.includes("mail")) && { reminderStop: null }),
    ...(change.desiredRetention !== undefined && { retentionQuestionFrom: null }),
  };
}

function pick(preferences: Preferences, names: readonly string[]): Partial<Preferences> {
  return Object.fromEntries(Object.entries(preferences).filter(([name]) => names.includes(name)));
}

/** Notes that the user was asked whether they know "No la recordé". If that fails, they are asked once more. */
export function useNoteForgottenExplained() {
  return useChange(accountEndpoints.setPreferences, { input: () => ({ body: { forgottenExplained: true } }) });
}

/** Notes the date on which the costliest cards were named. If that fails, they may be named again within the week. */
export function useNoteCostlyNamed() {
  return useChange(accountEndpoints.setPreferences, {
    input: (costlyNamedOn: string) => ({ body: { costlyNamedOn } }),
  });
}
