import type { Preferences } from "@repasa/contract/account.ts";

export type Theme = Preferences["theme"];

/** Read again by public/theme.js before the first paint. */
const STORAGE_KEY = "theme";

/** Dresses the page, and remembers it on this device for the next visit. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Without storage the theme lasts as long as the page.
  }
}
