import type { Preferences } from "@repasa/contract/account.ts";

export type Theme = Preferences["theme"];

/** public/early.js reads it as well. */
const STORAGE_KEY = "theme";

export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  // The colour of the browser's bar, or of an installed app's.
  const [light, dark] = document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]");
  if (light) light.media = describeScheme("light", theme);
  if (dark) dark.media = describeScheme("dark", theme);
  try {
    if (theme === "system") localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {}
}

/** Returns the media query under which a colour for one scheme is used. */
function describeScheme(scheme: Exclude<Theme, "system">, theme: Theme): string {
  if (theme === "system") return `(prefers-color-scheme: ${scheme})`;
  return theme === scheme ? "all" : "not all";
}
