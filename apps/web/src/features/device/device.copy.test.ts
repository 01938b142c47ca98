import "#testing/indexed-db.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as changeEndpoints from "@repasa/contract/client/changes.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import { openDB } from "idb";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { openCopyDatabase, removeCopy } from "#features/device/copy/copy.database.ts";
import { openKeptCopy, startCopy } from "#features/device/device.copy.ts";
import { studyDatabase } from "#features/device/device.database.ts";
import { connectOutbox } from "#features/device/device.outbox.ts";
import { replaceUser } from "#features/session/session.user.ts";
import { callApi } from "#lib/api.ts";
import { NetworkError } from "#lib/api-error.ts";
import { noteReached, readConnection } from "#lib/connection.ts";
import { noteLeftSession } from "#lib/left-session.ts";
import { findUnlockedCopy, forgetAccount } from "#lib/local-responses.ts";
import { createQueryClient, endpointQuery, prepareLocally } from "#lib/query.ts";
import { queryClient } from "#lib/query-client.ts";
import { setAccountCookie } from "#testing/account-cookie.ts";
import { consoleOutput } from "#testing/console-output.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { fakeWorkers } from "#testing/fake-workers.ts";
import { sampleCard, sampleFolder, sampleStats, sampleUser } from "#testing/sample-data.ts";
import { fakeCaches } from "#worker/testing/fake-caches.ts";

let users = 700;
const stopping = new AbortController();

beforeEach(() => {
  users += 1;
  localStorage.clear();
  vi.stubGlobal("caches", fakeCaches());
  vi.stubGlobal("navigator", { serviceWorker: fakeWorkers(), onLine: true });
});
afterEach(() => {
  forgetAccount();
  vi.unstubAllGlobals();
});

/** Returns a server with one folder, after the copy of a new user has been filled from it. */
async function filledCopy() {
  const api = fakeApi();
  api.answer(authEndpoints.currentUser, sampleUser({ id: users }));
  api.answer(changeEndpoints.list, {
    next: "1",
    more: false,
    reset: false,
    changes: [{ kind: "folder", id: 1, gone: false, row: sampleFolder({ cardCount: 0 }) }],
  });
  api.answer(statsEndpoints.userStats, sampleStats({ totalFolders: 3 }));
  await startCopy(users, stopping.signal);
  return api;
}

/** From now on, no call gets a response. */
const cutNetwork = () => vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));

it("answers nothing while its session has to be ended", async () => {
  await filledCopy();
  cutNetwork();
  expect(await callApi(folderEndpoints.list)).toHaveLength(1);
  await noteLeftSession(users);
  await expect(callApi(folderEndpoints.list)).rejects.toThrow(NetworkError);
  setAccountCookie(null);
});

it("keeps the key that seals what waits before it reads what the copy lacks, and does without it", async () => {
  const api = await filledCopy();
  expect(await studyDatabase.use((database) => database.getKey("keys", users))).toBeUndefined();
  const { d, ...key } = { kty: "EC", crv: "P-256", x: "x", y: "y", d: "d" } as const;
  api.answer(accountEndpoints.deviceKey, { ...key, d });
  api.fail(changeEndpoints.list, 503, { message: "Más tarde", code: "unavailable" });
  await startCopy(users, stopping.signal);
  expect(await studyDatabase.use((database) => database.get("keys", users))).toEqual({ userId: users, key });
});

it("removes the copy of another account that a killed page has left", async () => {
  (await openCopyDatabase(users - 1)).close();
  (await openCopyDatabase(1)).close();
  await filledCopy();
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names.filter((name) => name?.startsWith("repasa-copy-"))).toEqual([`repasa-copy-${users}`]);
});

it("does not create the copy anew that another page has removed while this one was loading", async () => {
  const { length } = await indexedDB.databases();
  expect(await openKeptCopy(users + 1)).toBeUndefined();
  expect(await indexedDB.databases()).toHaveLength(length);
  (await openCopyDatabase(users + 1)).close();
  expect((await openKeptCopy(users + 1))?.userId).toBe(users + 1);
});

it("prepares the list of folders for the screen that opens next, which still asks the server", async () => {
  const api = await filledCopy();
  api.answer(folderEndpoints.list, [sampleFolder({ name: "Renombrada" })]);
  const queryClient = createQueryClient();
  const query = endpointQuery(folderEndpoints.list);
  await prepareLocally(queryClient, folderEndpoints.list);
  expect(queryClient.getQueryData(query.queryKey)).toMatchObject([{ name: "Biología" }]);
  expect(api.callsTo(folderEndpoints.list)).toEqual([]);
  expect(await queryClient.fetchQuery(query)).toMatchObject([{ name: "Renombrada" }]);
});

it("leaves a list that has been loaded meanwhile", async () => {
  await filledCopy();
  const queryClient = createQueryClient();
  const { queryKey } = endpointQuery(folderEndpoints.list);
  const preparing = prepareLocally(queryClient, folderEndpoints.list);
  queryClient.setQueryData(queryKey, [sampleFolder({ name: "Renombrada" })]);
  await preparing;
  expect(queryClient.getQueryData(queryKey)).toMatchObject([{ name: "Renombrada" }]);
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(false);
});

it("answers calls while the server cannot be reached, and says since when", async () => {
  await filledCopy();
  await callApi(statsEndpoints.userStats);
  cutNetwork();
  expect(await callApi(folderEndpoints.list)).toMatchObject([{ name: "Biología" }]);
  expect(await callApi(statsEndpoints.userStats)).toMatchObject({ totalFolders: 3 });
  expect(readConnection()).toMatchObject({ offline: true, reachedAt: expect.any(Number) });
  await expect(callApi(statsEndpoints.dailyReview)).rejects.toThrow(NetworkError);
});

