import { describe, expect, it } from "vitest";
import type { OwnerId } from "#platform/db/owner.ts";
import { createSessionMemory, type ReadSession } from "./session-memory.ts";

const START = Date.parse("2026-03-10T12:00:00Z");
const ANA = 1 as unknown as OwnerId;
const LUIS = 2 as unknown as OwnerId;

function world({ isListening = true } = {}) {
  let elapsed = 0;
  const clock = { now: () => new Date(START + elapsed) };
  const memory = createSessionMemory(clock);
  if (isListening) memory.listener.onListening();
  let reads = 0;
  const session = (userId: OwnerId, change: Partial<ReadSession> = {}): ReadSession => ({
    found: { userId, dayStartHour: 4, prolongedTo: null },
    expire: new Date(START + 3_600_000),
    ...change,
  });
  return {
    memory,
    session,
    pass: (ms: number) => {
      elapsed += ms;
    },
    /** How often the database was asked. */
    async ask(sid: string, answer: ReadSession | null, meanwhile = () => {}) {
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

describe("a session that was read", () => {
  it("is remembered for 5 s, whatever the clock does", async () => {
    const { session, pass, ask } = world();
    expect(await ask("a", session(ANA))).toEqual({ found: ANA, reads: 1 });
    pass(4_999);
    expect(await ask("a", null)).toEqual({ found: ANA, reads: 0 });
    pass(1);
    expect(await ask("a", session(ANA))).toEqual({ found: ANA, reads: 1 });
    pass(-1);
    expect(await ask("a", null)).toEqual({ found: null, reads: 1 });
  });

  it("is not remembered beyond its end, nor while its end moves", async () => {
    const { session, pass, ask } = world();
    await ask("a", session(ANA, { expire: new Date(START + 1_000) }));
    pass(1_000);
    expect(await ask("a", null)).toEqual({ found: null, reads: 1 });
    const prolongedTo = new Date(START + 7_200_000);
    await ask("b", session(ANA, { found: { userId: ANA, dayStartHour: 4, prolongedTo } }));
    expect(await ask("b", session(ANA))).toEqual({ found: ANA, reads: 1 });
    expect(await ask("b", null)).toEqual({ found: ANA, reads: 0 });
  });

  it("is one of at most 10,000", async () => {
    const { session, ask } = world();
    for (let number = 0; number <= 10_000; number++) await ask(`s${number}`, session(ANA));
    expect((await ask("s1", null)).reads).toBe(0);
    expect((await ask("s0", null)).reads).toBe(1);
  });
});

describe("whose sessions are ended", () => {
  it.each(["here", "elsewhere"])(
    "is asked for again, and for the minute that their transaction may take (%s)",
    async (where) => {
      const { memory, session, pass, ask } = world();
      const end = () => (where === "here" ? memory.forget(ANA) : memory.listener.onNotification(String(ANA)));
      await ask("a", session(ANA));
      await ask("l", session(LUIS));
      end();
      expect(await ask("a", session(ANA))).toEqual({ found: ANA, reads: 1 });
      expect(await ask("l", null)).toEqual({ found: LUIS, reads: 0 });
      pass(59_999);
      expect((await ask("a", session(ANA))).reads).toBe(1);
      expect(await ask("a", null)).toEqual({ found: null, reads: 1 });
      pass(1);
      await ask("a", session(ANA));
      expect(await ask("a", null)).toEqual({ found: ANA, reads: 0 });
    },
  );

  it("is not remembered from a read that was under way", async () => {
    const { memory, session, ask } = world();
    await ask("a", session(ANA), () => memory.forget(ANA));
    expect(await ask("a", null)).toEqual({ found: null, reads: 1 });
  });
});

describe("a server that would not hear of an end", () => {
  it("remembers nothing", async () => {
    const { memory, session, ask } = world({ isListening: false });
    await ask("a", session(ANA));
    expect((await ask("a", session(ANA))).reads).toBe(1);
    memory.listener.onListening();
    await ask("a", session(ANA));
    expect((await ask("a", null)).reads).toBe(0);
    memory.listener.onLost();
    expect((await ask("a", session(ANA))).reads).toBe(1);
    memory.listener.onListening();
    expect(await ask("a", null)).toEqual({ found: null, reads: 1 });
  });

  it("remembers nothing from a read that began before it listened again", async () => {
    const { memory, session, ask } = world();
    await ask("a", session(ANA), () => {
      memory.listener.onLost();
      memory.listener.onListening();
    });
    expect(await ask("a", null)).toEqual({ found: null, reads: 1 });
  });
});
