import "#testing/indexed-db.ts";
import { AsyncLocalStorage } from "node:async_hooks";
import { type BatchAction, cardEndpoints } from "@repasa/contract/cards.ts";
import type { Endpoint } from "@repasa/contract/endpoint.ts";
import { folderEndpoints } from "@repasa/contract/folders.ts";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { applyChange } from "#features/device/changes/changes.apply.ts";
import { deliverChange, refuseFailed, resolveRating } from "#features/device/changes/changes.delivery.ts";
import { makeLocalId, readIds, resolveIds } from "#features/device/changes/changes.ids.ts";
import { listRefused } from "#features/device/changes/changes.refused.ts";
import { applyWaiting } from "#features/device/changes/changes.waiting.ts";
import { connectCopy } from "#features/device/copy/copy.database.ts";
import { followFeed } from "#features/device/copy/copy.feed.ts";
import { DatabaseConnection } from "#features/device/device.connection.ts";
import { openStudyDatabase } from "#features/device/device.database.ts";
import { createDelivery } from "#features/device/outbox/outbox.delivery.ts";
import { JournaledStore } from "#features/device/outbox/outbox.journal.ts";
import { Outbox } from "#features/device/outbox/outbox.queue.ts";
import { createDatabaseOutboxStore } from "#features/device/outbox/outbox.store.ts";
import type { AnyInput } from "#lib/server-calls.ts";
import { newUuid } from "#lib/uuid.ts";
import { FakeAccount } from "#testing/fake-account.ts";
import { fakeTime, runTasks } from "#testing/outbox.ts";
import { consoleOutput } from "#testing/setup.ts";

// Two devices of one account, with three tabs each, that write and rate with and without a network, lose calls and answers, are
// closed and killed, sleep, and have their clocks set. In the end the server must have each change once, each rating at the time at
// which it was given, and each device what the server has. OPERATIONS sets the number of operations.

const OPERATIONS = Number(process.env.OPERATIONS ?? 150);
/** Longer than the longest pause between two attempts. */
const RETRY_MS = 31_000;
const HOUR_MS = 3_600_000;
/** The tabs of a device advance one after another, and the outbox tolerates a minute between its clocks. */
const TOLERANCE_MS = 60_000 + 2 * RETRY_MS;

const kinds = [
  ...[
    "create card",
    "create card",
    "edit card",
    "edit card",
    "delete card",
    "move card",
    "suspend card",
    "resume card",
  ],
  ...["create folder", "rename folder", "delete folder", "rate", "rate", "undo"],
  ...["go offline", "go online", "go online", "follow", "close tab", "kill tab", "lose call", "lose answer", "wait"],
  ...["set clock forward", "set clock back", "set clock right", "set clock right", "sleep", "sleep", "sleep"],
] as const;
const operation = fc.record({
  kind: fc.constantFrom(...kinds),
  device: fc.nat({ max: 1 }),
  tab: fc.nat({ max: 2 }),
  pick: fc.nat({ max: 9999 }),
});
type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never;
type Fate = "arrives" | "loses call" | "loses answer";
/** `at`: the time at which it was given. `setBy`: by how much the device's clock had been set by then. */
type Rating = { cardId: number; undone: boolean; at: number; setBy: number };

const running = new AsyncLocalStorage<Tab>();
let users = 5000;

/** The part of the copy's service that belongs to a tab, with an outbox of its own. */
class Tab {
  readonly device: Device;
  readonly time = fakeTime();
  readonly #storage: Storage;
  outbox: Outbox;

  constructor(device: Device) {
    this.device = device;
    const stored = new Map<string, string>();
    this.#storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    } as Storage;
    this.outbox = this.#open();
  }

  /** Returns the true time, which no clock of the device has after it slept and its clock was set. */
  now(): number {
    return this.time.clock.now() - this.device.setBy;
  }

  /** Drops all memory of the page. A killed one leaves no time for what it is doing. */
  reopen(): void {
    this.outbox.stop();
    this.outbox = this.#open();
  }

