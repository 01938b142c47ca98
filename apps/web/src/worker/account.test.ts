import { afterEach, expect, it, vi } from "vitest";
import { readAccountInWorker } from "#worker/account.ts";

const stub = (cookies: Record<string, string>) =>
  vi.stubGlobal("cookieStore", {
    get: async (name: string) => (name in cookies ? { name, value: cookies[name] } : null),
  });

afterEach(() => void vi.unstubAllGlobals());

it.each([
  [{ "repasa-account": "7" }, 7],
  [{ "__Host-repasa-account": "8", "repasa-account": "7" }, 8],
  [{}, null],
])("reads from the cookies %j whose session the browser has", async (cookies, account) => {
  stub(cookies);
  expect(await readAccountInWorker()).toBe(account);
});

it("knows nothing where workers cannot read cookies", async () => {
  expect(await readAccountInWorker()).toBeUndefined();
  vi.stubGlobal("cookieStore", { get: () => Promise.reject(new TypeError("Not allowed")) });
  expect(await readAccountInWorker()).toBeUndefined();
});
