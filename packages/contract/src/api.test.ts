import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { api } from "#api.ts";
import type { Endpoint, Noun } from "#endpoint.ts";
import { errorCodes, statusOfError } from "#errors.ts";

const endpoints: [string, Endpoint][] = Object.entries(api).flatMap(([feature, table]) =>
  Object.entries(table).map(([name, endpoint]): [string, Endpoint] => [`${feature}.${name}`, endpoint]),
);

describe.each(endpoints)("%s", (_name, endpoint) => {
  it("describes exactly the parameters of its path", () => {
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    const described = endpoint.params instanceof z.ZodMiniObject ? Object.keys(endpoint.params.def.shape) : [];
    expect(described).toEqual(inPath);
  });

  it("has a summary that begins with what the call does", () => {
    expect(endpoint.summary).toMatch(/^(?!Cards|Folders|Breaks|Reviews|Tests|Exams|This|Its)[A-Z][a-z]+s\b/);
  });

  it("has a response or a download unless it answers 204", () => {
    expect(endpoint.status === 204).toBe(endpoint.response === null && !endpoint.download);
  });

  it("has no body if it is a GET", () => {
    if (endpoint.method === "GET") expect(endpoint.body).toBeNull();
  });

  it("lists what it reads if it is a GET, and only otherwise what it changes", () => {
    expect(endpoint.reads.length > 0).toBe(endpoint.method === "GET");
    if (endpoint.method === "GET") expect(endpoint.changes).toEqual([]);
  });
});

it("marks all calls of auth, account and factors as securing the account, and no others", () => {
  const secured = Object.keys(api).filter((feature) =>
    endpoints.some(([name, { securesAccount }]) => securesAccount && name.startsWith(`${feature}.`)),
  );
  expect(secured).toEqual(["auth", "account", "factors"]);
  const features = [api.auth, api.account, api.factors];
  for (const endpoint of features.flatMap((table) => Object.values<Endpoint>(table))) {
    expect(endpoint.securesAccount, endpoint.path).toBe(true);
  }
});

