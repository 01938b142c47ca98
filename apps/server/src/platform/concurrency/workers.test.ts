import { describe, expect, it } from "vitest";
import { createWorkers } from "#platform/concurrency/workers.ts";
import type { SampleWork } from "#testing/sample-work.ts";

const FILE = new URL("../../testing/sample-work.ts", import.meta.url);
const NEVER = new AbortController().signal;
const create = (restMs = 5_000) => createWorkers<SampleWork, number, number>(FILE, { memoryMb: 32, restMs });

describe("createWorkers", () => {
  it("reports progress, reuses an idle process, and uses two processes for concurrent work", async () => {
    const work = create();
    const reported: number[] = [];
    const limits = { deadlineMs: 20_000, signal: NEVER };
    const worker = await work("tell", limits, (progress) => reported.push(progress));
    expect(reported).toEqual([1, 2]);
    expect(await work("answer", limits, () => {})).toBe(worker);
    const both = await Promise.all(["answer", "answer"].map((one) => work(one as SampleWork, limits, () => {})));
    expect(new Set(both).size).toBe(2);
  });

  it("fails at the deadline, when aborted, over the memory limit or with the work's error, and then uses another process", async () => {
    const work = create();
    const limits = { deadlineMs: 20_000, signal: NEVER };
    const ended = async (one: SampleWork, change: Partial<typeof limits>) =>
      work(one, { ...limits, ...change }, () => {}).catch((error) => error.reason ?? error.message);
    const worker = await work("answer", limits, () => {});
    expect(await ended("stay", { deadlineMs: 50 })).toBe("late");
    expect(await ended("stay", { signal: AbortSignal.timeout(50) })).toBe("aborted");
    expect(await ended("hold", {})).toBe("memory");
    expect(await ended("hold at once", {})).toBe("memory");
    expect(await ended("fail", {})).toBe("failed as told");
    expect(await work("answer", limits, () => {})).not.toBe(worker);
  });
});
