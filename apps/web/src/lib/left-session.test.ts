import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import { beforeEach, expect, it, vi } from "vitest";
import { readAccountCookie, writeLeftAccount } from "#lib/account-cookie.ts";
import { readFlag, writeFlag } from "#lib/device-flags.ts";
import { setAccountCookie } from "#testing/account-cookie.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { sampleStats, sampleUser } from "#testing/sample-data.ts";
import { fakeCaches } from "#worker/testing/fake-caches.ts";

const CREDENTIALS = { email: "ana@ejemplo.es", password: "una clave" };

let api: ReturnType<typeof fakeApi>;

/** Opens a page: what a page knows of a left session is in the module. */
async function openPage() {
  vi.resetModules();
  const [{ callServer, fetchJson }, session, { isUnreachable }] = await Promise.all([
    import("#lib/server-calls.ts"),
    import("#lib/left-session.ts"),
    import("#lib/api-error.ts"),
  ]);
  session.provideEnding(() => import("#lib/left-session.ending.ts"));
  const ask = () => callServer(statsEndpoints.userStats, {});
  const signIn = (wait = async () => {}) =>
    session.replaceLeftSession(async (options) => {
      const user = await callServer(authEndpoints.login, { body: CREDENTIALS }, options);
      await wait();
      return user;
    });
  return { ...session, ask, signIn, fetchJson, isUnreachable };
}

const listCalls = () => api.calls.map(({ method, url }) => `${method} ${url.pathname}`);
const LOGOUT = "POST /api/auth/logout";
const LOGIN = "POST /api/auth/login";
const STATS = `GET ${statsEndpoints.userStats.path}`;

/** Answers a sign-in as the server does, which names the account in the cookie. */
function answerLogin() {
  api.on(authEndpoints.login, () => {
    setAccountCookie("7");
    return { status: 200, body: sampleUser() };
  });
}

beforeEach(() => {
  setAccountCookie(null);
  vi.stubGlobal("caches", fakeCaches());
  api = fakeApi();
  api.answer(statsEndpoints.userStats, sampleStats());
});

it("is ended by the first call of a page, once, before what several calls ask", async () => {
  writeLeftAccount(7);
  api.answer(authEndpoints.logout);
  const page = await openPage();
  await Promise.all([page.ask(), page.fetchJson(statsEndpoints.userStats.path), page.ask()]);
  expect(listCalls()).toEqual([LOGOUT, STATS, STATS, STATS]);
  expect(api.callsTo(authEndpoints.logout)[0]?.headers.get("X-Account")).toBe("7");
  expect([page.hasLeftSession(), readAccountCookie()]).toEqual([false, null]);
  await page.ask();
  expect(api.callsTo(authEndpoints.logout)).toHaveLength(1);
});

it.each<[string, () => void]>([
  ["has ended meanwhile", () => api.fail(authEndpoints.logout, 401, { message: "Unauthorized" })],
  [
    "was replaced by that of another account, which goes on",
    () => api.fail(authEndpoints.logout, 409, { message: "Ha entrado otra cuenta", code: "other_account" }),
  ],
])("is forgotten if it %s", async (_title, answer) => {
  writeLeftAccount(7);
  answer();
  await (await openPage()).ask();
  expect([listCalls(), readAccountCookie()]).toEqual([[LOGOUT, "POST /api/auth/clear-cache", STATS], null]);
});

it.each<[string, () => void]>([
  ["the network is cut", () => {}],
  ["a hotspot answers", () => api.on(authEndpoints.logout, () => ({ status: 200, body: "<h1>Wifi</h1>" }))],
  ["a proxy answers", () => api.fail(authEndpoints.logout, 401, "<h1>Proxy</h1>")],
  [
    "the server is in trouble",
    () => api.fail(authEndpoints.logout, 503, { message: "Más tarde", code: "unavailable" }),
  ],
])("lets nothing be read while %s, and is ended by a later call", async (_title, answer) => {
  writeLeftAccount(7);
  answer();
  const page = await openPage();
  const error = await page.ask().catch((reason: unknown) => reason);
  expect([page.isUnreachable(error), page.hasLeftSession(), listCalls()]).toEqual([true, true, [LOGOUT]]);
  api.answer(authEndpoints.logout);
  await page.ask();
  expect(listCalls()).toEqual([LOGOUT, LOGOUT, STATS]);
});

it("lets somebody sign in although it cannot be ended, which replaces it", async () => {
  writeLeftAccount(7);
  api.fail(authEndpoints.logout, 500, { message: "Error", code: "internal" });
  answerLogin();
  const page = await openPage();
  await page.signIn();
  expect(readAccountCookie()).toBe("7");
  await page.ask();
  expect(listCalls()).toEqual([LOGOUT, LOGIN, STATS]);
});

it("is ended by no other page while somebody signs in, whose session that would be", async () => {
  writeLeftAccount(7);
  api.fail(authEndpoints.logout, 500, { message: "Error", code: "internal" });
  answerLogin();
  let before = Promise.resolve();
  const request = (_name: string, _options: unknown, work: () => Promise<void>) => {
    const now = before.then(work);
    before = now.catch(() => {});
    return now;
  };
  vi.stubGlobal("navigator", { locks: { request }, onLine: true });
  const [page, other] = [await openPage(), await openPage()];
  let asked: Promise<unknown> | undefined;
  await page.signIn(async () => {
    asked = other.ask();
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  await asked;
  expect([listCalls(), readAccountCookie()]).toEqual([[LOGOUT, LOGIN, STATS], "7"]);
  vi.unstubAllGlobals();
});

it("lets somebody sign in although another page does not get through with its end", async () => {
  const request = (_name: string, { signal }: LockOptions) =>
    new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  vi.stubGlobal("navigator", { locks: { request }, onLine: true });
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException("Late", "TimeoutError")));
    return controller.signal;
  });
  answerLogin();
  await (await openPage()).signIn();
  expect(listCalls()).toEqual([LOGIN]);
  vi.unstubAllGlobals();
});

it("is found by a page that is open already", async () => {
  api.answer(authEndpoints.logout);
  const page = await openPage();
  await page.ask();
  writeLeftAccount(7);
  await page.ask();
  expect(listCalls()).toEqual([STATS, LOGOUT, STATS]);
});

it("is ended when the network is back, although the page asks nothing", async () => {
  const page = await openPage();
  await page.noteLeftSession(7);
  api.answer(authEndpoints.logout);
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(listCalls()).toEqual([LOGOUT]));
});

it("takes with it what the notes say of its account", async () => {
  await Promise.all([writeFlag("copy", "7"), writeFlag("named", "7"), writeFlag("member", "7")]);
  const page = await openPage();
  await page.noteLeftSession(7);
  expect([await readFlag("copy"), await readFlag("named"), await readFlag("member")]).toEqual([null, null, null]);
});

it("is remembered by a browser that has no Cache Storage, or has erased it", async () => {
  vi.stubGlobal("caches", undefined);
  await (await openPage()).noteLeftSession(7);
  api.answer(authEndpoints.logout);
  await (await openPage()).ask();
  expect(listCalls()).toEqual([LOGOUT, STATS]);
});
