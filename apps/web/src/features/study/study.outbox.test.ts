import "fake-indexeddb/auto";
import fc from "fast-check";
import { deleteDB } from "idb";
import { describe, expect, it } from "vitest";
import { createOutbox, type Delivery, type Outbox } from "#features/study/study.outbox.ts";
import { journaledOutboxStore } from "#features/study/study.outbox-journal.ts";
import {
  databaseOutboxStore,
  memoryOutboxStore,
  type OutboxEntry,
  type OutboxStore,
  openStudyDatabase,
  resilientOutboxStore,
} from "#features/study/study.outbox-store.ts";
import { consoleOutput } from "#testing/setup.ts";

const USER = 1;

/** Lets promises and the database get on with it. */
const settle = async (turns = 12) => {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
};

/** Time that only moves when told, with all that waits for it. */
function fakeTime() {
  let now = 1_000_000;
  let id = 0;
  const timers = new Map<number, { at: number; callback: () => void }>();
  return {
    clock: {
      now: () => now,
      setTimeout: (callback: () => void, ms: number) => {
        id += 1;
        timers.set(id, { at: now + ms, callback });
        return id;
      },
      clearTimeout: (timer: unknown) => void timers.delete(timer as number),
      random: () => 0.5,
    },
    timers,
    async advance(ms: number) {
      const end = now + ms;
      for (;;) {
        await settle(4);
        const due = [...timers].filter(([, timer]) => timer.at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
        if (!due) break;
        now = due[1].at;
        timers.delete(due[0]);
        due[1].callback();
      }
      now = end;
      await settle(4);
    },
  };
}

type Fate = "arrives" | "is lost" | "loses its answer" | "is refused for now";

/** A server that knows each review by its id, behind a network that does what it likes. */
function fakeServer(fates: Fate[] = []) {
  const log: string[] = [];
  const applied = new Map<string, "standing" | "undone">();
  const received: OutboxEntry[] = [];
  const waits: number[] = [];
  const deliver = async (entry: OutboxEntry, waitedMs: number): Promise<Delivery> => {
    const fate = fates.shift() ?? "arrives";
    await settle(1);
    if (fate === "is lost") return { outcome: "failed", retryAfterMs: null };
    if (fate === "is refused for now") return { outcome: "failed", retryAfterMs: 5000 };
    received.push(entry);
    waits.push(waitedMs);
    if (entry.kind === "review" && !applied.has(entry.reviewId)) {
      applied.set(entry.reviewId, "standing");
      log.push(entry.reviewId);
    }
    if (entry.kind === "undo") applied.set(entry.reviewId, "undone");
    return fate === "arrives" ? { outcome: "settled" } : { outcome: "failed", retryAfterMs: null };
  };
  return { deliver, log, applied, received, waits };
}

type Options = Partial<Parameters<typeof createOutbox>[0]> & { store: OutboxStore };

function outboxWith(options: Options, time = fakeTime()) {
  const events: string[] = [];
  const outbox = createOutbox({
    userId: USER,
    ready: Promise.resolve(),
    deliver: async () => ({ outcome: "settled" }),
    alone: (work) => work(),
    clock: time.clock,
    onDrained: () => events.push("drained"),
    onChanged: () => events.push("changed"),
    ...options,
  });
  return { outbox, time, events };
}

const rate = (outbox: Outbox, reviewId: string, cardId = 1) =>
  outbox.rate({ cardId, reviewId, difficulty: "easy", answerResult: "correct", durationMs: 5, studySessionId: null });

let databases = 0;
async function freshDatabase() {
  databases += 1;
  const name = `outbox-test-${databases}`;
  return { name, open: async () => databaseOutboxStore(await openStudyDatabase(name)), drop: () => deleteDB(name) };
}

describe.each([
  ["memory", async () => memoryOutboxStore()],
  ["IndexedDB", async () => (await freshDatabase()).open()],
])("a store in %s", (_, open) => {
  const review = (reviewId: string, userId = USER): OutboxEntry & { kind: "review" } => ({
    kind: "review",
    userId,
    cardId: 1,
    reviewId,
    difficulty: "hard",
    answerResult: "incorrect",
    durationMs: 1,
    studySessionId: 3,
    at: 10,
  });
  const undo = (reviewId: string) => ({ kind: "undo", userId: USER, cardId: 1, reviewId, at: 20 }) as const;

  it("keeps the order, and the same rating only once", async () => {
    const store = await open();
    await Promise.all([store.add(review("a")), store.add(review("b")), store.add(review("a"))]);
    expect((await store.all(USER)).map(({ reviewId }) => reviewId)).toEqual(["a", "b"]);
    expect(await store.waiting(USER)).toEqual({ count: 2, oldest: 10 });
    expect(await store.claimFirst(USER)).toMatchObject({ reviewId: "a", attempted: true });
  });

  it("removes a rating that was never sent, and queues the undo of one that may have arrived", async () => {
    const store = await open();
    await store.add(review("a"));
    await store.addUndo(undo("a"));
    expect(await store.all(USER)).toEqual([]);
    await store.add(review("b"));
    await store.claimFirst(USER);
    await store.addUndo(undo("b"));
    await store.addUndo(undo("b"));
    await store.addUndo(undo("long arrived"));
    expect((await store.all(USER)).map(({ kind, reviewId }) => `${kind} ${reviewId}`)).toEqual([
      "review b",
      "undo b",
      "undo long arrived",
    ]);
  });

  it("keeps users apart", async () => {
    const store = await open();
    await store.add(review("theirs", 2));
    await store.add(review("mine"));
    expect(await store.claimFirst(USER)).toMatchObject({ reviewId: "mine" });
    expect(await store.waiting(2)).toEqual({ count: 1, oldest: 10 });
    expect(await store.waiting(3)).toEqual({ count: 0, oldest: null });
  });
});

it("goes on in memory when there is no database", async () => {
  const store = resilientOutboxStore(Promise.reject(new Error("private window")));
  const server = fakeServer();
  const { outbox } = outboxWith({ store, deliver: server.deliver });
  outbox.start();
  rate(outbox, "a");
  await settle();
  expect(server.log).toEqual(["a"]);
  expect(consoleOutput("warn")).toEqual(["Ratings are kept in memory only"]);
});

describe("the outbox", () => {
  it("sends at once, in order, with the time that each rating has waited", async () => {
    const server = fakeServer(["is lost"]);
    const { outbox, time, events } = outboxWith({ store: memoryOutboxStore(), deliver: server.deliver });
    outbox.start();
    rate(outbox, "a");
    await settle();
    expect(server.log).toEqual([]);
    rate(outbox, "b", 2);
    await settle();
    await time.advance(1000);
    expect(server.log).toEqual(["a", "b"]);
    expect(server.waits).toEqual([750, 750]);
    expect(events).toContain("changed");
    expect(events.filter((event) => event === "drained")).toHaveLength(1);
    expect(outbox.status()).toEqual({ waiting: 0, late: false });
  });

  it("says nothing while all goes well, and tells what waits after a failure or two seconds", async () => {
    let answer: (delivery: Delivery) => void = () => {};
    const deliver = () => new Promise<Delivery>((resolve) => (answer = resolve));
    const { outbox, time } = outboxWith({ store: memoryOutboxStore(), deliver });
    outbox.start();
    rate(outbox, "a");
    await settle();
    expect(outbox.status()).toEqual({ waiting: 1, late: false });
    await time.advance(2000);
    expect(outbox.status()).toEqual({ waiting: 1, late: true });
    answer({ outcome: "settled" });
    await settle();
    expect(outbox.status()).toEqual({ waiting: 0, late: false });
    rate(outbox, "b");
    await settle();
    answer({ outcome: "failed", retryAfterMs: null });
    await settle();
    expect(outbox.status()).toEqual({ waiting: 1, late: true });
  });

  it("backs off more and more, never beyond half a minute", async () => {
    const attempts: number[] = [];
    const time = fakeTime();
    const deliver = async (): Promise<Delivery> => {
      attempts.push(time.clock.now());
      return { outcome: "failed", retryAfterMs: null };
    };
    const { outbox } = outboxWith({ store: memoryOutboxStore(), deliver }, time);
    outbox.start();
    rate(outbox, "a");
    await time.advance(120_000);
    const pauses = attempts.slice(1).map((moment, index) => moment - (attempts[index] ?? 0));
    expect(pauses.slice(0, 7)).toEqual([750, 1500, 3000, 6000, 12_000, 22_500, 22_500]);
  });

  it("tries again when the network is back, but respects Retry-After", async () => {
    const server = fakeServer(["is lost", "is refused for now"]);
    const { outbox, time } = outboxWith({ store: memoryOutboxStore(), deliver: server.deliver });
    outbox.start();
    rate(outbox, "a");
    await settle();
    outbox.wake();
    await settle();
    outbox.wake();
    rate(outbox, "b");
    await time.advance(4900);
    expect(server.received).toEqual([]);
    await time.advance(200);
    expect(server.log).toEqual(["a", "b"]);
  });

  it("forgets an undone rating that was never sent, and undoes after one that was", async () => {
    const server = fakeServer(["loses its answer"]);
    const { outbox, time } = outboxWith({ store: memoryOutboxStore(), deliver: server.deliver });
    rate(outbox, "never sent");
    outbox.undo(1, "never sent");
    await settle();
    expect(outbox.status().waiting).toBe(0);
    outbox.start();
    rate(outbox, "sent");
    await settle();
    outbox.undo(1, "sent");
    expect(await outbox.cardsOnTheWay()).toEqual(new Set());
    await time.advance(5000);
    expect(server.received.map(({ kind, reviewId }) => `${kind} ${reviewId}`)).toEqual([
      "review sent",
      "review sent",
      "undo sent",
    ]);
    expect(server.applied).toEqual(new Map([["sent", "undone"]]));
  });

  it("stops and keeps everything when the session is another's, until the user is back", async () => {
    const store = memoryOutboxStore();
    const deliveries: string[] = [];
    let signedIn = false;
    const deliver = async ({ reviewId }: OutboxEntry): Promise<Delivery> => {
      if (!signedIn) return { outcome: "stranger" };
      deliveries.push(reviewId);
      return { outcome: "settled" };
    };
    const { outbox, time } = outboxWith({ store, deliver });
    outbox.start();
    rate(outbox, "a");
    await time.advance(60_000);
    outbox.wake();
    rate(outbox, "b");
    await time.advance(60_000);
    expect((await store.all(USER)).length).toBe(2);

    const theirs: string[] = [];
    const other = outboxWith({
      store,
      userId: 2,
      deliver: async ({ reviewId }) => {
        theirs.push(reviewId);
        return { outcome: "settled" };
      },
    });
    other.outbox.start();
    rate(other.outbox, "theirs");
    await settle();
    expect(theirs).toEqual(["theirs"]);

    signedIn = true;
    outbox.start();
    await settle();
    expect(deliveries).toEqual(["a", "b"]);
  });

  it("flushes within a time, and tells whether it could", async () => {
    const server = fakeServer(["is lost", "is lost", "is lost", "is lost"]);
    const { outbox, time } = outboxWith({ store: memoryOutboxStore(), deliver: server.deliver });
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
});

describe("whatever the network does, and whenever the page is reloaded", () => {
  const fate = fc.constantFrom<Fate>("arrives", "is lost", "loses its answer", "is refused for now");
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.constant("rate" as const) },
    { weight: 2, arbitrary: fc.constant("undo" as const) },
    { weight: 2, arbitrary: fc.constant("reload" as const) },
    { weight: 2, arbitrary: fc.constant("wait" as const) },
    { weight: 1, arbitrary: fc.constant("breathe" as const) },
  );

  it("every rating arrives exactly once and in order, and every undone one does not stand", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.array(fate, { maxLength: 20 }), async (steps, fates) => {
        const database = await freshDatabase();
        const server = fakeServer(fates);
        const time = fakeTime();
        const notes = new Map<string, string>();
        const storage = {
          getItem: (key: string) => notes.get(key) ?? null,
          setItem: (key: string, value: string) => void notes.set(key, value),
          removeItem: (key: string) => void notes.delete(key),
        };
        // A page that is reloaded does nothing any more: what it had begun neither goes on nor hears an answer.
        const openPage = async () => {
          const alive = { now: true };
          const whileAlive = <T>(work: () => Promise<T>): Promise<T> =>
            alive.now ? work().then((value) => (alive.now ? value : new Promise<T>(() => {}))) : new Promise(() => {});
          const stored = await database.open();
          const guarded = Object.fromEntries(
            Object.entries(stored).map(([name, operation]) => [
              name,
              (argument: never) => whileAlive(() => (operation as (argument: never) => Promise<unknown>)(argument)),
            ]),
          ) as OutboxStore;
          const journal = journaledOutboxStore(guarded, storage);
          const { outbox } = outboxWith(
            {
              store: journal.store,
              ready: journal.replayed,
              deliver: (entry, waited) => whileAlive(() => server.deliver(entry, waited)),
            },
            time,
          );
          outbox.start();
          return {
            outbox,
            kill: () => {
              alive.now = false;
              outbox.stop();
            },
          };
        };

        let page = await openPage();
        const rated: string[] = [];
        const undone = new Set<string>();
        for (const [index, one] of steps.entries()) {
          if (one === "rate") {
            rated.push(`r${index}`);
            rate(page.outbox, `r${index}`, index);
          } else if (one === "undo") {
            const last = rated.findLast((id) => !undone.has(id));
            if (last) {
              undone.add(last);
              page.outbox.undo(Number(last.slice(1)), last);
            }
          } else if (one === "reload") {
            page.kill();
            page = await openPage();
          } else if (one === "wait") await time.advance(3000);
          else await settle(1);
        }
        // What is begun takes real turns of the event loop; what is planned takes time that is told.
        for (let turn = 0; turn < 50 && !(turn > 0 && page.outbox.status().waiting === 0); turn++) {
          await settle(20);
          await time.advance(60_000);
        }
        expect(page.outbox.status()).toEqual({ waiting: 0, late: false });
        expect(await page.outbox.cardsOnTheWay()).toEqual(new Set());
        const standing = [...server.applied].filter(([, state]) => state === "standing").map(([id]) => id);
        expect(standing.toSorted()).toEqual(rated.filter((id) => !undone.has(id)).toSorted());
        expect(server.log).toEqual(rated.filter((id) => server.log.includes(id)));
        expect(new Set(server.log).size).toBe(server.log.length);
        page.kill();
      }),
      { numRuns: 50, interruptAfterTimeLimit: 10_000, markInterruptAsFailure: false },
    );
  }, 20_000);

  it("two tabs send each rating once, one tab at a time, in the order of all", async () => {
    const database = await freshDatabase();
    let busy: Promise<void> = Promise.resolve();
    const alone = (work: () => Promise<void>) => {
      busy = busy.then(work);
      return busy;
    };
    const time = fakeTime();
    let sending = 0;
    const arrived: string[] = [];
    const deliver = async ({ reviewId }: OutboxEntry): Promise<Delivery> => {
      sending += 1;
      expect(sending).toBe(1);
      await settle(2);
      sending -= 1;
      arrived.push(reviewId);
      return { outcome: "settled" };
    };
    const tabs: Outbox[] = [];
    for (const store of [await database.open(), await database.open()]) {
      const onChanged = () => {
        for (const tab of tabs) if (tab !== outbox) tab.changedElsewhere();
      };
      const { outbox } = outboxWith({ store, deliver, alone, onChanged }, time);
      tabs.push(outbox);
      outbox.start();
    }
    const [left, right] = tabs as [Outbox, Outbox];
    for (let turn = 0; turn < 5; turn++) {
      rate(left, `left ${turn}`);
      await settle(1);
      rate(right, `right ${turn}`);
      await settle(1);
    }
    await time.advance(1000);
    await settle(40);
    expect(arrived).toEqual([0, 1, 2, 3, 4].flatMap((turn) => [`left ${turn}`, `right ${turn}`]));
    expect(left.status()).toEqual({ waiting: 0, late: false });
    expect(right.status()).toEqual({ waiting: 0, late: false });
  });
});
