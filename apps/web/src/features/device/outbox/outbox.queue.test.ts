import { describe, expect, it, vi } from "vitest";
import type { DeliveryResult } from "#features/device/outbox/outbox.delivery.ts";
import type { OutboxEntry } from "#features/device/outbox/outbox.entry.ts";
import { consoleOutput } from "#testing/console-output.ts";
import {
  failingStore,
  fakeTime,
  openStore,
  outboxWith,
  RETRY,
  rate,
  runTasks,
  USER,
  unreliableServer,
} from "#testing/outbox.ts";

describe("Outbox", () => {
  it("sends at once and in order, with the time that each rating has waited", async () => {
    const server = unreliableServer(["is lost"]);
    const { outbox, time, events } = outboxWith({ deliver: server.deliver });
    outbox.start();
    rate(outbox, "a");
    await runTasks();
    expect(server.log).toEqual([]);
    rate(outbox, "b", 2);
    await runTasks();
    await time.advance(1000);
    expect(server.log).toEqual(["a", "b"]);
    expect(server.waits).toEqual([750, 750]);
    expect(events).toContain("changed");
    expect(events.filter((event) => event === "empty")).toHaveLength(1);
    expect(outbox.status()).toMatchObject({ waiting: 0, late: false });
  });

  it("requests the server's time for a rating, but not for an undo, which sends no time", async () => {
    const serverNow = vi.fn(async () => null);
    const { outbox, time } = outboxWith({ serverNow });
    rate(outbox, "a");
    outbox.undo(2, "long arrived");
    await runTasks();
    time.moveWallClock(3_600_000);
    outbox.start();
    await runTasks();
    expect(outbox.status().waiting).toBe(0);
    expect(serverNow).toHaveBeenCalledOnce();
  });

  it("reports waiting ratings as late only after a failure or two seconds", async () => {
    let answer: (delivery: DeliveryResult) => void = () => {};
    const deliver = () => new Promise<DeliveryResult>((resolve) => (answer = resolve));
    const { outbox, time } = outboxWith({ deliver });
    outbox.start();
    rate(outbox, "a");
    await runTasks();
    expect(outbox.status()).toMatchObject({ waiting: 1, late: false });
    await time.advance(2000);
    expect(outbox.status()).toMatchObject({ waiting: 1, late: true });
    answer({ type: "done" });
    await runTasks();
    expect(outbox.status()).toMatchObject({ waiting: 0, late: false });
    rate(outbox, "b");
    await runTasks();
    answer(RETRY);
    await runTasks();
    expect(outbox.status()).toMatchObject({ waiting: 1, late: true });
  });

  it("says whether what waits survives the tab", async () => {
    const { deliver } = unreliableServer(["is lost", "is lost"]);
    const inTab = outboxWith({ store: openStore(failingStore()), deliver }).outbox;
    const stored = outboxWith({ deliver }).outbox;
    for (const outbox of [inTab, stored]) {
      outbox.start();
      rate(outbox, "a");
    }
    await vi.waitFor(() => expect(stored.status().waiting).toBe(1));
    expect([inTab.status().durable, stored.status().durable]).toEqual([false, true]);
    expect(consoleOutput("warn")).toEqual(["Ratings are stored in this tab only"]);
  });

  it("backs off exponentially, up to half a minute", async () => {
    const attempts: number[] = [];
    const time = fakeTime();
    const deliver = async (): Promise<DeliveryResult> => {
      attempts.push(time.clock.monotonic());
      return RETRY;
    };
    const { outbox } = outboxWith({ deliver }, time);
    outbox.start();
    rate(outbox, "a");
    await time.advance(120_000);
    const pauses = attempts.slice(1).map((moment, index) => moment - (attempts[index] ?? 0));
    expect(pauses.slice(0, 7)).toEqual([750, 1500, 3000, 6000, 12_000, 22_500, 22_500]);
  });

  it("retries when the network is back, but respects Retry-After", async () => {
    const server = unreliableServer(["is lost", "is refused for now"]);
    const { outbox, time } = outboxWith({ deliver: server.deliver });
    outbox.start();
    rate(outbox, "a");
    await runTasks();
    outbox.retryNow();
    await runTasks();
    outbox.retryNow();
    rate(outbox, "b");
    await time.advance(4900);
    expect(server.received).toEqual([]);
    await time.advance(200);
    expect(server.log).toEqual(["a", "b"]);
  });

  it("drops an undone rating that was never sent, and sends the undo of one that was", async () => {
    const server = unreliableServer(["loses its response"]);
    const { outbox, time } = outboxWith({ deliver: server.deliver });
    rate(outbox, "never sent");
    outbox.undo(1, "never sent");
    await runTasks();
    expect(outbox.status().waiting).toBe(0);
    outbox.start();
    rate(outbox, "sent");
    await runTasks();
    outbox.undo(1, "sent");
    expect(await outbox.unsentCards()).toEqual(new Set());
    await time.advance(5000);
    expect(server.received.map(({ kind, reviewId }) => `${kind} ${reviewId}`)).toEqual([
      "review sent",
      "review sent",
      "undo sent",
    ]);
    expect(server.applied).toEqual(new Map([["sent", "undone"]]));
  });

  it("stops without losing entries while another user is signed in, and continues when the user is back", async () => {
    const store = openStore();
    const deliveries: string[] = [];
    let signedIn = false;
    const deliver = async (entries: readonly OutboxEntry[]): Promise<DeliveryResult> => {
      if (!signedIn) return { type: "signed-out" };
      deliveries.push(...entries.map(({ reviewId }) => reviewId));
      return { type: "done" };
    };
    const { outbox, time } = outboxWith({ store, deliver });
    outbox.start();
    rate(outbox, "a");
    await time.advance(60_000);
    outbox.retryNow();
    rate(outbox, "b");
    await time.advance(60_000);
    expect((await store.all(USER)).length).toBe(2);

    const deliveriesOfOther: string[] = [];
    const other = outboxWith({
      store,
      userId: 2,
      deliver: async (entries) => {
        deliveriesOfOther.push(...entries.map(({ reviewId }) => reviewId));
        return { type: "done" };
      },
    });
    other.outbox.start();
    rate(other.outbox, "theirs");
    await runTasks();
    expect(deliveriesOfOther).toEqual(["theirs"]);

    signedIn = true;
    outbox.start();
    await runTasks();
    expect(deliveries).toEqual(["a", "b"]);
  });

  it("flushes within a time limit, and returns whether it succeeded", async () => {
    const server = unreliableServer(["is lost", "is lost", "is lost", "is lost"]);
    const { outbox, time } = outboxWith({ deliver: server.deliver });
    outbox.start();
    expect(await outbox.flush(1000)).toBe(true);
    rate(outbox, "a");
    const tooSoon = outbox.flush(1000);
    await time.advance(1000);
    expect(await tooSoon).toBe(false);
    const later = outbox.flush(60_000);
    await time.advance(60_000);
    expect(await later).toBe(true);
  });

  it("halves its lists while they take too long, and doubles them again when one arrives", async () => {
    const sizes: number[] = [];
    const deliver = async (entries: readonly OutboxEntry[]): Promise<DeliveryResult> => {
      sizes.push(entries.length);
      return entries.length > 30 ? { ...RETRY, timedOut: true } : { type: "done" };
    };
    const { outbox, time } = outboxWith({ deliver });
    for (let n = 0; n < 130; n++) rate(outbox, `rating ${n}`, n);
    await runTasks();
    outbox.start();
    for (let seconds = 0; outbox.status().waiting > 0 && seconds < 60; seconds++) await time.advance(1000);
    expect(sizes.slice(0, 5)).toEqual([100, 50, 25, 50, 25]);
    expect(outbox.status().waiting).toBe(0);
  });

  it("tells other pages of the ratings of a list that were settled, and retries the rest without a longer pause", async () => {
    const { deliver, log } = unreliableServer(["is lost", "is lost", "is lost", "takes some", "arrives"]);
    const { outbox, time, events } = outboxWith({ deliver });
    for (const [place, id] of ["a", "b"].entries()) rate(outbox, id, place);
    await runTasks();
    events.length = 0;
    outbox.start();
    await time.advance(750 + 1500 + 3000);
    expect(log).toEqual(["a"]);
    expect(outbox.status().waiting).toBe(1);
    expect(events).toEqual(["changed"]);
    await time.advance(1000);
    expect(log).toEqual(["a", "b"]);
  });
});
