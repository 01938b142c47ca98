// Devices of one account for model tests: each has three tabs and a worker, which can be killed at any moment, in a network that can
// lose a call or its response, and with a clock that can be set.
import "#testing/indexed-db.ts";
import { AsyncLocalStorage } from "node:async_hooks";
import type { ClientEndpoint } from "@repasa/contract/client.ts";
import { vi } from "vitest";
import { followFeed } from "#features/device/copy/copy.feed.ts";
import { readIds, resolveIds } from "#features/device/copy/copy.ids.ts";
import { Copy } from "#features/device/copy/copy.opened.ts";
import { noteRating } from "#features/device/copy/copy.ratings.ts";
import { DatabaseConnection } from "#features/device/device.connection.ts";
import { openStudyDatabase } from "#features/device/device.database.ts";
import { addEntry, describeEntry } from "#features/device/edits/edits.adding.ts";
import { editDelivery } from "#features/device/edits/edits.delivery.ts";
import { applyWaiting } from "#features/device/edits/edits.waiting.ts";
import { createDelivery } from "#features/device/outbox/outbox.delivery.ts";
import type { AddedEdit, AddedEntry, OutboxEntry } from "#features/device/outbox/outbox.entry.ts";
import { JournaledStore, readJournal, type TabStorage } from "#features/device/outbox/outbox.journal.ts";
import { Outbox } from "#features/device/outbox/outbox.queue.ts";
import { OUTBOX_CHANNEL } from "#features/device/outbox/outbox.sending.ts";
import { createDatabaseOutboxStore } from "#features/device/outbox/outbox.store.ts";
import type { AnyInput } from "#lib/server-calls.ts";
import { FakeAccount } from "#testing/fake-account.ts";
import { createTabStorage, fakeTime, runTasks } from "#testing/outbox.ts";
import { syncOutbox } from "#worker/outbox-sync.ts";

/** In milliseconds: longer than the longest pause between two attempts. */
export const RETRY_MS = 31_000;

export type Fate = "arrives" | "loses call" | "loses response" | "stops midway";

const never = () => new Promise<never>(() => {});

/** A page or a worker. All its code runs in `run`; once it has been killed, its code goes on no further than to the next wait. */
class Process {
  static readonly running = new AsyncLocalStorage<Process>();
  readonly device: Device;
  readonly tab: Tab;
  readonly ended: Promise<void>;
  isDead = false;
  #end = () => {};

  /** @param tab The one whose clock the process reads. */
  constructor(tab: Tab) {
    this.tab = tab;
    this.device = tab.device;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  run<T>(work: () => T): T {
    return Process.running.run(this, work);
  }

  kill(): void {
    this.isDead = true;
    this.#end();
  }
}

/** Returns what `work` does, unless the process that asks for it is killed meanwhile. */
async function whileAlive<T>(work: () => Promise<T>): Promise<T> {
  const process = Process.running.getStore();
  const result = await work().then(
    (value) => () => value,
    (error: unknown) => () => {
      throw error;
    },
  );
  return process?.isDead ? never() : result();
}

const useDatabase = DatabaseConnection.prototype.use;

/** Transactions are atomic: a process dies before or after one. */
function useWhileAlive<Database extends { close: () => void }, T>(
  this: DatabaseConnection<Database>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const process = Process.running.getStore();
  const begin = (database: Database) => (process?.isDead ? never() : work(database));
  return whileAlive(() => useDatabase.call(this as never, begin as never) as Promise<T>);
}

let users = 5000;
const devices = new Map<number, Device>();

export class Tab {
  readonly device: Device;
  readonly time = fakeTime();
  readonly storage: TabStorage = createTabStorage();
  process: Process;
  outbox: Outbox;

  constructor(device: Device) {
    this.device = device;
    this.process = new Process(this);
    this.outbox = this.#open();
  }

  /** Returns the true time, which no clock of the device has after it slept and its clock was set. */
  now(): number {
    return this.time.clock.now() - this.device.setBy;
  }

  /** Lets the page end what it is doing, and opens another one. */
  async reopen(): Promise<void> {
    await this.run(() => this.outbox.listWaiting());
    this.outbox.stop();
    this.kill();
  }

