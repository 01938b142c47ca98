// @vitest-environment node
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import { expect, it, vi } from "vitest";
import { clearBrowserCache } from "#lib/browser-cache.ts";
import { fakeApi } from "#testing/fake-api.ts";

it("asks the server, and does not mind a failure", async () => {
  const api = fakeApi();
  api.fail(authEndpoints.clearCache, 503, { message: "Ahora no", code: "unavailable" });
  await clearBrowserCache();
  expect(api.callsTo(authEndpoints.clearCache)).toHaveLength(1);
});

it("gives up on a network that hangs", { timeout: 5_000 }, async () => {
  const late = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(late.signal);
  const hang = (_url: string, { signal }: RequestInit) =>
    new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  vi.stubGlobal("fetch", hang);
  const cleared = clearBrowserCache();
  setTimeout(() => late.abort(new DOMException("late", "TimeoutError")), 50);
  await cleared;
});
