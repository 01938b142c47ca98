import { describe, expect, it } from "vitest";
import type { OwnerId } from "#platform/db/owner.ts";
import type { FoundSession } from "./call.ts";
import { createSessionMemory } from "./session-memory.ts";

const START = Date.parse("2026-03-10T12:00:00Z");
const ANA = 1 as unknown as OwnerId;
const LUIS = 2 as unknown as OwnerId;

function createTestMemory({ isListening = true } = {}) {
  let elapsed = 0;
  const clock = { now: () => new Date(START + elapsed) };
  const memory = createSessionMemory(clock);
  if (isListening) memory.listener.onListening();
  let reads = 0;
  const session = (userId: OwnerId, change: Partial<FoundSession> = {}): FoundSession => ({
    userId,
    dayStartHour: 4,
    expire: new Date(START + 3_600_000),
    isProlonged: false,
    ...change,
  });
  return {
    memory,
    session,
    pass: (ms: number) => {
      elapsed += ms;
    },
    /** Finds a session; `reads` counts the reads of the database. */
    async find(sid: string, answer: FoundSession | null, meanwhile = () => {}) {
      const before = reads;
      const found = await memory.find(sid, clock.now(), async () => {
        reads++;
        meanwhile();
        return answer;
      });
      return { found: found?.userId ?? null, reads: reads - before };
    },
  };
}

describe("the session memory", () => {
  it("remembers a session for 5 s, unless the clock is set back", async () => {
    const { session, pass, find } = createTestMemory();
    expect(await find("a", session(ANA))).toEqual({ found: ANA, reads: 1 });
    pass(4_999);
    expect(await find("a", null)).toEqual({ found: ANA, reads: 0 });
    pass(1);
    expect(await find("a", session(ANA))).toEqual({ found: ANA, reads: 1 });
    pass(-1);
    expect(await find("a", null)).toEqual({ found: null, reads: 1 });
  });

  it("does not remember a session beyond its expiry, nor one that was just prolonged", async () => {
    const { session, pass, find } = createTestMemory();
    await find("a", session(ANA, { expire: new Date(START + 1_000) }));
    pass(1_000);
    expect(await find("a", null)).toEqual({ found: null, reads: 1 });
    await find("b", session(ANA, { expire: new Date(START + 7_200_000), isProlonged: true }));
    expect(await find("b", session(ANA))).toEqual({ found: ANA, reads: 1 });
    expect(await find("b", null)).toEqual({ found: ANA, reads: 0 });
  });

  it("remembers at most 10,000 sessions", async () => {
    const { session, find } = createTestMemory();
    for (let number = 0; number <= 10_000; number++) await find(`s${number}`, session(ANA));
    expect((await find("s1", null)).reads).toBe(0);
    expect((await find("s0", null)).reads).toBe(1);
  });
});

describe("the session memory, after a user's sessions were ended,", () => {
  it.each(["here", "elsewhere"])(
    "reads that user's sessions again for the minute that the transaction may take (ended %s)",
    async (where) => {
      const { memory, session, pass, find } = createTestMemory();
      const end = () => (where === "here" ? memory.forget(ANA) : memory.listener.onNotification(String(ANA)));
      await find("a", session(ANA));
      await find("l", session(LUIS));
      end();
      expect(await find("a", session(ANA))).toEqual({ found: ANA, reads: 1 });
      expect(await find("l", null)).toEqual({ found: LUIS, reads: 0 });
      pass(59_999);
      expect((await find("a", session(ANA))).reads).toBe(1);
      expect(await find("a", null)).toEqual({ found: null, reads: 1 });
      pass(1);
      await find("a", session(ANA));
      expect(await find("a", null)).toEqual({ found: ANA, reads: 0 });
    },
  );

  it("does not remember the result of a read that had already started", async () => {
    const { memory, session, find } = createTestMemory();
    await find("a", session(ANA), () => memory.forget(ANA));
    expect(await find("a", null)).toEqual({ found: null, reads: 1 });
  });
});

describe("the session memory, without notifications of ended sessions,", () => {
  it("remembers nothing", async () => {
    const { memory, session, find } = createTestMemory({ isListening: false });
    await find("a", session(ANA));
    expect((await find("a", session(ANA))).reads).toBe(1);
    memory.listener.onListening();
    await find("a", session(ANA));
    expect((await find("a", null)).reads).toBe(0);
    memory.listener.onLost();
    expect((await find("a", session(ANA))).reads).toBe(1);
    memory.listener.onListening();
    expect(await find("a", null)).toEqual({ found: null, reads: 1 });
  });

  it("remembers nothing of a read that started before it listened again", async () => {
    const { memory, session, find } = createTestMemory();
    await find("a", session(ANA), () => {
      memory.listener.onLost();
      memory.listener.onListening();
    });
    expect(await find("a", null)).toEqual({ found: null, reads: 1 });
  });
});
