import type { Preferences } from "@repasa/contract/account.ts";

export type Theme = Preferences["theme"];

/** public/theme.js reads it as well. */
const STORAGE_KEY = "theme";

export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {}
}
