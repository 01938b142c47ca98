/**
 * One address of the web app.
 *
 * - `pattern`: `:folderId` stands for a segment, `:folderId?` for one that may be missing.
 * - `access`: `visitor` screens look the same for everybody and do not wait for the session; `public` ones are shown
 *   inside the app to users who are signed in and on the open site to others; `member` ones send a visitor to the
 *   login, or to `home` if their `access` names it.
 * - `prerendered`: the file that the build writes for visitors, so that the page is readable without JavaScript.
 * - `secretLink`: true if the screen is reached by a mailed link with a secret in it, so that its page sends no `Referer`.
 * - `indexed`: true if search engines may list the screen.
 */
export type ScreenDescription = {
  readonly pattern: `/${string}`;
  readonly access: "visitor" | "public" | "member";
  readonly visitorsGoHome?: true;
  readonly prerendered: `${string}.html` | null;
  readonly secretLink: boolean;
  readonly indexed: boolean;
};

const form = { access: "visitor", prerendered: null, secretLink: false } as const;
const mailedLink = { access: "visitor", prerendered: null, secretLink: true, indexed: false } as const;
const member = { access: "member", prerendered: null, secretLink: false, indexed: false } as const;
const open = { access: "public", secretLink: false, indexed: true } as const;

/** All screens. The web's router, the server's pages and the sitemap are made from this table. */
export const screens = {
  home: { pattern: "/", ...open, prerendered: "landing.html" },
  dashboard: { pattern: "/dashboard", ...member, visitorsGoHome: true },
  folders: { pattern: "/folders", ...member },
  folder: { pattern: "/folders/:folderId", ...member },
  card: { pattern: "/cards/:cardId", ...member },
  classes: { pattern: "/classes/:classId?", ...member },
  exams: { pattern: "/exams/:examId?", ...member },
  quiz: { pattern: "/tests/:quizId", ...member },
  import: { pattern: "/import", ...member },
  search: { pattern: "/search", ...member },
  study: { pattern: "/study/:folderId?", ...member },
  pendingReviews: { pattern: "/pending-reviews/:folderId?", ...member },
  progress: { pattern: "/progress", ...member },
  progressDetails: { pattern: "/progress/details", ...member },
  store: { pattern: "/store", ...member },
  settings: { pattern: "/settings", ...member },
  settingsAccount: { pattern: "/settings/account", ...member },
  settingsStudy: { pattern: "/settings/study", ...member },
  settingsReminders: { pattern: "/settings/reminders", ...member },
  settingsAppearance: { pattern: "/settings/appearance", ...member },
  settingsSecurity: { pattern: "/settings/security", ...member },
  settingsData: { pattern: "/settings/data", ...member },
  premiumSuccess: { pattern: "/premium/success", ...member },
  premiumCancel: { pattern: "/premium/cancel", ...member },
  login: { pattern: "/login", ...form, indexed: true },
  register: { pattern: "/register", ...form, indexed: true },
  resetPassword: { pattern: "/reset-password", ...form, indexed: false },
  newPassword: { pattern: "/new-password", ...mailedLink },
  verifyEmail: { pattern: "/verify-email", ...mailedLink },
  undoEmail: { pattern: "/undo-email", ...mailedLink },
  unsubscribe: { pattern: "/unsubscribe", ...mailedLink },
  support: { pattern: "/support", ...open, prerendered: "support.html" },
  privacyPolicy: { pattern: "/privacy-policy", ...open, prerendered: "privacy-policy.html" },
  termsOfService: { pattern: "/terms-of-service", ...open, prerendered: "terms-of-service.html" },
} as const satisfies Record<string, ScreenDescription>;

export type Screens = typeof screens;
export type ScreenName = keyof Screens;

/** The names of the screens of one kind. */
export type ScreensWith<Trait extends Partial<ScreenDescription>> = {
  [Name in ScreenName]: Screens[Name] extends Trait ? Name : never;
}[ScreenName];

/** The page that the build writes for addresses that belong to no screen. */
export const NOT_FOUND_FILE = "not-found.html";

/** The page that the service worker shows in place of pages that need a network. */
export const OFFLINE_FILE = "offline.html";

export const screenNames = Object.keys(screens) as ScreenName[];

/** The pages of links to folders (`/c/{token}`), which the server fills in, and the page in place of one that does not exist. */
export const SHARED_FILE = "shared.html";
export const SHARED_NOTICE_FILE = "shared-notice.html";

/** Returns the first segment of a screen's address with its slash: `/folders` for `/folders/:folderId`. */
export function getFirstSegment(name: ScreenName): `/${string}` {
  return `/${screens[name].pattern.split("/", 2)[1]}`;
}