it("adds to the rows of an older copy how cards are answered, and that they follow nobody", async () => {
  const { answerMode: _, strictAccents: _too, answerModeChosen: _either, follows: _nor, ...older } = sampleFolder();
  const { upstream: _this, ...olderCard } = sampleCard();
  const database = await openDB(`repasa-copy-${users}`, 1, {
    upgrade: (created) => {
      for (const name of ["folders", "cards"]) created.createObjectStore(name, { keyPath: "id" });
    },
  });
  await database.put("cards", olderCard);
  await database.put("folders", older);
  await database.put("folders", { ...older, id: 2, answerMode: "mix", strictAccents: true });
  database.close();
  const upgraded = await openCopyDatabase(users);
  expect(await upgraded.getAll("folders")).toEqual([
    sampleFolder({ answerMode: "flip", answerModeChosen: false, strictAccents: false }),
    sampleFolder({ id: 2, answerMode: "mix", answerModeChosen: true, strictAccents: true }),
  ]);
  expect(await upgraded.getAll("cards")).toEqual([sampleCard()]);
  upgraded.close();
  // It lacks stores that real copies have.
  await removeCopy(users);
});

it("shows its answer first, and then the server's", async () => {
  const api = await filledCopy();
  const client = createQueryClient();
  let respond = (_: unknown) => {};
  api.on(folderEndpoints.list, () => new Promise((resolve) => (respond = resolve as typeof respond)));
  const { queryKey, ...query } = endpointQuery(folderEndpoints.list);
  const loaded = client.fetchQuery({ queryKey, ...query });
  await vi.waitFor(() => expect(client.getQueryData(queryKey)).toMatchObject([{ name: "Biología" }]));
  expect(client.isFetching({ queryKey })).toBe(1);
  respond({ status: 200, body: [sampleFolder({ name: "Química" })] });
  expect(await loaded).toMatchObject([{ name: "Química" }]);
});

it("shows what another device has changed once the page is seen again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const api = await filledCopy();
  const { queryKey } = endpointQuery(statsEndpoints.userStats);
  queryClient.setQueryData(queryKey, sampleStats());
  const isStale = () => queryClient.getQueryState(queryKey)?.isInvalidated;
  const changes = [{ kind: "card", id: 5, gone: false, row: sampleCard({ id: 5 }) } as const];
  api.answer(changeEndpoints.list, { next: "2", more: false, reset: false, changes });
  await vi.advanceTimersByTimeAsync(5000);
  expect(isStale()).toBe(false);
  document.dispatchEvent(new Event("visibilitychange"));
  // Advances the clock, too.
  await vi.waitFor(() => expect(isStale()).toBe(true), 10_000);
});

it("is locked when the session has ended, until its account signs in again", async () => {
  await filledCopy();
  expect(await findUnlockedCopy()).toBe(users);
  expect(Number(localStorage.getItem("repasa:reached-at"))).toBeGreaterThan(0);
  replaceUser(createQueryClient(), null);
  await vi.waitFor(async () => expect(await findUnlockedCopy()).toBeNull());
  cutNetwork();
  await expect(callApi(folderEndpoints.list)).rejects.toThrow(NetworkError);
  await filledCopy();
  cutNetwork();
  expect(await callApi(folderEndpoints.list)).toHaveLength(1);
});

it.each([
  [200, "<html>Acepta las condiciones</html>"],
  [401, "<html>Entra en la red</html>"],
  [403, "<html>Prohibido</html>"],
  [404, "<html>No existe</html>"],
  [502, "<html>Bad gateway</html>"],
])("takes another's page for no connection (%i)", async (status, body) => {
  const api = await filledCopy();
  api.fail(folderEndpoints.list, status, body);
  expect(await callApi(folderEndpoints.list)).toHaveLength(1);
  expect(readConnection().offline).toBe(true);
});

it.each([
  [500, { message: "Algo ha fallado", code: "internal" }],
  [503, { message: "No está disponible", code: "unavailable" }],
])(
  "answers from the copy and keeps edits while the server answers %i, which counts as no connection in time",
  async (status, body) => {
    const api = await filledCopy();
    noteReached();
    for (const endpoint of [folderEndpoints.list, folderEndpoints.create]) api.fail(endpoint, status, body);
    expect(await callApi(folderEndpoints.list)).toHaveLength(1);
    expect(readConnection().offline).toBe(false);
    const created = await callApi(folderEndpoints.create, {
      body: { name: "Sin servidor", clientId: crypto.randomUUID() },
    });
    expect(created.name).toBe("Sin servidor");
    expect(await callApi(folderEndpoints.list)).toHaveLength(2);
    expect(await connectOutbox(users).countWaiting()).toBe(1);
    api.fail(statsEndpoints.userStats, status, body);
    await expect(callApi(statsEndpoints.userStats)).rejects.toThrow(String(status));
    expect(readConnection().offline).toBe(true);
  },
);

it("costs nothing but the copy where the browser has no database", async () => {
  vi.stubGlobal("indexedDB", {
    open: () => {
      throw new DOMException("no", "SecurityError");
    },
    databases: async () => [],
  });
  const api = fakeApi();
  api.answer(folderEndpoints.list, [sampleFolder()]);
  await startCopy(users, stopping.signal);
  expect(await callApi(folderEndpoints.list)).toHaveLength(1);
  expect(consoleOutput("warn").length).toBeGreaterThan(0);
});
