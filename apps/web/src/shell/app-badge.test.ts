import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import type { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { replaceUser, userQuery } from "#features/session/session.user.ts";
import { type LocalResponses, provideLocalResponses } from "#lib/local-responses.ts";
import { changePendingCount, forgetPendingCount } from "#lib/pending-count.ts";
import { createQueryClient, endpointKey } from "#lib/query.ts";
import { followPendingCards, PENDING_PATH } from "#shell/app-badge.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { define } from "#testing/fake-push.ts";
import { sampleReview, sampleUser } from "#testing/sample-data.ts";

const pending = (totalDue: number) => sampleReview({ totalDue });
const key = endpointKey(statsEndpoints.dailyReview);

let api: ReturnType<typeof fakeApi>;
let queryClient: QueryClient;
let stop = () => {};
let shown: number[];

beforeEach(() => {
  vi.useFakeTimers();
  shown = [];
  define("setAppBadge", async (count: number) => void shown.push(count));
  define("clearAppBadge", async () => {
    shown.push(0);
    throw new Error("The app is not installed");
  });
  api = fakeApi();
  queryClient = createQueryClient();
  queryClient.setQueryData(userQuery.queryKey, sampleUser());
});
afterEach(() => {
  stop();
  forgetPendingCount();
});

async function follow(totalDue: number) {
  api.answer(statsEndpoints.dailyReview, pending(totalDue));
  stop = followPendingCards(queryClient);
  await vi.waitFor(() => expect(shown).not.toEqual([]));
  vi.advanceTimersByTime(1000);
}

describe("the badge of the app", () => {
  it("loads the number of pending cards unless Home has it, and follows it", async () => {
    queryClient.setQueryData(key, pending(3));
    await follow(9);
    expect([PENDING_PATH, api.calls]).toEqual([statsEndpoints.dailyReview.path, []]);
    queryClient.setQueryData(key, pending(5));
    await vi.waitFor(() => expect(shown).toEqual([3, 5]));
    stop();
    forgetPendingCount();
    queryClient = createQueryClient();
    await follow(9);
    await vi.waitFor(() => expect(shown).toEqual([3, 5, 9]));
  });

  it("shows nothing in a break", async () => {
    await follow(2);
    const away = { from: "2026-03-01", to: "2026-03-04", spreadUntil: "2026-03-06", perDay: null };
    queryClient.setQueryData(key, { ...pending(9), break: away });
    await vi.waitFor(() => expect(shown).toEqual([2, 0]));
  });

  it("follows ratings before the server has counted them, their undo, and disappears at 0", async () => {
    await follow(2);
    for (const by of [-1, 1, -1, -1, -1]) changePendingCount(by);
    expect(shown).toEqual([2, 1, 2, 1, 0]);
    vi.advanceTimersByTime(1000);
    queryClient.setQueryData(key, pending(4));
    await vi.waitFor(() => expect(shown.at(-1)).toBe(4));
    vi.advanceTimersByTime(1000);
    changePendingCount(1);
    expect(shown.at(-1)).toBe(5);
  });

  it("is reloaded when the user comes back to an app with an old number, and survives a failure", async () => {
    await follow(3);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(api.calls).toHaveLength(1);
    vi.advanceTimersByTime(3_600_000);
    api.fail(statsEndpoints.dailyReview, 500, "");
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.waitFor(() => expect(api.calls).toHaveLength(2));
    api.answer(statsEndpoints.dailyReview, pending(8));
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.waitFor(() => expect(shown).toEqual([3, 8]));
  });

  it("shows the number of the copy on this device without a network", async () => {
    // Modules load in real time.
    vi.useRealTimers();
    api.fail(statsEndpoints.dailyReview, 502, "");
    const copy = { read: async () => pending(6), close: () => {} };
    provideLocalResponses(Promise.resolve(copy as unknown as LocalResponses));
    stop = followPendingCards(queryClient);
    await vi.waitFor(() => expect(shown).toEqual([6]));
    provideLocalResponses(Promise.resolve(undefined));
  });

  it("stays as it is while the number is unknown", async () => {
    api.fail(statsEndpoints.dailyReview, 500, "");
    stop = followPendingCards(queryClient);
    changePendingCount(-1);
    await vi.advanceTimersByTimeAsync(1000);
    expect([api.calls.length, shown]).toEqual([1, []]);
  });

  it("disappears when the session ends", async () => {
    await follow(3);
    replaceUser(queryClient, null);
    await vi.waitFor(() => expect(shown).toEqual([3, 0]));
  });

  it("asks nothing of the server in a browser without badges", async () => {
    Reflect.deleteProperty(navigator, "setAppBadge");
    stop = followPendingCards(queryClient);
    await vi.advanceTimersByTimeAsync(1000);
    expect(api.calls).toEqual([]);
  });
});
