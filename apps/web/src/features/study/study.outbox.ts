import type { OutboxEntry, OutboxStore, ReviewEntry, UndoEntry } from "#features/study/study.outbox-store.ts";

/**
 * What became of an entry that was sent. `settled`: the server has it, or will never take it. `failed`: try again,
 * not before `retryAfterMs` if the server said so. `stranger`: not this user's session; nothing more may be sent.
 */
export type Delivery =
  | { outcome: "settled" }
  | { outcome: "failed"; retryAfterMs: number | null }
  | { outcome: "stranger" };

export type OutboxStatus = {
  waiting: number;
  /** Something has waited longer than a quick answer takes, or an attempt failed: worth a word on the screen. */
  late: boolean;
};

export type OutboxClock = {
  now: () => number;
  setTimeout: (callback: () => void, ms: number) => unknown;
  clearTimeout: (timer: unknown) => void;
  /** 0 to below 1. */
  random: () => number;
};

export type OutboxDependencies = {
  userId: number;
  store: OutboxStore;
  /** When the store holds all that an earlier page left. */
  ready: Promise<void>;
  deliver: (entry: OutboxEntry, waitedMs: number) => Promise<Delivery>;
  /** Runs the work while no other tab runs its own. */
  alone: (work: () => Promise<void>) => Promise<void>;
  clock: OutboxClock;
  /** Everything has arrived. */
  onDrained: () => void;
  /** The store holds something else than before, for the other tabs. */
  onChanged: () => void;
};

const LATE = 2000;
const FIRST_DELAY = 1000;
const LONGEST_DELAY = 30_000;
const LONGEST_WAIT_TOLD = 30 * 86_400_000;

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Brings ratings and undos of one user to the server, in their order, one after another, in the background, until
 * they have arrived. Nothing waits for it.
 */
export function createOutbox({
  userId,
  store,
  ready,
  deliver,
  alone,
  clock,
  onDrained,
  onChanged,
}: OutboxDependencies) {
  let running = false;
  let sending = false;
  let sendAgain = false;
  let failures = 0;
  let lastAttempt = Number.NEGATIVE_INFINITY;
  let notBefore = Number.NEGATIVE_INFINITY;
  let retryTimer: unknown;
  let lateTimer: unknown;
  let arrived = false;
  let writes: Promise<unknown> = ready;
  let status: OutboxStatus = { waiting: 0, late: false };
  const listeners = new Set<() => void>();

  async function refresh(): Promise<void> {
    const { count, oldest } = await store.waiting(userId);
    const age = oldest === null ? 0 : clock.now() - oldest;
    const late = count > 0 && (failures > 0 || age >= LATE);
    clock.clearTimeout(lateTimer);
    if (count > 0 && !late && running) lateTimer = clock.setTimeout(() => void refresh(), LATE - age);
    const drained = count === 0 && (arrived || status.waiting > 0);
    if (count !== status.waiting || late !== status.late) {
      status = { waiting: count, late };
      for (const listener of listeners) listener();
    }
    if (drained) {
      arrived = false;
      onDrained();
    }
  }

  function stopWaiting(): void {
    clock.clearTimeout(retryTimer);
    retryTimer = undefined;
  }

  function retryLater(retryAfterMs: number | null): void {
    failures += 1;
    const backOff = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (failures - 1));
    // Half fixed, half by chance: after an outage not everybody comes back in the same second.
    const delay = Math.max(retryAfterMs ?? 0, backOff * (0.5 + clock.random() / 2));
    if (retryAfterMs !== null) notBefore = clock.now() + retryAfterMs;
    stopWaiting();
    retryTimer = clock.setTimeout(() => {
      stopWaiting();
      void send();
    }, delay);
  }

  /** Sends until nothing is left or something went wrong; tells whether anything arrived. */
  async function sendAll(): Promise<boolean> {
    let any = false;
    while (running && retryTimer === undefined) {
      const entry = await store.claimFirst(userId);
      if (!entry || !running) break;
      lastAttempt = clock.now();
      const waitedMs = Math.min(LONGEST_WAIT_TOLD, Math.max(0, Math.round(clock.now() - entry.at)));
      const delivery = await deliver(entry, waitedMs);
      if (delivery.outcome === "stranger") {
        stop();
        failures += 1;
        break;
      }
      if (delivery.outcome === "failed") {
        if (running) retryLater(delivery.retryAfterMs);
        await refresh();
        break;
      }
      await store.remove(entry.seq);
      failures = 0;
      any = true;
      arrived = true;
      if (status.waiting > 1 || status.late) await refresh();
    }
    return any;
  }

  async function send(): Promise<void> {
    sendAgain = true;
    if (sending || !running || retryTimer !== undefined) return;
    sending = true;
    try {
      while (sendAgain && running && retryTimer === undefined) {
        sendAgain = false;
        await alone(async () => {
          if (await sendAll()) onChanged();
        });
      }
    } finally {
      sending = false;
      await refresh();
    }
  }

  /** Sends now although a retry is planned for later, unless the server asked for patience. */
  function sendNow(): void {
    if (retryTimer !== undefined) {
      if (clock.now() < notBefore) return;
      stopWaiting();
    }
    void send();
  }

  function keep(written: Promise<void>): void {
    writes = Promise.all([written, writes]).then(
      async () => {
        onChanged();
        await refresh();
        // A new rating is a good moment to try again, but not many times a second.
        if (clock.now() - lastAttempt >= FIRST_DELAY) sendNow();
        else void send();
      },
      (error: unknown) => console.error("A rating could not be kept", error),
    );
  }

  function stop(): void {
    running = false;
    stopWaiting();
    clock.clearTimeout(lateTimer);
  }

  return {
    userId,

    /** Begins to send; after a stop, begins again. */
    start(): void {
      if (running) return;
      running = true;
      failures = 0;
      void ready.then(send);
    },

    /** Sends no more; what waits, waits for the next start, here or on another day. */
    stop,

    rate(review: Omit<ReviewEntry, "kind" | "userId" | "at">): void {
      const entry: ReviewEntry = { ...review, kind: "review", userId, at: clock.now() };
      keep(store.add(entry));
    },

    undo(cardId: number, reviewId: string): void {
      const entry: UndoEntry = { kind: "undo", userId, cardId, reviewId, at: clock.now() };
      keep(store.addUndo(entry));
    },

    /** The network is back, or the page in front again. */
    wake: sendNow,

    /** Another tab changed what waits. */
    changedElsewhere(): void {
      void refresh();
      void send();
    },

    /** The cards whose rating has not arrived, so that the server still takes them for due. */
    async cardsOnTheWay(): Promise<Set<number>> {
      await writes;
      const cards = new Set<number>();
      for (const entry of await store.all(userId)) {
        if (entry.kind === "review") cards.add(entry.cardId);
        else cards.delete(entry.cardId);
      }
      return cards;
    },

    /** Tries to bring everything to the server within a time, and tells whether it succeeded. */
    async flush(timeoutMs: number): Promise<boolean> {
      await writes;
      await refresh();
      if (status.waiting === 0) return true;
      sendNow();
      return new Promise((resolve) => {
        const finish = (result: boolean) => {
          clock.clearTimeout(timer);
          listeners.delete(check);
          resolve(result);
        };
        const check = () => {
          if (status.waiting === 0) finish(true);
        };
        const timer = clock.setTimeout(() => finish(false), timeoutMs);
        listeners.add(check);
      });
    },

    status: () => status,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