  #open(): Outbox {
    const { device } = this;
    const connection = new DatabaseConnection({ open: () => openStudyDatabase(`study-${device.userId}`) });
    const store = new JournaledStore(createDatabaseOutboxStore(connection), this.#storage);
    const outbox = new Outbox({
      ...{ userId: device.userId, store, clock: this.time.clock, onEmpty: () => {} },
      deliver: createDelivery({
        userId: device.userId,
        isSignedIn: () => true,
        onUnauthorized: () => {},
        loadChanges: async () => ({ deliverChange, refuseFailed, resolveRating }),
      }),
      serverNow: async () => this.now(),
      withLock: (work) => device.lock(work),
      onChanged: () => device.tellOthers(this),
    });
    running.run(this, () => outbox.start());
    return outbox;
  }

  async write(endpoint: Endpoint, given: AnyInput): Promise<boolean> {
    const { copy } = this.device;
    const input = resolveIds(endpoint.path, given, await copy.use(readIds));
    const isCreation = endpoint.method === "POST" && endpoint.path !== cardEndpoints.batch.path;
    const change = {
      ...{ call: endpoint, input, reviewId: newUuid(), cardId: Number(input.params?.id ?? 0) },
      ...(isCreation && { localId: makeLocalId() }),
    };
    const { method, path, changes } = endpoint;
    const call = { method, path, changes };
    const applied = await copy.use((database) => applyChange(database, change, this.time.clock.now()));
    if (!applied) return false;
    const { edited, subject } = applied;
    await this.outbox.add({ kind: "change", ...change, call, subject, ...(edited && { edited }) });
    return true;
  }
}

class Device {
  readonly userId = ++users;
  readonly copy = connectCopy(this.userId);
  readonly tabs: Tab[] = [];
  isOnline = true;
  fate: Fate = "arrives";
  /** The texts that were typed, and what was rated. */
  readonly typed: string[] = [];
  readonly ratings = new Map<string, Rating>();
  /** How far the clock is ahead of the true time, in milliseconds. */
  setBy = 0;
  #locked: Promise<unknown> = Promise.resolve();

  open(): void {
    this.tabs.push(new Tab(this), new Tab(this), new Tab(this));
  }

  lock(work: () => Promise<void>): Promise<void> {
    const done = this.#locked.then(work);
    this.#locked = done.catch(() => {});
    return done;
  }

  tellOthers(tab: Tab): void {
    for (const other of this.tabs) if (other !== tab) running.run(other, () => other.outbox.handleChangeElsewhere());
  }

  async follow(): Promise<void> {
    const [tab] = this.tabs;
    if (!this.isOnline || !tab) return;
    const { signal } = new AbortController();
    await running.run(tab, () => this.copy.use((database) => followFeed(database, this.userId, signal)));
    await applyWaiting(this.copy, tab.outbox);
  }

  /** @param ahead How far the clock is ahead of the true time from now on, in milliseconds. */
  setClock(ahead: number): void {
    for (const { time } of this.tabs) time.moveWallClock(ahead - this.setBy);
    this.setBy = ahead;
  }

  /** Time passes, but not on the clock that starts with each page. */
  sleep(ms: number): void {
    for (const { time } of this.tabs) time.moveWallClock(ms);
  }

  async wait(ms = RETRY_MS): Promise<void> {
    for (const tab of this.tabs) await running.run(tab, () => tab.time.advance(ms));
  }
}

/** `arrivals`: when each rating was given, as the first call with it says, and how far the clock was ahead at that call. */
const server = { account: new FakeAccount(), arrivals: new Map<string, { given: number; setBy: number }>() };

