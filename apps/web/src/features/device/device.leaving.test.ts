import "#testing/indexed-db.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import { beforeEach, expect, it, vi } from "vitest";
import { openCopyDatabase, removeCopy } from "#features/device/copy/copy.database.ts";
import { openStudyDatabase, studyDatabase } from "#features/device/device.database.ts";
import { removeTextsOfEndedSession, removeTextsOfLeft } from "#features/device/device.leaving.ts";
import { startOutbox, stopOutbox } from "#features/device/device.outbox.ts";
import { readFlag, writeFlag } from "#lib/device-flags.ts";
import { draftKey, storeDraft } from "#lib/drafts.ts";
import { noteLeftSession, readLeftAccount } from "#lib/left-session.ts";
import { forgetAccount, type LocalResponses, provideLocalResponses, provideRemoval } from "#lib/local-responses.ts";
import { readSignedIn, SIGNED_IN, writeSignedIn } from "#lib/signed-in.ts";
import { setAccountCookie } from "#testing/account-cookie.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { ratingEntry } from "#testing/outbox.ts";
import { sampleCard, sampleUser } from "#testing/sample-data.ts";
import { fakeCaches } from "#worker/testing/fake-caches.ts";

const ME = 91;
const OUTBOX_JOURNAL = "repasa:outbox-journal";

let api: ReturnType<typeof fakeApi>;

/** Stores what studying and editing leave on the device. */
beforeEach(async () => {
  api = fakeApi();
  api.fail(authEndpoints.currentUser, 401, { message: "Unauthorized" });
  localStorage.clear();
  sessionStorage.clear();
  const database = await openStudyDatabase();
  for (const store of database.objectStoreNames) await database.clear(store);
  await database.put("decks", { id: "mazo", userId: ME, at: 1, cards: [sampleCard()] });
  await database.add("outbox", { ...ratingEntry({ userId: ME, reviewId: "waits" }), attempted: false });
  database.close();
  (await openCopyDatabase(ME)).close();
  storeDraft(draftKey(ME, "card"), { fields: { front: "A medias" }, clientId: "a", unsaved: [] });
  sessionStorage.setItem("returnPath", "/search?q=secreto");
  localStorage.setItem("repasa:wrong-choices:5", "{}");
  localStorage.setItem("repasa:refused", `${ME} 2`);
  writeSignedIn(String(ME));
});

const listStored = async () => ({
  copies: (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith("repasa-copy-") ? [name] : [])),
  decks: await studyDatabase.use((database) => database.count("decks")),
  waiting: (await studyDatabase.use((database) => database.getAll("outbox"))).map(({ reviewId }) => reviewId),
  tab: Object.keys(sessionStorage).sort(),
});
const CLEAN = { copies: [], decks: 0 };
const endSession = () => removeTextsOfEndedSession(() => true, null);

it("leaves of an ended session what waits to be sent, and names what could not be sealed", async () => {
  await endSession();
  expect(await listStored()).toEqual({ ...CLEAN, waiting: ["waits"], tab: [] });
  expect({ ...localStorage }).toEqual({ [SIGNED_IN]: "" });
  // There was no key.
  const lost = await studyDatabase.use((database) => database.get("lost", ME));
  expect(lost).toEqual({ userId: ME, counts: { draft: 1 } });
});

it("stores no draft of a form that is still on screen after its session has ended", async () => {
  await endSession();
  storeDraft(draftKey(ME, "card"), { fields: { front: "A medias" }, clientId: "a", unsaved: [] });
  expect((await listStored()).tab).toEqual([]);
});

it("leaves nothing of who signs out, whose session ends at the same time", async () => {
  await Promise.all([removeTextsOfLeft(ME), endSession()]);
  expect(await listStored()).toEqual({ ...CLEAN, waiting: [], tab: [] });
  expect({ ...localStorage }).toEqual({});
});

it("signs out of an account that another tab has replaced, and keeps the other one", async () => {
  await studyDatabase.use((database) =>
    database.add("outbox", { ...ratingEntry({ userId: 92, reviewId: "theirs" }), attempted: false }),
  );
  writeSignedIn("92");
  const written = vi.spyOn(Storage.prototype, "setItem");
  (await openCopyDatabase(92)).close();
  await removeTextsOfLeft(ME);
  expect(await listStored()).toMatchObject({ copies: ["repasa-copy-92"], decks: 0, waiting: ["theirs"] });
  expect(localStorage.getItem(SIGNED_IN)).toBe("92");
  expect(written.mock.calls.filter(([key]) => key === SIGNED_IN)).toEqual([]);
  await removeCopy(92);
});

it("keeps the sign-in that happens meanwhile", async () => {
  const close = () => writeSignedIn("92");
  provideLocalResponses(Promise.resolve({ userId: ME, close } as LocalResponses));
  await endSession();
  expect(localStorage.getItem(SIGNED_IN)).toBe("92");
});

