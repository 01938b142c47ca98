import { expect, it, vi } from "vitest";
import { readAccount } from "#lib/account-cookie.ts";
import { writeNote } from "#lib/device-notes.ts";
import { chooseUnlocked, readUnlockedNotes, writeUnlockedNotes } from "#lib/unlocked-copy.ts";
import { fakeCaches } from "#worker/testing/fake-caches.ts";

it.each([
  ["", null],
  ["repasa-account=7", 7],
  ["theme=dark; __Host-repasa-account=7; otra=1", 7],
  ["no-repasa-account=7", null],
  ["repasa-account=; otra=8", null],
  ["repasa-account=siete", null],
])("finds the account that the cookies %j name", (cookies, account) => {
  expect(readAccount(cookies)).toBe(account);
});

it.each([
  ["that the cookie names", 7, 7, 7],
  ["of a session that no cookie has named, as before there was one", null, null, 7],
  ["that the cookie names since", null, 7, 7],
  ["that was noted where cookies cannot be read", 7, undefined, 7],
  ["of nobody after the cookie has gone with its session", 7, null, null],
  ["of nobody while the cookie names another account", 7, 8, null],
  ["of nobody while it names another account for the first time", null, 8, null],
] as const)("opens the copy of the account %s", async (_title, before, account, expected) => {
  vi.stubGlobal("caches", fakeCaches());
  expect(chooseUnlocked(await readUnlockedNotes(), account)).toBeNull();
  await writeUnlockedNotes(7, before);
  expect(chooseUnlocked(await readUnlockedNotes(), account)).toBe(expected);
});

it("opens none while a session has to be ended", async () => {
  vi.stubGlobal("caches", fakeCaches());
  await writeUnlockedNotes(7, 7);
  await writeNote("left", "7");
  for (const account of [7, undefined]) expect(chooseUnlocked(await readUnlockedNotes(), account)).toBeNull();
});

it("opens none without Cache Storage", async () => {
  vi.stubGlobal("caches", undefined);
  expect(chooseUnlocked(await readUnlockedNotes(), 7)).toBeNull();
});