async function answerFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const tab = running.getStore();
  // The device may sleep while the call is under way, which its body cannot say.
  const sentAt = tab?.now() ?? Number.NaN;
  await runTasks(1);
  if (!tab?.device.isOnline) throw new TypeError("Failed to fetch");
  const { device } = tab;
  const method = init.method ?? "GET";
  const fate = method === "GET" ? "arrives" : device.fate;
  if (method !== "GET") device.fate = "arrives";
  if (fate === "loses call") throw new TypeError("Failed to fetch");
  const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
  for (const { reviewId, waitedMs } of [body ?? {}, ...(body?.ratings ?? [])]) {
    if (waitedMs === undefined || server.arrivals.has(reviewId)) continue;
    server.arrivals.set(reviewId, { given: sentAt - waitedMs, setBy: device.setBy });
  }
  const answer = server.account.handle(device.userId, method, new URL(String(input), "http://localhost"), body);
  await runTasks(1);
  if (fate === "loses answer" || !device.isOnline) throw new TypeError("Failed to fetch");
  const text = answer.body === undefined ? null : JSON.stringify(answer.body);
  return new Response(text, { status: answer.status });
}

let texts = 0;

async function perform(device: Device, { kind, tab: place, pick }: Operation): Promise<void> {
  const tab = device.tabs[place] as Tab;
  const choose = <Thing>(things: readonly Thing[]): Thing | undefined => things[pick % Math.max(1, things.length)];
  const [cards, folders] = await device.copy.use((database) =>
    Promise.all([database.getAll("cards"), database.getAll("folders")]),
  );
  const card = choose(cards);
  const folder = choose(folders);
  const type = (): string => {
    texts += 1;
    return `texto ${texts}`;
  };
  const write = async (endpoint: Endpoint, input: AnyInput, text?: string) => {
    const isWritten = await running.run(tab, () => tab.write(endpoint, input));
    if (isWritten && text !== undefined) device.typed.push(text);
  };
  const batch = (action: BatchAction, folderId?: number) =>
    card && write(cardEndpoints.batch, { body: { cardIds: [card.id], action, ...(folderId && { folderId }) } });
  const text = type();
  switch (kind) {
    case "create card":
      if (!folder) return;
      return write(
        cardEndpoints.create,
        { params: { id: folder.id }, body: { front: text, back: "x", clientId: newUuid() } },
        text,
      );
    case "edit card": {
      if (!card) return;
      const { front, back } = card;
      return write(
        cardEndpoints.update,
        { params: { id: card.id }, body: { front: text, back, base: { front, back } } },
        text,
      );
    }
    case "delete card":
      return card && write(cardEndpoints.remove, { params: { id: card.id } });
    case "move card":
      return folder && batch("move", folder.id);
    case "suspend card":
      return batch("suspend");
    case "resume card":
      return batch("resume");
    case "create folder":
      return write(folderEndpoints.create, { body: { name: text, clientId: newUuid() } }, text);
    case "rename folder":
      return folder && write(folderEndpoints.update, { params: { id: folder.id }, body: { name: text } }, text);
    case "delete folder":
      // Seldom, because it deletes many cards.
      return folder && pick % 4 === 0 ? write(folderEndpoints.remove, { params: { id: folder.id } }) : undefined;
    case "rate": {
      if (!card) return;
      const reviewId = newUuid();
      device.ratings.set(reviewId, { cardId: card.id, undone: false, at: tab.now(), setBy: device.setBy });
      running.run(tab, () => tab.outbox.rate(card.id, { reviewId, difficulty: "easy", answerResult: "correct" }));
      return;
    }
    case "undo": {
      const found = choose([...device.ratings].filter(([, { undone }]) => !undone));
      if (!found) return;
      const [reviewId, rating] = found;
      rating.undone = true;
      running.run(tab, () => tab.outbox.undo(rating.cardId, reviewId));
      return;
    }
    case "go offline":
      device.isOnline = false;
      return;
    case "go online":
      device.isOnline = true;
      return device.wait();
    case "follow":
      return device.follow();
    case "close tab":
      await tab.outbox.listWaiting();
      return tab.reopen();
    case "kill tab":
      return tab.reopen();
    case "lose call":
      device.fate = "loses call";
      return;
    case "lose answer":
      device.fate = "loses answer";
      return;
    case "wait":
      return device.wait();
    case "set clock forward":
      return device.setClock((pick % 72) * HOUR_MS);
    case "set clock back":
      return device.setClock(-(pick % 72) * HOUR_MS);
    case "set clock right":
      return device.setClock(0);
    case "sleep":
      return device.sleep((pick % 24) * HOUR_MS);
  }
}

