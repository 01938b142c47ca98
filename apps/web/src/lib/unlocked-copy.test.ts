// @vitest-environment node
import { expect, it, vi } from "vitest";
import { chooseUnlocked, readUnlockedFlags, writeUnlockedFlags } from "#lib/unlocked-copy.ts";
import { fakeCaches } from "#worker/testing/fake-caches.ts";

it.each([
  ["that the cookie names", "7", "7", 7],
  ["of a session that no cookie has named, as before there was one", null, null, 7],
  ["that the cookie names since", null, "7", 7],
  ["that was noted where cookies cannot be read", "7", undefined, 7],
  ["of nobody after the cookie has gone with its session", "7", null, null],
  ["of nobody while the cookie names another account", "7", "8", null],
  ["of nobody while it names another account for the first time", null, "8", null],
  ["of nobody while its session has to be ended", "7", "left-7", null],
  ["of nobody while the session of one has to be ended that no cookie had named", null, "left-7", null],
] as const)("opens the copy of the account %s", async (_title, before, cookie, expected) => {
  vi.stubGlobal("caches", fakeCaches());
  expect(chooseUnlocked(await readUnlockedFlags(), cookie)).toBeNull();
  await writeUnlockedFlags(7, before);
  expect(chooseUnlocked(await readUnlockedFlags(), cookie)).toBe(expected);
});

it("opens none without Cache Storage", async () => {
  vi.stubGlobal("caches", undefined);
  expect(chooseUnlocked(await readUnlockedFlags(), "7")).toBeNull();
});
