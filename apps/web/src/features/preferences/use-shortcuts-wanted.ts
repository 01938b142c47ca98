import { useQuery } from "@tanstack/react-query";
import { preferencesQuery } from "#features/preferences/preferences.loading.ts";

/** Returns whether the user wants keyboard shortcuts; true until the preferences are loaded. */
export function useShortcutsWanted(): boolean {
  const { data } = useQuery(preferencesQuery());
  return data?.shortcuts ?? true;
}
