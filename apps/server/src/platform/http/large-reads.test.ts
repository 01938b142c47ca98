// @module-tag hostile
import { cardEndpoints } from "@repasa/contract/cards.ts";
import { changeEndpoints } from "@repasa/contract/changes.ts";
import { examEndpoints } from "@repasa/contract/exams.ts";
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { homeEndpoints } from "@repasa/contract/home.ts";
import { progressEndpoints } from "@repasa/contract/progress.ts";
import { statsEndpoints } from "@repasa/contract/stats.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { OwnerId } from "#platform/db/owner.ts";
import { createLargeReads, WAIT_MS } from "./large-reads.ts";
import { STALLED_MS } from "./stalled-readers.ts";

const ana = 1 as OwnerId;
const eva = 2 as OwnerId;
const { listInFolder } = cardEndpoints;

describe("large reads", () => {
  it("run one at a time for each account", async () => {
    const reads = createLargeReads();
    const end = await reads.turn(ana, listInFolder);
    const order: string[] = [];
    const next = reads.turn(ana, listInFolder).then((endNext) => {
      order.push("next");
      endNext();
    });
    (await reads.turn(eva, listInFolder))();
    (await reads.turn(ana, folderEndpoints.list))();
    order.push("first");
    end();
    end();
    await next;
    expect(order).toEqual(["first", "next"]);
  });

  it("of a screen wait for each other in order, but what is pending today for none, and none for a simulation", async () => {
    const reads = createLargeReads();
    const order: string[] = [];
    const endStats = await reads.turn(ana, statsEndpoints.userStats);
    const endForecast = await reads.turn(ana, examEndpoints.forecast);
    const waiting = [
      homeEndpoints.home,
      progressEndpoints.cardStates,
      changeEndpoints.list,
      progressEndpoints.workload,
    ].map(async (endpoint) => {
      const end = await reads.turn(ana, endpoint);
      order.push(endpoint.path);
      end();
    });
    (await reads.turn(ana, statsEndpoints.dailyReview))();
    (await reads.turn(ana, progressEndpoints.memory))();
    (await reads.turn(eva, statsEndpoints.userStats))();
    expect(order).toEqual([]);
    endForecast();
    endStats();
    await Promise.all(waiting);
    const summaries = order.filter((path) => path !== progressEndpoints.workload.path);
    expect(summaries).toEqual(["/api/user/home", "/api/user/card-states", "/api/changes"]);
  });

  it("of a screen are not refused, however many it asks for", async () => {
    const reads = createLargeReads();
    const end = await reads.turn(ana, statsEndpoints.userStats);
    const waiting = Array.from({ length: 100 }, () => reads.turn(ana, statsEndpoints.userStats));
    end();
    for (const turn of waiting) (await turn)();
  });

  it("of whom more wait than a screen asks for leave others as much time as they take", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const reads = createLargeReads();
    const end = await reads.turn(ana, changeEndpoints.list);
    const begun: (() => void)[] = [];
    for (let nth = 0; nth < 5; nth++) {
      void reads.turn(ana, changeEndpoints.list).then((endNext) => begun.push(endNext));
    }
    await vi.advanceTimersByTimeAsync(40);
    end();
    await vi.advanceTimersByTimeAsync(39);
    expect(begun).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toHaveLength(1);
    // Four wait, then three.
    begun[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(10);
    begun[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toHaveLength(3);
  });

  it("wait longer than a stalled client may hold the turn, unless their own client disconnects", async () => {
    expect(WAIT_MS).toBeGreaterThan(STALLED_MS);
    const reads = createLargeReads();
    const end = await reads.turn(ana, listInFolder);
    const callers = Array.from({ length: 4 }, () => new AbortController());
    const waiting = callers.map(({ signal }) => reads.turn(ana, listInFolder, signal));
    for (const caller of callers.slice(1)) caller.abort();
    const left = await Promise.allSettled(waiting.slice(1));
    expect(left.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    end();
    (await waiting[0])?.();
  });

  it("do not delay reads of a portion, except those of the review queue", async () => {
    const reads = createLargeReads({ waitMs: 30 });
    const end = await reads.turn(ana, listInFolder);
    (await reads.turn(ana, listInFolder, undefined, { limit: 50 }))();
    (await reads.turn(ana, listInFolder, undefined, { after: "1_1" }))();
    await expect(reads.turn(ana, listInFolder, undefined, {})).rejects.toMatchObject({ code: "rate_limited" });
    // Portions of the queue take turns, because each of them sorts the whole queue.
    const { reviewQueue } = studyEndpoints;
    const endPortion = await reads.turn(ana, reviewQueue, undefined, { limit: 50 });
    const another = reads.turn(ana, reviewQueue, undefined, { limit: 50 });
    await expect(another).rejects.toMatchObject({ code: "rate_limited" });
    endPortion();
    end();
  });

  it("are refused after waiting too long, or if four are waiting already", async () => {
    const reads = createLargeReads({ waitMs: 30 });
    const end = await reads.turn(ana, listInFolder);
    const waiting = Array.from({ length: 6 }, () => reads.turn(ana, listInFolder));
    const outcomes = await Promise.allSettled(waiting);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "rate_limited", retryAfterSeconds: 5 } });
    }
    end();
    (await reads.turn(ana, listInFolder))();
  });
});
