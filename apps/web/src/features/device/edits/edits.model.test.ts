import type { BatchAction } from "@repasa/contract/cards.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import type { ClientEndpoint } from "@repasa/contract/client.ts";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { readIds } from "#features/device/copy/copy.ids.ts";
import { pickChanged } from "#features/device/edits/edits.apply.ts";
import { listRefused, retryRefused } from "#features/device/edits/edits.refused.ts";
import { type AddedEdit, isLocalId, type OutboxEntry } from "#features/device/outbox/outbox.entry.ts";
import type { AnyInput } from "#lib/server-calls.ts";
import { newUuid } from "#lib/uuid.ts";
import { consoleOutput } from "#testing/console-output.ts";
import type { FakeAccount } from "#testing/fake-account.ts";
import { connectDevices, Device, type Network, RETRY_MS, type Tab } from "#testing/model-devices.ts";
import { runTasks } from "#testing/outbox.ts";

// Two devices of one account, with three tabs each, that write and rate with and without a network, lose calls and answers, sleep, and
// have their clocks set. Tabs, workers, browsers and the server are killed in the middle of what they do; the server fails with some
// things, and is restored from a backup. In the end the server must have each change once and at the right card, each rating at the
// time at which it was given, and each device what the server has. OPERATIONS sets the number of operations, PROPERTY_SEED which.

const OPERATIONS = Number(process.env.OPERATIONS ?? 150);
/** After so many operations everything is delivered and compared. */
const PAUSE_AFTER = 100;
const HOUR_MS = 3_600_000;
/** The tabs of a device advance one after another, and the outbox tolerates a minute between its clocks. */
const TOLERANCE_MS = 60_000 + 2 * RETRY_MS;

const kinds = [
  ...["create card", "create card", "create card", "edit card", "edit card", "edit card in two tabs", "delete card"],
  ...["move card", "suspend card", "resume card", "tag cards", "create folder", "rename folder", "delete folder"],
  ...["rate", "rate", "rate", "undo", "use a folder that is deleted elsewhere"],
  ...["go offline", "go online", "go online", "follow", "close tab", "lose call", "lose answer", "stop midway", "wait"],
  ...["send by the worker", "set clock forward", "set clock back", "set clock right", "set clock right"],
  ...["sleep", "sleep", "sleep", "fail with a card", "fail with a folder", "mend the server", "retry what was refused"],
  ...["back up", "restore"],
] as const;
const victims = ["tab", "tab", "tab", "worker", "browser", "server"] as const;
const kill = fc.record({ victim: fc.constantFrom(...victims), turns: fc.nat({ max: 40 }) });
const operation = fc.record({
  kind: fc.constantFrom(...kinds),
  device: fc.nat({ max: 1 }),
  tab: fc.nat({ max: 2 }),
  pick: fc.nat({ max: 9999 }),
  /** What is killed while the operation runs. */
  kill: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: kill }),
});
type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never;

/**
 * - `at`: the time at which it was given. `setBy`: by how much the device's clock had been set by then.
 * - `isKept`: false if it may be lost: a browser was killed while it was being stored, or the server was restored.
 * - `isUndone`: undefined if nobody can know.
 */
type Rating = { cardId: number; isUndone: boolean | undefined; isKept: boolean; at: number; setBy: number };
/** A text, the root of the card in which it was typed, and whether it may be lost. */
type Typed = { root: string | undefined; isKept: boolean };

type Copied = { root: string; id: number; by: Student; restores: number };

/** What a device's student has done, and can expect to be there. */
class Student {
  readonly device: Device;
  readonly typed = new Map<string, Typed>();
  readonly ratings = new Map<string, Rating>();
  /** The paths of cards and folders that were deleted here. */
  readonly deleted = new Set<string>();
  /** What would be lost with the browser. */
  readonly unstored = new Set<Rating>();

  constructor(network: Network) {
    this.device = new Device(network);
  }
}