  kill(): void {
    this.process.kill();
    this.process = new Process(this);
    this.outbox = this.#open();
  }

  run<T>(work: () => T): T {
    return this.process.run(work);
  }

  /** Adds what the function returns to the outbox, as a page does with a rating. */
  add(entry: AddedEntry): Promise<void> {
    return this.run(() => whileAlive(() => this.outbox.add(entry)));
  }

  /** Makes a change, as the copy's service does when it must wait. Returns false if the copy lacks what it names. */
  write(endpoint: ClientEndpoint, given: AnyInput, onDescribed: (entry: AddedEdit) => void): Promise<boolean> {
    return this.run(async () => {
      const { copy } = this.device;
      const input = resolveIds(endpoint.path, given, await copy.use(readIds));
      const described = await describeEntry(copy, endpoint, input, this.time.clock.now());
      if (!described) return false;
      onDescribed(described.entry);
      await addEntry(copy, this.outbox, described.entry);
      return true;
    });
  }

  #open(): Outbox {
    const { device, process, storage } = this;
    const connection = new DatabaseConnection({ open: () => openStudyDatabase() });
    const { clock } = this.time;
    const isAlive = () => !process.isDead;
    const ownStorage: TabStorage = {
      getItem: (key) => storage.getItem(key),
      setItem: (key, value) => void (isAlive() && storage.setItem(key, value)),
      removeItem: (key) => void (isAlive() && storage.removeItem(key)),
    };
    return process.run(() => {
      const outbox = new Outbox({
        userId: device.userId,
        store: new JournaledStore(createDatabaseOutboxStore(connection), ownStorage),
        clock: {
          ...clock,
          setTimeout: (callback, ms) => clock.setTimeout(() => isAlive() && process.run(callback), ms),
        },
        deliver: createDelivery({
          userId: device.userId,
          isSignedIn: () => true,
          onUnauthorized: () => {},
          now: clock.now,
          loadEdits: async () => editDelivery,
        }),
        serverNow: async () => this.now(),
        withLock: (work) => device.lock(work),
        onEmpty: () => {},
        onChanged: () => isAlive() && device.tellOthers(this),
      });
      outbox.subscribeRatings((entry) => void noteRating(device.copy, entry));
      outbox.start();
      // As the copy's service does when a page opens.
      void applyWaiting(device.copy, outbox);
      return outbox;
    });
  }
}

export class Device {
  readonly userId = ++users;
  readonly copy = new Copy(this.userId);
  readonly tabs: readonly Tab[];
  readonly network: Network;
  isOnline = true;
  /** What happens to the next call that changes something. */
  fate: Fate = "arrives";
  /** How far the clock is ahead of the true time, in milliseconds. */
  setBy = 0;
  #worker: Process | undefined;
  #locked: Promise<unknown> = Promise.resolve();

  constructor(network: Network) {
    this.network = network;
    devices.set(this.userId, this);
    this.tabs = [new Tab(this), new Tab(this), new Tab(this)];
  }

  get firstTab(): Tab {
    return this.tabs[0] as Tab;
  }

  /** One process of the device at a time. A killed one holds the lock no longer. */
  lock(work: () => Promise<void>): Promise<void> {
    const process = Process.running.getStore();
    const hold = () => (process?.isDead ? undefined : Promise.race([work(), process?.ended ?? never()]));
    const done = this.#locked.then(() => (process ? process.run(hold) : hold()));
    this.#locked = done.catch(() => {});
    return whileAlive(async () => void (await done));
  }

  tellOthers(tab?: Tab): void {
    for (const other of this.tabs) if (other !== tab) other.run(() => other.outbox.handleChangeElsewhere());
  }

  follow(): Promise<void> {
    const tab = this.firstTab;
    return tab.run(async () => {
      if (!this.isOnline) return;
      const { signal } = new AbortController();
      await followFeed(this.copy, signal);
      await applyWaiting(this.copy, tab.outbox);
    });
  }

  /** Dispatches the event by which the browser lets the worker send what waits. */
  async sync(): Promise<void> {
    const worker = new Process(this.firstTab);
    this.#worker = worker;
    const noPages = { matchAll: async () => [] };
    // The browser dispatches the event again.
    await worker.run(() => whileAlive(() => syncOutbox(noPages, this.firstTab.time.clock).catch(() => {})));
  }

