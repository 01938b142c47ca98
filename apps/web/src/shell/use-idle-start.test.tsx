import * as pushEndpoints from "@repasa/contract/client/push.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { writeRecord } from "#features/reminders/push/push.record.ts";
import { forgetPendingCount } from "#lib/pending-count.ts";
import { useIdleStart } from "#shell/use-idle-start.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { define, stubPush } from "#testing/fake-push.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleReview } from "#testing/sample-data.ts";

const ENDPOINT = "https://push.example/one";

function Shell() {
  useIdleStart(1);
  return null;
}

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  api = fakeApi();
  forgetPendingCount();
});

describe("the start of the app", () => {
  it("does nothing before idle time, and then only what the device needs", async () => {
    stubPush({ permission: "granted", endpoint: ENDPOINT });
    renderApp(<Shell />);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(api.calls).toEqual([]);
  });

  it("renews the reminders of the device, and shows the badge", async () => {
    stubPush({ permission: "granted", endpoint: ENDPOINT });
    writeRecord({ userId: 1, id: 7, endpoint: ENDPOINT, p256dh: `key of ${ENDPOINT}` });
    const badge = vi.fn(async () => {});
    define("setAppBadge", badge);
    api.answer(pushEndpoints.key, { publicKey: "QUJD" });
    api.answer(pushEndpoints.subscriptions, []);
    api.answer(pushEndpoints.subscribe, { id: 8, label: null, createdAt: "2026-03-01T00:00:00.000Z", current: true });
    api.answer(statsEndpoints.dailyReview, sampleReview({ totalDue: 4 }));
    const { unmount } = renderApp(<Shell />);
    await vi.advanceTimersByTimeAsync(2000);
    expect(api.calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(2000);
    await vi.waitFor(() => expect(api.callsTo(pushEndpoints.subscribe)).toHaveLength(1));
    await vi.waitFor(() => expect(badge.mock.calls).toEqual([[4]]));
    unmount();
  });
});