class World {
  readonly network = connectDevices();
  readonly students = [new Student(this.network), new Student(this.network)] as const;
  /** The client's ids of cards that were created on a device, by the ids that they have there. */
  readonly clientIds = new Map<number, string>();
  /** By the client ids of copies: of which cards they may be made, by whom, and after how many restores that was decided. */
  readonly copies = new Map<string, Copied>();
  restores = 0;
  backup: ReturnType<FakeAccount["save"]> | undefined;
  #texts = 0;

  get account(): FakeAccount {
    return this.network.account;
  }

  type(): string {
    this.#texts += 1;
    return `texto ${this.#texts}`;
  }

  /** Returns what a card and all copies of it have in common: the client's id of the first one. */
  rootOf(id: number): string {
    const clientId = (isLocalId(id) ? this.clientIds : this.account.clientIds).get(id) ?? `card ${id}`;
    return this.copies.get(clientId)?.root ?? clientId;
  }

  /** Notes which copies an edit may lead to. */
  noteDescribed(by: Student, { localId, input, edited = [] }: AddedEdit): void {
    const { clientId } = (input.body ?? {}) as { clientId?: string };
    if (localId !== undefined && clientId) this.clientIds.set(localId, clientId);
    const { restores } = this;
    for (const { id, copyId = "" } of edited) this.copies.set(copyId, { root: this.rootOf(id), id, by, restores });
  }
}