it.each([
  ["ended", ME, "A session that ended", ["waits"]],
  ["", ME, "A session that ended, and whose texts are gone already,", ["waits"]],
  ["left", ME, "Signing out", []],
  [null, ME, "Signing out, in a tab of an earlier version,", []],
  ["left", 92, "The sign-out of another account, heard late,", ["waits"]],
  [null, "left", "The end of another account's sign-out, heard late,", ["waits"]],
])("hears of %j after %j in another tab: %s leaves the same there", async (value, before, _title, waiting) => {
  const replace = vi.fn();
  vi.stubGlobal("location", { ...window.location, replace });
  startOutbox(ME);
  sessionStorage.setItem(OUTBOX_JOURNAL, "[]");
  writeSignedIn(value);
  window.dispatchEvent(new StorageEvent("storage", { key: SIGNED_IN, oldValue: String(before), newValue: value }));
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith("/"));
  expect(await listStored()).toMatchObject({ ...CLEAN, waiting });
  stopOutbox();
  vi.unstubAllGlobals();
});

it.each<[string, StorageEventInit]>([
  ["another account has signed in and out", { key: SIGNED_IN, oldValue: String(ME), newValue: "92" }],
  ["the storage of the site has been cleared", { key: null }],
])("seals what waits if %s before this tab wakes", async (_title, event) => {
  const replace = vi.fn();
  vi.stubGlobal("location", { ...window.location, replace });
  startOutbox(ME);
  localStorage.clear();
  window.dispatchEvent(new StorageEvent("storage", event));
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith("/"));
  expect(await listStored()).toMatchObject({ ...CLEAN, waiting: ["waits"] });
  stopOutbox();
  vi.unstubAllGlobals();
});

it("finds who is signed in once it can remove anything, after another tab has left the session", async () => {
  const replace = vi.fn();
  vi.stubGlobal("location", { ...window.location, replace });
  writeSignedIn("92");
  (await openCopyDatabase(92)).close();
  writeSignedIn(String(ME));
  startOutbox(ME);
  sessionStorage.setItem(OUTBOX_JOURNAL, "[]");
  writeSignedIn("left");
  window.dispatchEvent(new StorageEvent("storage", { key: SIGNED_IN, oldValue: String(ME), newValue: "left" }));
  writeSignedIn("92");
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith("/"));
  expect(await listStored()).toMatchObject({ copies: ["repasa-copy-92"], waiting: [] });
  expect(readSignedIn()).toBe("92");
  stopOutbox();
  vi.unstubAllGlobals();
  await removeCopy(92);
});

it.each<[string, () => void]>([
  ["a new one has replaced it meanwhile", () => api.answer(authEndpoints.currentUser, sampleUser({ id: ME }))],
  ["the server cannot be asked again", () => api.fail(authEndpoints.currentUser, 502, "Bad Gateway")],
])("leaves everything of a session that has ended if %s", async (_title, answer) => {
  answer();
  const stored = await listStored();
  await endSession();
  expect([await listStored(), readSignedIn()]).toEqual([stored, String(ME)]);
});

it("is completed by the next page if the one that began it was killed", async () => {
  writeSignedIn("ended");
  startOutbox(92);
  stopOutbox();
  await vi.waitFor(async () => expect(await listStored()).toMatchObject({ ...CLEAN, tab: [SIGNED_IN] }));
});

it("completes the removal of a page that was killed while it signed out", async () => {
  vi.stubGlobal("caches", fakeCaches());
  provideRemoval(removeTextsOfEndedSession);
  await noteLeftSession(ME);
  forgetAccount();
  await vi.waitFor(async () => expect(await listStored()).toEqual({ ...CLEAN, waiting: [], tab: [] }));
  await vi.waitFor(() => expect(readSignedIn()).toBeNull());
  expect([readLeftAccount(), api.calls]).toEqual([ME, []]);
  setAccountCookie(null);
  vi.unstubAllGlobals();
});

it("begins at the end of a session only where somebody was signed in", async () => {
  const remove = vi.fn(async () => {});
  provideRemoval(remove);
  localStorage.clear();
  forgetAccount();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(remove).not.toHaveBeenCalled();
  writeSignedIn(String(ME));
  forgetAccount();
  await vi.waitFor(() => expect(remove).toHaveBeenCalledOnce());
});

it("does not begin where somebody signs in while a visitor's tab still learns that nobody was", async () => {
  vi.stubGlobal("caches", fakeCaches());
  const remove = vi.fn(async () => {});
  provideRemoval(remove);
  writeSignedIn("");
  await writeFlag("copy", "92");
  forgetAccount();
  writeSignedIn("92");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([remove.mock.calls, await readFlag("copy")]).toEqual([[], "92"]);
  vi.unstubAllGlobals();
});

it("does not begin after the same page has signed out", async () => {
  const remove = vi.fn(async (isWanted: () => boolean) => {
    await signedOut;
    expect(isWanted()).toBe(false);
  });
  provideRemoval(remove);
  const signedOut = removeTextsOfLeft(ME);
  forgetAccount();
  await vi.waitFor(() => expect(remove).toHaveBeenCalledOnce());
  await remove.mock.results[0]?.value;
});
