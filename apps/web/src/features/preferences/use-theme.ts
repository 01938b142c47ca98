import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { preferencesQuery } from "#features/preferences/preferences.loading.ts";
import { applyTheme } from "#lib/theme.ts";

export function useTheme(): void {
  const { data } = useQuery(preferencesQuery());
  const theme = data?.theme;
  useEffect(() => {
    if (theme) applyTheme(theme);
  }, [theme]);
}
