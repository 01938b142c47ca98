import { afterEach, expect, it, vi } from "vitest";
import { readAccountInWorker } from "#worker/account.ts";

const stub = (cookies: Record<string, string>) =>
  vi.stubGlobal("cookieStore", {
    getAll: async () => Object.entries(cookies).map(([name, value]) => ({ name, value })),
  });

afterEach(() => void vi.unstubAllGlobals());

it.each([
  [{ "repasa-account": "7" }, 7],
  [{ repasa: "secreto", "__Host-repasa-account": "8" }, 8],
  [{}, null],
])("reads from the cookies %j whose session the browser has", async (cookies, account) => {
  stub(cookies);
  expect(await readAccountInWorker()).toBe(account);
});

it("knows nothing where workers cannot read cookies", async () => {
  expect(await readAccountInWorker()).toBeUndefined();
  vi.stubGlobal("cookieStore", { getAll: () => Promise.reject(new TypeError("Not allowed")) });
  expect(await readAccountInWorker()).toBeUndefined();
});