it("describes no call twice", () => {
  const calls = endpoints.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`);
  expect(new Set(calls).size).toBe(calls.length);
});

it("contains every call of the specification", () => {
  const calls = endpoints.map(([, { method, path }]) => `${method} ${path}`);
  expect(calls).toEqual(
    expect.arrayContaining([
      "POST /api/track-access",
      "GET /api/auth/user",
      "POST /api/auth/login",
      "POST /api/auth/register",
      "POST /api/auth/reset-password",
      "POST /api/auth/new-password",
      "POST /api/auth/logout",
      "DELETE /api/auth/delete-account",
      "GET /api/user/stats",
      "GET /api/cards/daily-review",
      "GET /api/folders",
      "GET /api/folders/{id}",
      "POST /api/folders",
      "PUT /api/folders/{id}",
      "DELETE /api/folders/{id}",
      "GET /api/folders/{id}/cards",
      "GET /api/folders/{id}/stats",
      "GET /api/folders/completed/{date}",
      "GET /api/folders/scheduled/{date}",
      "POST /api/folders/{id}/cards",
      "PUT /api/cards/{id}",
      "DELETE /api/cards/{id}",
      "GET /api/cards/review",
      "POST /api/cards/{id}/review",
      "POST /api/study-sessions",
      "PUT /api/study-sessions/{id}",
      "POST /api/feedback",
    ]),
  );
});

it("maps every error code to a status of 400 or more", () => {
  for (const code of errorCodes) expect(statusOfError[code]).toBeGreaterThanOrEqual(400);
});

describe("the nouns that calls read and change", () => {
  const listReaders = (noun: Noun) => endpoints.filter(([, { reads }]) => reads.includes(noun)).map(([name]) => name);

  it("include a reader for each noun that a call changes", () => {
    for (const [name, { changes }] of endpoints) {
      for (const noun of changes) expect(listReaders(noun), `${name} changes ${noun}`).not.toEqual([]);
    }
  });

  it("have these readers", () => {
    const nouns = [...new Set(endpoints.flatMap(([, { reads }]) => reads))];
    const table = nouns.map((noun) => `${noun}: ${listReaders(noun).join(" ")}`);
    expect(table).toMatchInlineSnapshot(`
      [
        "user: auth.currentUser account.deviceKey account.deletion exports.account",
        "sessions: auth.sessions push.subscriptions",
        "preferences: account.preferences folders.list folders.read folders.stats cards.search changes.list exports.account exams.forecast exams.load study.reviewQueue week.read stats.userStats stats.dailyReview stats.completedFolders stats.scheduledFolders stats.nearDays stats.forecast home.home progress.memory pace.backlog pace.breaks",
        "factors: factors.factors",
        "folders: folders.list folders.read changes.list sharing.listNames sharing.open exports.folder exports.account exams.list exams.forecast exams.load classes.assignments classes.figures stats.userStats stats.dailyReview stats.completedFolders stats.scheduledFolders stats.nearDays home.home store.catalog store.preview billing.plan",
        "cards: folders.list folders.read folders.stats cards.listInFolder cards.search cards.versions cards.tags changes.list media.read sharing.open sharing.readMedia exports.folder exports.account exams.list exams.forecast exams.load study.reviewQueue study.history study.confusions study.costly week.read stats.userStats stats.dailyReview stats.completedFolders stats.scheduledFolders stats.nearDays stats.forecast home.home progress.cardStates progress.workload pace.backlog billing.plan",
        "reviews: folders.list folders.read folders.stats cards.listInFolder cards.search changes.list exports.folder exports.account exams.forecast exams.load exams.outcome study.reviewQueue study.history study.confusions study.costly week.read stats.userStats stats.dailyReview stats.completedFolders stats.scheduledFolders stats.nearDays stats.activity stats.forecast home.home progress.retention progress.calibration progress.cardStates progress.memory progress.workload pace.backlog",
        "exams: folders.list folders.read folders.stats cards.search changes.list exports.account exams.list exams.forecast exams.load exams.outcome study.reviewQueue study.history week.read stats.userStats stats.dailyReview stats.completedFolders stats.scheduledFolders stats.nearDays stats.forecast home.home pace.backlog",
        "shares: sharing.listOfFolder sharing.list sharing.listNames sharing.open sharing.readMedia",
        "imports: imports.read imports.list",
        "quizzes: exports.account tests.list tests.read",
        "classes: classes.list classes.read classes.members classes.assignments classes.figures",
        "plan: home.home billing.plan",
        "reminders: reminders.offer",
        "push: push.key push.subscriptions",
        "catalog: store.catalog store.preview",
        "price: billing.price",
      ]
    `);
  });

  it("are changed by these calls", () => {
    const writes = endpoints.filter(([, { method }]) => method !== "GET");
    expect(writes.map(([name, { changes }]) => `${name}: ${changes.join(" ") || "-"}`)).toMatchInlineSnapshot(`
      [
        "auth.login: -",
        "auth.register: -",
        "auth.requestReset: -",
        "auth.setNewPassword: -",
        "auth.unprovenSessions: -",
        "auth.verifyEmail: user sessions factors",
        "auth.sendVerification: -",
        "auth.changeEmail: user",
        "auth.undoEmailChange: user sessions",
        "auth.cancelEmailChange: user",
        "auth.changePassword: user sessions",
        "auth.logout: -",
        "auth.clearCache: -",
        "auth.endSession: sessions",
        "account.setPreferences: preferences",
        "account.trackAccess: -",
        "account.deleteAccount: -",
        "factors.preparePasskey: -",
        "factors.addPasskey: factors sessions user",
        "factors.renamePasskey: factors",
        "factors.removePasskey: factors sessions",
        "factors.prepareApp: -",
        "factors.addApp: factors sessions user",
        "factors.removeApp: factors sessions",
        "factors.renewRecoveryCodes: factors",
        "factors.confirmationMethods: -",
        "factors.confirm: -",
        "factors.passkeyRequest: -",
        "factors.signInByPasskey: -",
        "factors.secondFactorMethods: -",
        "factors.finishSignIn: -",
        "folders.create: folders",
        "folders.update: folders",
        "folders.remove: folders cards shares",
        "cards.create: cards",
        "cards.update: cards",
        "cards.restoreVersion: cards",
        "cards.remove: cards",
        "cards.batch: cards folders reviews",
        "cards.undoBatch: cards folders reviews",
        "following.follow: folders cards shares imports",
        "following.pull: folders cards",
        "following.unfollow: folders cards shares",
        "following.choose: cards",
        "media.add: -",
        "sharing.create: shares",
        "sharing.update: shares",
        "sharing.end: shares",
        "sharing.report: -",
        "imports.create: imports",
        "imports.start: imports folders cards reviews",
        "imports.cancel: imports",
        "imports.undo: imports folders cards reviews",
        "exams.create: cards exams",
        "exams.update: cards exams",
        "exams.remove: cards exams",
        "classes.create: classes",
        "classes.update: classes",
        "classes.remove: classes",
        "classes.renewCode: classes",
        "classes.join: classes folders cards exams",
        "classes.updateMember: classes",
        "classes.removeMember: classes folders cards exams",
        "classes.createAssignment: classes",
        "classes.updateAssignment: classes",
        "classes.removeAssignment: classes",
        "study.review: reviews",
        "study.reviewMany: reviews",
        "study.undoReview: reviews",
        "study.startSession: -",
        "study.updateSession: -",
        "tests.create: quizzes",
        "tests.answer: quizzes",
        "tests.finish: quizzes reviews",
        "tests.correct: quizzes reviews",
        "tests.remove: quizzes reviews",
        "pace.startCatchUp: preferences",
        "pace.endCatchUp: preferences",
        "pace.addBreak: preferences",
        "pace.endBreaks: preferences",
        "feedback.send: -",
        "reminders.answerOffer: preferences reminders",
        "reminders.noteStop: preferences",
        "reminders.unsubscribe: preferences",
        "reminders.resubscribe: preferences",
        "push.subscribe: push",
        "push.test: push",
        "push.unsubscribe: push",
        "store.add: folders cards preferences",
        "billing.createCheckout: -",
        "billing.createPortal: -",
        "billing.restore: user plan",
      ]
    `);
  });
});