async function perform(world: World, student: Student, tab: Tab, { kind, pick }: Operation): Promise<void> {
  const { device } = student;
  const { network, account } = world;
  const choose = <Thing>(things: readonly Thing[], by = pick): Thing | undefined =>
    things[by % Math.max(1, things.length)];
  const { cards, folders } = await listRows(device);
  const card = choose(cards);
  const folder = choose(folders);
  const write = async (endpoint: ClientEndpoint, input: AnyInput, texts: readonly string[] = [], by = tab) => {
    const isCard = endpoint.path.startsWith("/api/cards/{id}");
    const root = isCard ? world.rootOf(Number(input.params?.id)) : undefined;
    const typed = texts.map((text) => ({ text, root, isKept: false }));
    const isWritten = await by.write(endpoint, input, (entry) => {
      world.noteDescribed(student, entry);
      const { clientId } = (input.body ?? {}) as { clientId?: string };
      for (const { text } of typed) student.typed.set(text, { root: root ?? clientId, isKept: false });
    });
    for (const { text } of typed) if (isWritten) (student.typed.get(text) as Typed).isKept = true;
    return isWritten;
  };
  const batch = (action: BatchAction, rest: object = {}, texts: string[] = [], of = card ? [card] : []) =>
    of.length > 0 && write(cardEndpoints.batch, { body: { cardIds: of.map(({ id }) => id), action, ...rest } }, texts);
  const edit = (id: number, fields: object, base: object, by = tab) =>
    write(cardEndpoints.update, { params: { id }, body: { ...base, ...fields, base } }, Object.values(fields), by);
  const create = (folderId: number, text: string) =>
    write(cardEndpoints.create, { params: { id: folderId }, body: { front: text, back: "x", clientId: newUuid() } }, [
      text,
    ]);
  const remove = async (endpoint: ClientEndpoint, id: number) => {
    const isWritten = await write(endpoint, { params: { id } });
    if (isWritten) student.deleted.add(endpoint.path.replace("{id}", String(id)));
  };
  const rate = async (cardId: number) => {
    const reviewId = newUuid();
    const rating = { cardId, isUndone: false, isKept: true, at: tab.now(), setBy: device.setBy };
    student.ratings.set(reviewId, rating);
    student.unstored.add(rating);
    await tab.add({ kind: "review", cardId, reviewId, difficulty: "easy", answerResult: "correct" });
    student.unstored.delete(rating);
  };
  const text = world.type();
  switch (kind) {
    case "create card":
      return void (folder && (await create(folder.id, text)));
    case "edit card":
      return void (card && (await edit(card.id, { front: text }, { front: card.front, back: card.back })));
    case "edit card in two tabs": {
      if (!card) return;
      const { id, front, back } = card;
      const other = choose(device.tabs.filter((one) => one !== tab)) as Tab;
      const field = pick % 3 === 0 ? "front" : "back";
      await Promise.all([
        edit(id, { front: text }, { front, back }),
        edit(id, { [field]: world.type() }, { front, back }, other),
      ]);
      return;
    }
    case "tag cards":
      return void (await batch(
        "tag",
        { tags: [text] },
        [text],
        cards.slice(pick % Math.max(1, cards.length)).slice(0, 3),
      ));
    case "delete card":
      return card && remove(cardEndpoints.remove, card.id);
    case "move card":
      return void (folder && (await batch("move", { folderId: folder.id })));
    case "suspend card":
      return void (await batch("suspend"));
    case "resume card":
      return void (await batch("resume"));
    case "create folder":
      return void (await write(folderEndpoints.create, { body: { name: text, clientId: newUuid() } }, [text]));
    case "rename folder":
      return void (
        folder && (await write(folderEndpoints.update, { params: { id: folder.id }, body: { name: text } }, [text]))
      );
    case "delete folder":
      // Seldom, because it deletes many cards.
      return folder && pick % 4 === 0 ? remove(folderEndpoints.remove, folder.id) : undefined;
    case "use a folder that is deleted elsewhere": {
      const gone = choose(folders.filter(({ id }) => !isLocalId(id)));
      if (!gone || pick % 3 > 0) return;
      const inside = choose(cards.filter(({ folderId }) => folderId === gone.id));
      const url = new URL(`/api/folders/${gone.id}`, "http://localhost");
      account.handle(0, "DELETE", url);
      await create(gone.id, text);
      if (!inside) return;
      await rate(inside.id);
      await edit(inside.id, { front: world.type() }, { front: inside.front, back: inside.back });
      return rate(inside.id);
    }
    case "rate":
      return card && rate(card.id);
    case "undo": {
      const found = choose([...student.ratings].filter(([, { isUndone }]) => isUndone === false));
      if (!found) return;
      const [reviewId, rating] = found;
      rating.isUndone = true;
      student.unstored.add(rating);
      await tab.add({ kind: "undo", cardId: rating.cardId, reviewId });
      student.unstored.delete(rating);
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
      return tab.reopen();
    case "lose call":
      device.fate = "loses call";
      return;
    case "lose answer":
      device.fate = "loses response";
      return;
    case "stop midway":
      device.fate = "stops midway";
      return;
    case "wait":
      return device.wait();
    case "send by the worker":
      return device.sync();
    case "set clock forward":
      return device.setClock((pick % 72) * HOUR_MS);
    case "set clock back":
      return device.setClock(-(pick % 72) * HOUR_MS);
    case "set clock right":
      return device.setClock(0);
    case "sleep":
      return device.sleep((pick % 24) * HOUR_MS);
    case "fail with a card":
      account.broken.card.add(choose([...account.cards.keys()]) ?? 0);
      return;
    case "fail with a folder":
      account.broken.folder.add(choose([...account.folders.keys()]) ?? 0);
      return;
    case "mend the server":
      return account.mend();
    case "retry what was refused":
      return retryAll(device, tab);
    case "back up":
      world.backup = account.save();
      return;
    case "restore":
      network.isServerUp = false;
      // What is under way ends without an answer.
      await runTasks(60);
      if (world.backup && pick % 2 === 0) await restore(world, world.backup);
      network.isServerUp = true;
      return;
  }
}

function retryAll({ userId }: Device, { process, outbox }: Tab): Promise<void> {
  return process.run(async () => retryRefused(outbox, await listRefused(userId)));
}

async function listRows(device: Device) {
  return device.copy.use(async (database) => ({
    cards: await database.getAll("cards"),
    folders: await database.getAll("folders"),
  }));
}

/** Restores the server, and gives up what it loses: whatever it had been given since the backup, and waits nowhere any more. */
async function restore(world: World, backup: NonNullable<World["backup"]>): Promise<void> {
  const { account, students } = world;
  account.restore(backup);
  world.restores += 1;
  for (const { device, typed, ratings, deleted } of students) {
    const waiting = await device.listWaiting();
    const refused = await listRefused(device.userId);
    const entries = [...waiting, ...refused.flatMap(({ entry, ratings: own = [] }) => [entry, ...own])];
    const texts = listTexts(entries);
    for (const [text, one] of typed) one.isKept &&= account.written.has(text) || texts.has(text);
    const waits = (kind: OutboxEntry["kind"], id: string) =>
      entries.some((entry) => entry.kind === kind && entry.reviewId === id);
    for (const [reviewId, rating] of ratings) {
      const review = account.reviews.get(reviewId);
      rating.isKept &&= review !== undefined || waits("review", reviewId);
      if (rating.isUndone) rating.isUndone = waits("undo", reviewId) || (review?.undone ?? undefined);
    }
    const paths = new Set(entries.map((entry) => (entry.kind === "change" ? nameTarget(entry) : "")));
    for (const path of deleted) if (!paths.has(path)) deleted.delete(path);
  }
}

/** Returns the texts that entries would write. */
function listTexts(entries: readonly OutboxEntry[]): Set<unknown> {
  const bodies = entries.flatMap((entry) => (entry.kind === "change" ? [(entry.input.body ?? {}) as object] : []));
  return new Set(bodies.flatMap((body) => Object.values(pickChanged({ ...body })).flat()));
}

const nameTarget = ({ call, input }: Pick<AddedEdit, "call" | "input">) =>
  call.path.replace("{id}", String(input.params?.id));

/** Performs an operation, and kills what it says in the middle of it. */
async function performOrDie(world: World, one: Operation): Promise<void> {
  const student = world.students[one.device] as Student;
  const { device } = student;
  const tab = device.tabs[one.tab] as Tab;
  const done = perform(world, student, tab, one);
  if (!one.kill) return done;
  const { victim, turns } = one.kill;
  // The steps of a transaction take no time, a call takes a millisecond.
  for (let turn = 1; turn <= turns; turn++) {
    await (turn % 4 === 0 ? runTasks(1) : new Promise((resolve) => setImmediate(resolve)));
  }
  if (victim === "server") {
    world.network.killServer();
    return done;
  }
  device.kill(victim, tab);
  if (victim === "browser") {
    for (const rating of student.unstored) {
      if (rating.isUndone) rating.isUndone = undefined;
      else rating.isKept = false;
    }
  }
  // What a killed process does never ends.
  const isOfKilled = !harmless.has(one.kind);
  await (isOfKilled ? Promise.race([done, runTasks(40)]) : done);
  student.unstored.clear();
}

/** Operations that no process of the device performs. */
const harmless = new Set<Operation["kind"]>(["wait", "go online", "restore"]);

async function settle({ students }: World): Promise<void> {
  for (const { device } of students) {
    device.isOnline = true;
    device.fate = "arrives";
  }
  await vi.waitFor(
    async () => {
      for (const { device } of students) {
        await device.wait();
        expect(await device.listWaiting()).toEqual([]);
      }
    },
    { timeout: 600_000 },
  );
  for (const { device } of students) await device.follow();
}

/** Compares when a rating was given with what the server knows of it, if it has arrived. */
function compareTime({ network }: World, reviewId: string, { at, setBy }: Pick<Rating, "at" | "setBy">): void {
  const arrival = network.arrivals.get(reviewId);
  if (!arrival) return;
  const late = arrival.given - at;
  // A clock that was behind makes a rating too early by that much at most.
  expect(late, `the time of the rating ${reviewId}`).toBeGreaterThanOrEqual(Math.min(0, setBy) - TOLERANCE_MS);
  const isClockRight = setBy === 0 && arrival.setBy >= 0;
  if (isClockRight) expect(late, `the time of the rating ${reviewId}`).toBeLessThanOrEqual(TOLERANCE_MS);
}

/** Compares a device with the server, after all that waited has been sent. */
async function compare(world: World, { device, typed, ratings, deleted }: Student): Promise<void> {
  const { account } = world;
  const refused = await listRefused(device.userId);
  const entries = refused.flatMap(({ entry, ratings: own = [] }) => [entry, ...own]);
  const texts = listTexts(entries);
  const isThere = (text: string) => account.written.has(text) || texts.has(text);
  expect([...typed].filter(([text, { isKept }]) => isKept && !isThere(text))).toEqual([]);
  for (const [text, { root }] of typed) {
    const roots = [...(account.cardsOf.get(text) ?? [])].map((id) => world.rootOf(id));
    if (root !== undefined) expect(new Set([...roots, root]), `the card of ${text}`).toEqual(new Set([root]));
  }
  const ids = await device.copy.use(readIds);
  for (const [reviewId, rating] of ratings) {
    const { cardId, isUndone, isKept } = rating;
    const review = account.reviews.get(reviewId);
    if (review) expect(world.rootOf(review.cardId), `the card of ${reviewId}`).toBe(world.rootOf(cardId));
    compareTime(world, reviewId, rating);
    const isRefused = entries.some((entry) => entry.kind !== "change" && entry.reviewId === reviewId);
    const isCardThere = account.cards.has(ids.get(cardId) ?? cardId);
    if (isUndone === undefined || !isKept || isRefused || !isCardThere) continue;
    if (review || !isUndone) {
      expect(review, `the rating ${reviewId}`).toMatchObject({ undone: isUndone, times: 1 });
    }
  }
  for (const path of deleted) {
    const [, , kind, id] = path.split("/");
    const isDeletionRefused = entries.some((entry) => entry.kind === "change" && nameTarget(entry) === path);
    const present = (ids.get(Number(id)) ?? Number(id)) as number;
    if (!isDeletionRefused) expect((kind === "cards" ? account.cards : account.folders).has(present), path).toBe(false);
  }
  const { cards, folders } = await listRows(device);
  const byId = <Thing extends { id: number }>(things: Iterable<Thing>) =>
    [...things].toSorted((one, other) => one.id - other.id);
  expect(byId(cards)).toEqual(byId(account.cards.values()));
  expect(byId(folders)).toEqual(byId(account.folders.values()));
}

/**
 * Each device makes one copy at most of a card that is gone. A restored server may have lost what connects the card with its copy:
 * then changes of both, from before, may lead to a copy each.
 */
function compareCopies({ account, copies, restores }: World): void {
  const made = [...account.cards.keys()].flatMap((id) => copies.get(account.clientIds.get(id) ?? "") ?? []);
  const isSameCard = (one: Copied, other: Copied) =>
    one.id === other.id || Math.min(one.restores, other.restores) === restores;
  const isDoubled = (one: Copied) =>
    made.some((other) => other !== one && other.by === one.by && other.root === one.root && isSameCard(one, other));
  expect(made.filter(isDoubled).map(({ root, id }) => ({ root, id }))).toEqual([]);
}

async function compareAll(world: World): Promise<void> {
  for (const student of world.students) await compare(world, student);
  compareCopies(world);
}

it("leaves nothing lost or doubled, whatever two devices with three tabs each do", { timeout: 1_800_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: OPERATIONS, maxLength: OPERATIONS }), async (operations) => {
      const world = new World();
      const first = { name: "Primera", clientId: newUuid() };
      world.account.handle(1, "POST", new URL("http://localhost/api/folders"), first);
      for (const { device } of world.students) await device.follow();
      for (const [place, one] of operations.entries()) {
        await performOrDie(world, one);
        // Now and then, because a restore makes each device read everything anew.
        const isPause = (place + 1) % PAUSE_AFTER === 0 || place === operations.length - 1;
        if (!isPause) continue;
        await settle(world);
        await compareAll(world);
      }
      world.account.mend();
      for (const { device } of world.students) await retryAll(device, device.firstTab);
      await settle(world);
      await compareAll(world);
      for (const { device } of world.students) device.kill("browser", device.firstTab);
      checkConsole();
    }),
    { numRuns: 1, endOnFailure: true },
  );
});

/** Only what cannot be kept may be told. */
function checkConsole(): void {
  // Of cards that were deleted elsewhere.
  const dropped = /^The server will never take this (review|undo)$/;
  expect(consoleOutput("error").filter((line) => !dropped.test(String(line)))).toEqual([]);
  const isReadAgain = /^The rows of a refused change are not restored before the copy is read again$/;
  expect(consoleOutput("warn").filter((line) => !isReadAgain.test(String(line)))).toEqual([]);
}
