// What the worker knows of screens. Its build contains the values and not the table of the screens (`service-worker.ts`).
import { OFFLINE_FILE, screenNames, screens } from "@repasa/contract/screens.ts";

export const HOME: string = screens.home.pattern;
export const DASHBOARD: string = screens.dashboard.pattern;

/** The patterns of the screens that every signed-in student gets. */
export const MEMBER_PATTERNS: readonly string[] = screenNames
  .filter((name) => screens[name].access === "member")
  .map((name) => screens[name].pattern);

/** The page that is shown in place of pages that need a network. */
export const OFFLINE: string = `/${OFFLINE_FILE}`;