async function settle(devices: readonly Device[]): Promise<void> {
  for (const device of devices) {
    device.isOnline = true;
    device.fate = "arrives";
  }
  await vi.waitFor(
    async () => {
      for (const device of devices) {
        await device.wait();
        expect(await device.tabs[0]?.outbox.listWaiting()).toEqual([]);
      }
    },
    { timeout: 60_000 },
  );
  for (const device of devices) await device.follow();
}

/** Compares when a rating was given with what the server knows of it, if it has arrived. */
function compareTime(reviewId: string, { at, setBy }: Pick<Rating, "at" | "setBy">): void {
  const arrival = server.arrivals.get(reviewId);
  if (!arrival) return;
  const late = arrival.given - at;
  // A clock that was behind makes a rating too early by that much at most.
  expect(late, `the time of the rating ${reviewId}`).toBeGreaterThanOrEqual(Math.min(0, setBy) - TOLERANCE_MS);
  const isClockRight = setBy === 0 && arrival.setBy >= 0;
  if (isClockRight) expect(late, `the time of the rating ${reviewId}`).toBeLessThanOrEqual(TOLERANCE_MS);
}

/** Compares a device with the server, after all that waited has been sent. */
async function compare(device: Device): Promise<void> {
  const { account } = server;
  const refused = await listRefused(device.userId);
  const bodies = JSON.stringify(refused);
  expect(device.typed.filter((text) => !account.written.has(text) && !bodies.includes(`"${text}"`))).toEqual([]);
  const ids = await device.copy.use(readIds);
  for (const [reviewId, { cardId, undone, ...rating }] of device.ratings) {
    const card = account.cards.get(ids.get(cardId) ?? cardId);
    const review = account.reviews.get(reviewId);
    if (card && (review || !undone)) expect(review, `the rating ${reviewId}`).toMatchObject({ undone, times: 1 });
    compareTime(reviewId, rating);
  }
  const [cards, folders] = await device.copy.use((database) =>
    Promise.all([database.getAll("cards"), database.getAll("folders")]),
  );
  const byId = <Thing extends { id: number }>(things: Iterable<Thing>) =>
    [...things].toSorted((one, other) => one.id - other.id);
  expect(byId(cards)).toEqual(byId(account.cards.values()));
  expect(byId(folders)).toEqual(byId(account.folders.values()));
}

it("leaves nothing lost or doubled, whatever two devices with three tabs each do", { timeout: 900_000 }, async () => {
  vi.stubGlobal("fetch", answerFetch);
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: OPERATIONS, maxLength: OPERATIONS }), async (operations) => {
      server.account = new FakeAccount();
      server.arrivals.clear();
      server.account.handle(1, "POST", new URL("http://localhost/api/folders"), {
        name: "Primera",
        clientId: newUuid(),
      });
      const devices = [new Device(), new Device()];
      for (const device of devices) {
        device.open();
        await device.follow();
      }
      for (const one of operations) await perform(devices[one.device] as Device, one);
      await settle(devices);
      for (const device of devices) await compare(device);
      expect([...server.account.created.values()].filter((times) => times > 1)).toEqual([]);
      for (const device of devices) for (const { outbox } of device.tabs) outbox.stop();
      // Of cards that were deleted elsewhere.
      const dropped = /^The server will never take this (review|undo)$/;
      expect(consoleOutput("error").filter((line) => !dropped.test(String(line)))).toEqual([]);
    }),
    { numRuns: 1, endOnFailure: true },
  );
});
