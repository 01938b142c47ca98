import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { SampleAnswer, SampleTask } from "#testing/sample-thread.ts";
import { createThread, inThread } from "./threads.ts";

const FILE = new URL("../../testing/sample-thread.ts", import.meta.url);
const LIMITS = { maxWaiting: 2, deadlineMs: 20_000, restMs: 20_000 };
const threadOf = (limits: Partial<typeof LIMITS> = {}) =>
  createThread<SampleTask, SampleAnswer>(FILE, { ...LIMITS, ...limits });

const LATE = { code: "unavailable", message: "Está tardando demasiado. Inténtalo de nuevo." };

describe("a task in a thread of its own", () => {
  it("is answered, or fails as it failed there", async () => {
    const answer = await inThread<SampleAnswer>(FILE, { say: "hola" });
    expect(answer).toMatchObject({ said: "hola", nth: 1 });
    expect((await inThread<SampleAnswer>(FILE, { say: "hola" })).thread).not.toBe(answer.thread);
    await expect(inThread(FILE, { fail: "no" })).rejects.toThrow("no");
    await expect(inThread(FILE, { exit: true })).rejects.toThrow("the thread ended without a result");
  });
});

describe("a thread that is kept", () => {
  it("does one task after another in one thread, in the order of asking", async () => {
    const ask = threadOf();
    const answers = await Promise.all(["a", "b", "c"].map((say) => ask({ say, forMs: say === "a" ? 200 : 0 })));
    expect(answers.map(({ said, nth }) => [said, nth])).toEqual([
      ["a", 1],
      ["b", 2],
      ["c", 3],
    ]);
    expect(new Set(answers.map(({ thread }) => thread)).size).toBe(1);
  });

  it("refuses what would wait too long in line", async () => {
    const ask = threadOf({ maxWaiting: 1 });
    const [first, second] = [ask({ say: "a", forMs: 300 }), ask({ say: "b" })];
    await expect(ask({ say: "c" })).rejects.toMatchObject({ code: "unavailable" });
    expect([(await first).said, (await second).said]).toEqual(["a", "b"]);
  });

  it("gives up at the deadline what is done and what waits, and goes on with a new thread", async () => {
    const ask = threadOf({ deadlineMs: 1500 });
    await ask({ say: "warm" });
    const began = performance.now();
    const [busy, waiting] = [ask({ say: "a", forMs: 60_000 }), ask({ say: "b" })];
    await expect(busy).rejects.toMatchObject(LATE);
    await expect(waiting).rejects.toMatchObject({ code: "unavailable" });
    expect(performance.now() - began).toBeLessThan(50_000);
    await expect.poll(() => ask({ say: "c" }).catch(() => null), { timeout: 20_000 }).toMatchObject({ said: "c" });
  });

  it("starts anew after a failure", async () => {
    const ask = threadOf();
    const before = await ask({ say: "a" });
    await expect(ask({ fail: "no" })).rejects.toThrow("no");
    const after = await ask({ say: "b" });
    expect(after).toMatchObject({ said: "b", nth: 1 });
    expect(after.thread).not.toBe(before.thread);
  });

  it("is replaced when it died while nobody asked, which does the server no harm", async () => {
    const ask = threadOf();
    const before = await ask({ say: "a", thenDie: true });
    // Until it is seen to be dead, an answer may fail with it.
    await expect.poll(() => ask({ say: "b" }).catch(() => null)).toMatchObject({ said: "b", nth: 1 });
    expect((await ask({ say: "c" })).thread).not.toBe(before.thread);
  });

  it("ends when it has rested long enough, and is started again when it is asked", async () => {
    const ask = threadOf({ restMs: 100 });
    const before = await ask({ say: "a" });
    await delay(400);
    expect((await ask({ say: "b" })).thread).not.toBe(before.thread);
  });
});
