import { expect, it } from "vitest";
import { getFirstSegment, type ScreenDescription, screenNames, screens } from "#screens.ts";

it("lists every screen with its traits for the router and the server", () => {
  const table = screenNames.map((name) => {
    const screen: ScreenDescription = screens[name];
    const { pattern, access, visitorsGoHome, prerendered, secretLink, indexed } = screen;
    const traits = [
      visitorsGoHome && "visitors go home",
      prerendered,
      secretLink && "secret link",
      indexed && "indexed",
    ];
    return [name, pattern, access, ...traits.filter(Boolean)].join(" | ");
  });
  expect(table).toMatchInlineSnapshot(`
    [
      "home | / | public | landing.html | indexed",
      "dashboard | /dashboard | member | visitors go home",
      "folders | /folders | member",
      "folder | /folders/:folderId | member",
      "card | /cards/:cardId | member",
      "classes | /classes/:classId? | member",
      "exams | /exams/:examId? | member",
      "quiz | /tests/:quizId | member",
      "import | /import | member",
      "search | /search | member",
      "study | /study/:folderId? | member",
      "pendingReviews | /pending-reviews/:folderId? | member",
      "progress | /progress | member",
      "progressDetails | /progress/details | member",
      "store | /store | member",
      "settings | /settings | member",
      "settingsAccount | /settings/account | member",
      "settingsStudy | /settings/study | member",
      "settingsReminders | /settings/reminders | member",
      "settingsAppearance | /settings/appearance | member",
      "settingsSecurity | /settings/security | member",
      "settingsData | /settings/data | member",
      "premiumSuccess | /premium/success | member",
      "premiumCancel | /premium/cancel | member",
      "login | /login | visitor | indexed",
      "register | /register | visitor | indexed",
      "resetPassword | /reset-password | visitor",
      "newPassword | /new-password | visitor | secret link",
      "verifyEmail | /verify-email | visitor | secret link",
      "undoEmail | /undo-email | visitor | secret link",
      "unsubscribe | /unsubscribe | visitor | secret link",
      "support | /support | public | support.html | indexed",
      "privacyPolicy | /privacy-policy | public | privacy-policy.html | indexed",
      "termsOfService | /terms-of-service | public | terms-of-service.html | indexed",
    ]
  `);
});

it("gives no two screens the same address", () => {
  const patterns = screenNames.map((name) => screens[name].pattern.replace(/:\w+/, ":"));
  expect(new Set(patterns).size).toBe(patterns.length);
});

it("excludes screens that need an account or have a secret link from search engines", () => {
  for (const name of screenNames) {
    const { access, secretLink, indexed }: ScreenDescription = screens[name];
    if (access === "member" || secretLink) expect(indexed, name).toBe(false);
  }
});

it("returns the first segment of an address", () => {
  expect([getFirstSegment("home"), getFirstSegment("folder"), getFirstSegment("premiumSuccess")]).toEqual([
    "/",
    "/folders",
    "/premium",
  ]);
});
