import { authEndpoints } from "@repasa/contract/auth.ts";
import { type DailyReview, statsEndpoints } from "@repasa/contract/stats.ts";
import type { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { replaceUser, userQuery } from "#features/session/session.user.ts";
import { dailyReviewQuery } from "#features/stats/stats.api.ts";
import { followPendingCards } from "#features/stats/stats.badge.ts";
import { notePending } from "#features/stats/stats.pending.ts";
import { createQueryClient } from "#lib/query.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { define } from "#testing/fake-push.ts";
import { sampleUser } from "#testing/sample-data.ts";

const pending = (totalDue: number): DailyReview => ({
  date: "2026-03-01",
  totalDue,
  newWaiting: 0,
  dueWaiting: 0,
  break: null,
  folders: [],
});

let api: ReturnType<typeof fakeApi>;
let queryClient: QueryClient;
let stop = () => {};

/** Each test is on a day of its own, because ratings of earlier ones are remembered. */
let day = Date.now();

beforeEach(() => {
  day += 86_400_000;
  vi.useFakeTimers({ now: day });
  api = fakeApi();
  api.answer(authEndpoints.currentUser, sampleUser());
  queryClient = createQueryClient();
  queryClient.setQueryData(userQuery.queryKey, sampleUser());
});
afterEach(() => stop());

/** Starts with a number of pending cards on the server, and returns what the icon shows, in order. */
async function follow(totalDue: number) {
  const shown: number[] = [];
  define("setAppBadge", async (count: number) => void shown.push(count));
  define("clearAppBadge", async () => {
    shown.push(0);
    throw new Error("The app is not installed");
  });
  api.answer(statsEndpoints.dailyReview, pending(totalDue));
  stop = followPendingCards(queryClient);
  await vi.waitFor(() => expect(shown).not.toEqual([]));
  vi.advanceTimersByTime(1000);
  return shown;
}

describe("the badge of the app", () => {
  it("loads the number of pending cards, and follows it", async () => {
    const shown = await follow(3);
    queryClient.setQueryData(dailyReviewQuery().queryKey, pending(5));
    await vi.waitFor(() => expect(shown).toEqual([3, 5]));
  });

  it("follows ratings before the server has counted them, their undo, and disappears at 0", async () => {
    const shown = await follow(2);
    for (const by of [-1, 1, -1, -1, -1]) notePending(by);
    expect(shown).toEqual([2, 1, 2, 1, 0]);
    vi.advanceTimersByTime(1000);
    queryClient.setQueryData(dailyReviewQuery().queryKey, pending(4));
    await vi.waitFor(() => expect(shown.at(-1)).toBe(4));
    notePending(1);
    expect(shown.at(-1)).toBe(5);
  });

  it("is reloaded when the user comes back to an app with an old number", async () => {
    const shown = await follow(3);
    api.answer(statsEndpoints.dailyReview, pending(8));
    vi.advanceTimersByTime(3_600_000);
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.waitFor(() => expect(shown).toEqual([3, 8]));
  });

  it("disappears at sign-out", async () => {
    const shown = await follow(3);
    replaceUser(queryClient, null);
    await vi.waitFor(() => expect(shown).toEqual([3, 0]));
  });

  it("asks nothing of the server in a browser without badges", async () => {
    stop = followPendingCards(queryClient);
    await vi.advanceTimersByTimeAsync(1000);
    expect(api.calls).toEqual([]);
  });
});