  kill(what: "tab" | "worker" | "browser", tab: Tab): void {
    if (what !== "tab") this.#worker?.kill();
    if (what === "tab") tab.kill();
    if (what !== "browser") return;
    for (const one of this.tabs) {
      one.storage.removeItem("repasa:outbox-journal");
      one.kill();
    }
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
    for (const tab of this.tabs) await tab.time.advance(ms);
  }

  /** Lists what waits in the database, and in the journals of the tabs. */
  async listWaiting(): Promise<OutboxEntry[]> {
    const database = await openStudyDatabase();
    const stored = await database.getAllFromIndex("outbox", "user", this.userId);
    database.close();
    const journaled = this.tabs.flatMap(({ storage }) => readJournal(storage));
    return [...stored, ...journaled.filter(({ isDelivered }) => !isDelivered)];
  }
}

/** The way to a server. `arrivals`: when each rating was given, by its first call, and how far the clock was ahead at that call. */
export class Network {
  account = new FakeAccount();
  readonly arrivals = new Map<string, { given: number; setBy: number }>();
  isServerUp = true;
  #crashes = 0;

  /** Kills the server and starts it again: what it was doing has been done or not, and nobody gets a response. */
  killServer(): void {
    this.#crashes += 1;
  }

  readonly fetch = (input: string | URL | Request, init: RequestInit = {}): Promise<Response> =>
    whileAlive(() => this.#fetch(String(input), init));

  async #fetch(address: string, init: RequestInit): Promise<Response> {
    const process = Process.running.getStore();
    const device = process?.device;
    // The device may sleep while the call is under way, which its body cannot say.
    const sentAt = process?.tab.now() ?? Number.NaN;
    const crashes = this.#crashes;
    const fail = () => {
      if (!device?.isOnline || !this.isServerUp || this.#crashes > crashes) throw new TypeError("Failed to fetch");
    };
    await runTasks(1);
    if (!device || process.isDead) return never();
    fail();
    const method = init.method ?? "GET";
    const isRead = method === "GET" || method === "HEAD";
    const fate = isRead ? "arrives" : device.fate;
    if (!isRead) device.fate = "arrives";
    if (fate === "loses call") throw new TypeError("Failed to fetch");
    const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    const isCutShort = fate === "stops midway" && body?.ratings;
    if (isCutShort) body.ratings.splice(Math.floor(body.ratings.length / 2));
    this.#noteArrivals([body ?? {}, ...(body?.ratings ?? [])], sentAt, device.setBy);
    const response = this.account.handle(device.userId, method, new URL(address, "http://localhost"), body);
    await runTasks(1);
    fail();
    if (fate === "loses response" || fate === "stops midway") throw new TypeError("Failed to fetch");
    const text = response.body === undefined ? null : JSON.stringify(response.body);
    return new Response(text, { status: response.status, headers: { Date: new Date(sentAt).toUTCString() } });
  }

  #noteArrivals(ratings: readonly { reviewId: string; waitedMs?: number }[], sentAt: number, setBy: number): void {
    for (const { reviewId, waitedMs } of ratings) {
      if (waitedMs !== undefined && !this.arrivals.has(reviewId)) {
        this.arrivals.set(reviewId, { given: sentAt - waitedMs, setBy });
      }
    }
  }
}

/** Replaces, for one test, what pages and workers reach beyond themselves; returns the way to their server. */
export function connectDevices(): Network {
  const network = new Network();
  vi.spyOn(DatabaseConnection.prototype, "use").mockImplementation(useWhileAlive as never);
  vi.stubGlobal("fetch", network.fetch);
  const request = (name: string, work: () => Promise<void>) =>
    devices.get(Number(name.slice(OUTBOX_CHANNEL.length + 1)))?.lock(work);
  vi.stubGlobal("navigator", { locks: { request } });
  class Channel {
    postMessage = (userId: number) => devices.get(userId)?.tellOthers();
    close = () => {};
  }
  vi.stubGlobal("BroadcastChannel", Channel);
  return network;
}
