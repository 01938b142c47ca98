import { cardEndpoints } from "@repasa/contract/cards.ts";
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import { describe, expect, it } from "vitest";
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
