import { useEffect } from "react";
import { loadScreen } from "#lib/screens.ts";
import { paths } from "#paths.ts";

/** What is likely to be opened from here, perhaps in a tunnel. */
const AHEAD = [
  paths.study(),
  paths.folders(),
  paths.folder(1),
  paths.card(1),
  paths.search(),
  paths.progress(),
  paths.settings(),
];

/** After the screen has come to rest, in milliseconds. */
const REST = 3000;

/** Loads the code of the other screens on Home, so that they open without a network and without a wait. */
export function useScreensAhead(path: string): void {
  const isHome = path === paths.home();
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (!isHome || connection?.saveData) return;
    const timer = setTimeout(() => void loadAll(), REST);
    return () => clearTimeout(timer);
  }, [isHome]);
}

/** One after another, so that what somebody taps meanwhile is not held up. */
async function loadAll(): Promise<void> {
  for (const screen of AHEAD) await loadScreen(screen);
}
