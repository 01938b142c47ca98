import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { SampleAnswer, SampleTask } from "#testing/sample-thread.ts";
import { createThread, inThread } from "./threads.ts";

const FILE = new URL("../../testing/sample-thread.ts", import.meta.url);
const LIMITS = { maxWaiting: 2, deadlineMs: 20_000, restMs: 20_000 };
const createTestThread = (limits: Partial<typeof LIMITS> = {}) =>
  createThread<SampleTask, SampleAnswer>(FILE, { ...LIMITS, ...limits });

const LATE = { code: "unavailable", message: "Está tardando demasiado. Inténtalo de nuevo." };

describe("inThread", () => {
  it("returns the answer of a new thread, or fails with its error", async () => {
    const answer = await inThread<SampleAnswer>(FILE, { say: "hola" });
    expect(answer).toMatchObject({ said: "hola", nth: 1 });
    expect((await inThread<SampleAnswer>(FILE, { say: "hola" })).thread).not.toBe(answer.thread);
    await expect(inThread(FILE, { fail: "no" })).rejects.toThrow("no");
    await expect(inThread(FILE, { exit: true })).rejects.toThrow("the thread ended without a result");
  });
});

describe("createThread", () => {
  it("runs tasks one after another in one thread, in the order of the calls", async () => {
    const runTask = createTestThread();
    const answers = await Promise.all(["a", "b", "c"].map((say) => runTask({ say, forMs: say === "a" ? 200 : 0 })));
    expect(answers.map(({ said, nth }) => [said, nth])).toEqual([
      ["a", 1],
      ["b", 2],
      ["c", 3],
    ]);
    expect(new Set(answers.map(({ thread }) => thread)).size).toBe(1);
  });

  it("rejects a task when too many are waiting", async () => {
    const runTask = createTestThread({ maxWaiting: 1 });
    const [first, second] = [runTask({ say: "a", forMs: 300 }), runTask({ say: "b" })];
    await expect(runTask({ say: "c" })).rejects.toMatchObject({ code: "unavailable" });
    expect([(await first).said, (await second).said]).toEqual(["a", "b"]);
  });

  it("rejects the running and the waiting task at the deadline, and continues with a new thread", async () => {
    const runTask = createTestThread({ deadlineMs: 1500 });
    await runTask({ say: "warm" });
    const startedAt = performance.now();
    const [busy, waiting] = [runTask({ say: "a", forMs: 60_000 }), runTask({ say: "b" })];
    await expect(busy).rejects.toMatchObject(LATE);
    await expect(waiting).rejects.toMatchObject({ code: "unavailable" });
    expect(performance.now() - startedAt).toBeLessThan(50_000);
    await expect.poll(() => runTask({ say: "c" }).catch(() => null)).toMatchObject({ said: "c" });
  });

  it("starts a new thread after a failure", async () => {
    const runTask = createTestThread();
    const before = await runTask({ say: "a" });
    await expect(runTask({ fail: "no" })).rejects.toThrow("no");
    const after = await runTask({ say: "b" });
    expect(after).toMatchObject({ said: "b", nth: 1 });
    expect(after.thread).not.toBe(before.thread);
  });

  it("replaces a thread that died while it was idle", async () => {
    const runTask = createTestThread();
    const before = await runTask({ say: "a", thenDie: true });
    // A task may fail as long as the thread's death has not been noticed.
    await expect.poll(() => runTask({ say: "b" }).catch(() => null)).toMatchObject({ said: "b", nth: 1 });
    expect((await runTask({ say: "c" })).thread).not.toBe(before.thread);
  });

  it("ends a thread that has been idle for restMs, and starts another one for the next task", async () => {
    const runTask = createTestThread({ restMs: 100 });
    const before = await runTask({ say: "a" });
    await delay(400);
    expect((await runTask({ say: "b" })).thread).not.toBe(before.thread);
  });
});
