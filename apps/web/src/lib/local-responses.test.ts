import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type LocalResponses, preferServer, provideLocalResponses, readLocally } from "#lib/local-responses.ts";
import { consoleOutput } from "#testing/console-output.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Provides a copy that opens after this time, and returns how often it was said to be late. */
function openAfter(ms: number, copy: Partial<LocalResponses> | undefined) {
  const onLate = vi.fn();
  const opening = new Promise<LocalResponses | undefined>((resolve) => setTimeout(resolve, ms, copy));
  provideLocalResponses(opening, onLate);
  return onLate;
}

const copy = { read: async () => "from the copy" };
const read = () => readLocally(statsEndpoints.userStats, {});

it("waits for a copy that opens soon", async () => {
  const onLate = openAfter(2000, copy);
  const answer = read();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await answer).toBe("from the copy");
  expect(onLate).not.toHaveBeenCalled();
});

it("does without a copy that opens late, and says when it answers calls", async () => {
  const onLate = openAfter(5000, copy);
  const early = read();
  await vi.advanceTimersByTimeAsync(4000);
  expect([await early, await read()]).toEqual([undefined, undefined]);
  expect(onLate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(onLate).toHaveBeenCalledOnce();
  expect(await read()).toBe("from the copy");
});

it("says nothing if there is no copy, or another one has been opened meanwhile", async () => {
  const onLate = openAfter(5000, undefined);
  await vi.advanceTimersByTimeAsync(6000);
  const onReplaced = openAfter(5000, copy);
  openAfter(100, { read: async () => "from another copy" });
  await vi.advanceTimersByTimeAsync(6000);
  expect([onLate.mock.calls, onReplaced.mock.calls, await read()]).toEqual([[], [], "from another copy"]);
});

it.each<[string, number, unknown, string, number]>([
  ["the server's response if it comes within a second", 900, "the copy's", "the server's", 900],
  ["the copy's after a second", 60_000, "the copy's", "the copy's", 1000],
  ["the server's, however late, without a copy", 60_000, undefined, "the server's", 60_000],
])("resolves to %s", async (_title, serverMs, local, expected, atMs) => {
  const asked = new Promise<string>((resolve) => setTimeout(resolve, serverMs, "the server's"));
  const readCopy = vi.fn(async () => local);
  const began = Date.now();
  const used = preferServer(asked, readCopy).then((answer) => [answer, Date.now() - began]);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await used).toEqual([expected, atMs]);
  expect(readCopy).toHaveBeenCalledTimes(serverMs < 1000 ? 0 : 1);
});

it("fails as the server's response does, although the copy has one", async () => {
  const asked = Promise.reject(new Error("503"));
  await expect(preferServer(asked, async () => "the copy's")).rejects.toThrow("503");
});

it("warns of a copy that cannot be read, but not of one that has been removed", async () => {
  const removed = ["ConnectionEnded", "CopyMissing"].map((name) => Object.assign(new Error(), { name }));
  for (const error of [...removed, new Error("The disk is broken")]) {
    openAfter(0, { read: () => Promise.reject(error) });
    await vi.advanceTimersByTimeAsync(1);
    expect(await read()).toBeUndefined();
  }
  expect(consoleOutput("warn")).toEqual(["The copy of this device could not be read"]);
});
