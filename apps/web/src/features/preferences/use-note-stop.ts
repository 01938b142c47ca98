import type { Preferences } from "@repasa/contract/account.ts";
import * as reminderEndpoints from "@repasa/contract/client/reminders.ts";
import { preferencesQuery } from "#features/preferences/preferences.loading.ts";
import { useChange } from "#lib/use-change.ts";

/** Records that the user has seen why reminders have stopped. */
export function useNoteStop() {
  return useChange(reminderEndpoints.noteStop, {
    input: () => ({}),
    failure: "No se pudo guardar. Inténtalo de nuevo.",
    write: (queryClient) => {
      const { queryKey } = preferencesQuery();
      queryClient.setQueryData<Preferences>(queryKey, (known) => known && { ...known, reminderStop: "seen" });
      return [queryKey];
    },
  });
}
