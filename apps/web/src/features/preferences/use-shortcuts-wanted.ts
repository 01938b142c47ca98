import { useQuery } from "@tanstack/react-query";
import { preferencesQuery } from "#features/preferences/preferences.api.ts";

/** Whether keys are shortcuts; true until the preferences are loaded. */
export function useShortcutsWanted(): boolean {
  const { data } = useQuery(preferencesQuery());
  return data?.shortcuts ?? true;
}
