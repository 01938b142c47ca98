import "#testing/indexed-db.ts";
import { DatabaseConnection } from "#features/device/device.connection.ts";
import { openStudyDatabase, type StudyDatabase } from "#features/device/device.database.ts";
import type { DeliveryResult } from "#features/device/outbox/outbox.delivery.ts";
import type {
  EditEntry,
  OutboxEntry,
  RatingEntry,
  StoredEntry,
  UndoEntry,
} from "#features/device/outbox/outbox.entry.ts";
import { countAnswers, JournaledStore, type TabStorage } from "#features/device/outbox/outbox.journal.ts";
import { Outbox, type OutboxOptions } from "#features/device/outbox/outbox.queue.ts";
import { createDatabaseOutboxStore, type OutboxStore, selectForOneCall } from "#features/device/outbox/outbox.store.ts";
import { sampleOf } from "#testing/sample.ts";

export const USER = 1;

/** Lets pending promises and the fake database continue. */
export async function runTasks(turns = 12): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
}

/** A clock with timers that only advances on request. */
export function fakeTime() {
  let monotonic = 0;
  let wallClock = 1_000_000;
  let id = 0;
  const timers = new Map<number, { at: number; callback: () => void }>();
  return {
    clock: {
      now: () => wallClock + monotonic,
      monotonic: () => monotonic,
      setTimeout: (callback: () => void, ms: number) => {
        id += 1;
        timers.set(id, { at: monotonic + ms, callback });
        return id;
      },
      clearTimeout: (timer: unknown) => void timers.delete(timer as number),
      random: () => 0.5,
    },
    async advance(ms: number) {
      const end = monotonic + ms;
      for (;;) {
        await runTasks(4);
        const due = [...timers].filter(([, timer]) => timer.at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
        if (!due) break;
        monotonic = due[1].at;
        timers.delete(due[0]);
        due[1].callback();
      }
      monotonic = end;
      await runTasks(4);
    },
    /** The clock of the device is set, or the device sleeps: the page cannot distinguish these. */
    moveWallClock(ms: number) {
      wallClock += ms;
    },
  };
}

export const RETRY = { type: "retry", retryAfterMs: null, settled: [] } satisfies DeliveryResult;

export type Fate = "arrives" | "is lost" | "loses its response" | "is refused for now" | "takes some";

/** A server that counts each review once, behind an unreliable network: `fates` are the outcomes of the deliveries. */
export function unreliableServer(fates: Fate[] = []) {
  const log: string[] = [];
  const applied = new Map<string, "standing" | "undone">();
  const received: OutboxEntry[] = [];
  const waits: number[] = [];
  const deliver: OutboxOptions["deliver"] = async (entries, waitedMs) => {
    const fate = fates.shift() ?? "arrives";
    await runTasks(1);
    if (fate === "is lost") return RETRY;
    if (fate === "is refused for now") return { ...RETRY, retryAfterMs: 5000 };
    // Of several entries it may take only some.
    const taken = fate === "arrives" ? entries : entries.slice(0, Math.ceil(entries.length / 2));
    received.push(...taken);
    waits.push(...waitedMs.slice(0, taken.length));
    for (const entry of taken) {
      if (entry.kind === "review" && !applied.has(entry.reviewId)) {
        applied.set(entry.reviewId, "standing");
        log.push(entry.reviewId);
      }
      if (entry.kind === "undo") applied.set(entry.reviewId, "undone");
    }
    if (fate === "takes some") return { ...RETRY, settled: taken };
    return fate === "arrives" ? { type: "done" } : RETRY;
  };
  return { deliver, log, applied, received, waits };
}

type Options = Partial<OutboxOptions>;

export function outboxWith(options: Options, time = fakeTime()) {
  const events: string[] = [];
  const outbox = new Outbox({
    userId: USER,
    store: openStore(),
    deliver: async () => ({ type: "done" }),
    serverNow: async () => null,
    withLock: (work) => work(),
    clock: time.clock,
    onEmpty: () => events.push("empty"),
    onChanged: () => events.push("changed"),
    ...options,
  });
  return { outbox, time, events };
}

export function rate(outbox: Outbox, reviewId: string, cardId = 1): void {
  outbox.rate(cardId, { reviewId, difficulty: "easy", answerResult: "correct", durationMs: 5, studySessionId: null });
}

const ENTRY = { userId: USER, cardId: 1, reviewId: "0195b6f0-0000-4000-8000-000000000000" };

export const ratingEntry = sampleOf<RatingEntry>({
  kind: "review",
  ...ENTRY,
  difficulty: "hard",
  answerResult: "incorrect",
  durationMs: 1200,
  studySessionId: 4,
  at: 10,
});

export const undoEntry = sampleOf<UndoEntry>({
  kind: "undo",
  ...ENTRY,
  at: 20,
});

export const editEntry = sampleOf<EditEntry>({
  kind: "change",
  ...ENTRY,
  call: { method: "PUT", path: "/api/cards/{id}", changes: ["cards"] },
  input: { params: { id: 1 }, body: { front: "H₂O", back: "agua" } },
  subject: "H₂O",
  at: 15,
});

let databases = 0;

/** A database that answers at once, for tests of what time does. */
function createMemoryDatabase(): OutboxStore {
  let entries: StoredEntry[] = [];
  const selectOwn = (userId: number) => entries.filter((entry) => entry.userId === userId);
  const isSame = (one: OutboxEntry) => (other: OutboxEntry) =>
    one.reviewId === other.reviewId && one.kind === other.kind;
  return {
    async add(entry) {
      const unsent = entries.find(({ reviewId, kind, attempted }) => {
        return entry.kind === "undo" && kind === "review" && reviewId === entry.reviewId && !attempted;
      });
      if (unsent) entries = entries.filter((one) => one !== unsent);
      else if (!entries.some(isSame(entry))) entries.push({ attempted: false, ...entry });
    },
    async claim(userId, listSize) {
      const claimed = selectForOneCall(selectOwn(userId), listSize);
      for (const entry of claimed) entry.attempted = true;
      return claimed.map((entry) => ({ ...entry }));
    },
    hasSealed: async () => false,
    async noteFailure(entry) {
      const found = entries.find(isSame(entry));
      if (found) Object.assign(found, { failures: entry.failures, failedAt: entry.failedAt });
    },
    async remove(removed) {
      entries = entries.filter((entry) => !removed.some(isSame(entry)));
      return true;
    },
    waiting: async (userId) => {
      const own = selectOwn(userId);
      return { count: own.length, answers: countAnswers(own), oldest: own[0], isKnown: true };
    },
    all: async (userId) => selectOwn(userId),
    changes: async (userId) => selectOwn(userId).filter((entry) => entry.kind === "change"),
  };
}

/** Returns the store of a page, by default with a database of its own and without a journal that survives it. */
export function openStore(database: OutboxStore = createMemoryDatabase(), storage?: TabStorage): JournaledStore {
  return new JournaledStore(database, storage);
}

/** A database that the browser does not give. */
export function failingStore(): OutboxStore {
  const fail = () => Promise.reject(new Error("private window"));
  return {
    add: fail,
    claim: fail,
    hasSealed: fail,
    noteFailure: fail,
    remove: fail,
    waiting: fail,
    all: fail,
    changes: fail,
  };
}

export function createTabStorage(): TabStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/** Creates a database that any number of pages can open. */
export function freshDatabase() {
  databases += 1;
  const name = `outbox-test-${databases}`;
  return {
    open: () =>
      createDatabaseOutboxStore(new DatabaseConnection<StudyDatabase>({ open: () => openStudyDatabase(name) })),
  };
}
