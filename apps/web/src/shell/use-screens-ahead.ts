import { useEffect } from "react";
import { loadScreen } from "#lib/screens.ts";
import { paths } from "#paths.ts";

/** The screens that are likely to be opened next, perhaps without a network. */
const LIKELY_SCREENS = [
  paths.study(),
  paths.folders(),
  paths.folder(1),
  paths.card(1),
  paths.search(),
  paths.progress(),
  paths.settings(),
];

/** In milliseconds: starts after the screen has loaded. */
const DELAY_MS = 3000;

/** On Home, loads the code of the other screens, so that they open at once and without a network. */
export function useScreensAhead(path: string): void {
  const isHome = path === paths.home();
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (!isHome || connection?.saveData) return;
    const timer = setTimeout(() => void loadLikelyScreens(), DELAY_MS);
    return () => clearTimeout(timer);
  }, [isHome]);
}

/** Loads the screens one at a time, so that a screen that the user opens meanwhile is not delayed. */
async function loadLikelyScreens(): Promise<void> {
  for (const screen of LIKELY_SCREENS) await loadScreen(screen);
}
