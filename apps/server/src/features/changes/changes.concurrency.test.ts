// Writers that overlap: a device that follows the feed meanwhile must miss nothing, and nothing may fail. How writers that would
// wait for each other take their locks in one order, and what happens if two do wait for each other, is at the end.
import type { Card } from "@repasa/contract/cards.ts";
import type { Changes } from "@repasa/contract/changes.ts";
import type { Exam } from "@repasa/contract/exams.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { follow, readCopy } from "#testing/follower.ts";
import { cardWith, importMaterial, materialOf, noteWith, reviewsOn } from "#testing/import-world.ts";
import { waitForBlockedSessions } from "#testing/lock-wait.ts";
import { withRivalTransaction } from "#testing/rival-transaction.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const app = await sharedTestApp({ maxConnections: 12 });

async function createAccount(folders: number, cardsPerFolder: number) {
  const client = await app.register();
  const folderIds: number[] = [];
  const cardIds: number[] = [];
  for (let n = 0; n < folders; n++) {
    const folder = (await client.post<Folder>("/api/folders", { name: `carpeta ${n}` })).body.id;
    folderIds.push(folder);
    for (let m = 0; m < cardsPerFolder; m++) {
      const texts = { front: `f${n} ${m}`, back: "b", ...(m % 3 === 0 && { reverse: true }) };
      cardIds.push((await client.post<Card>(`/api/folders/${folder}/cards`, texts)).body.id);
    }
  }
  return { client, folderIds, cardIds };
}

type Account = Awaited<ReturnType<typeof createAccount>>;
type Write = (account: Account, turn: number) => Promise<{ status: number } | null>;

const at = (list: readonly number[], turn: number) => list[turn % list.length] as number;

const writers: readonly Write[] = [
  ({ client, cardIds }, turn) =>
    client.post(`/api/cards/${at(cardIds, turn * 5)}/review`, { difficulty: "easy", answerResult: "correct" }),
  ({ client, cardIds }, turn) => client.put(`/api/cards/${at(cardIds, turn * 7)}`, { front: `e${turn}`, back: "b" }),
  ({ client, cardIds, folderIds }, turn) =>
    client.post("/api/cards/batch", {
      cardIds: [at(cardIds, turn), at(cardIds, turn + 9)].filter((id, n, all) => all.indexOf(id) === n),
      ...[
        { action: "move", folderId: at(folderIds, turn) },
        { action: "tag", tags: [`t${turn}`] },
        { action: "replace", find: "f", replacement: "g" },
        { action: turn % 8 === 3 ? "delete" : "reset" },
      ][turn % 4],
    }),
  ({ client, folderIds }, turn) =>
    client.post(`/api/folders/${at(folderIds, turn)}/cards`, {
      front: `{{c1::n${turn}}} {{c2::m}}`,
      format: "markdown",
    }),
  ({ client, cardIds }, turn) =>
    turn % 3 === 0
      ? client.delete(`/api/cards/${at(cardIds, turn * 3)}`)
      : client.put("/api/user/preferences", { newCardsPerDay: turn }),
  ({ client, folderIds }, turn) =>
    turn % 7 === 6
      ? client.delete(`/api/folders/${at(folderIds, turn)}`)
      : client.put(`/api/folders/${at(folderIds, turn)}`, { name: `n${turn}` }),
  ({ client, folderIds }, turn) =>
    client.post("/api/exams", { name: `e${turn}`, date: "2026-03-28", folderIds: [at(folderIds, turn)] }),
  async ({ client, folderIds }, turn) => {
    const exam = (await client.get<Exam[]>("/api/exams")).body.at(-1);
    if (!exam) return null;
    if (turn % 3 === 2) return client.delete(`/api/exams/${exam.id}`);
    const chosen = [at(folderIds, turn + 1), at(folderIds, turn)];
    return client.put(`/api/exams/${exam.id}`, { name: "x", date: `2026-03-${20 + (turn % 8)}`, folderIds: chosen });
  },
  async ({ client }, turn) => {
    if (turn % 5 !== 0) return null;
    const cards = Array.from({ length: 40 }, (_, n) =>
      cardWith({ front: `i${n} ${turn}`, note: noteWith(`g${n}`), reviews: reviewsOn({ "2026-02-20": 3 }) }),
    );
    await importMaterial(app, client, materialOf(cards), { options: { duplicates: "update" } });
    return null;
  },
];

const TURNS = 20;

it("a device that reads small pages meanwhile misses nothing", { timeout: 240_000 }, async () => {
  const account = await createAccount(5, 6);
  const device = follow(account.client);
  const statuses = new Set<number>();
  let isWriting = true;
  const writing = Promise.all(
    writers.map(async (write) => {
      for (let turn = 0; turn < TURNS; turn++) statuses.add((await write(account, turn))?.status ?? 200);
    }),
  ).finally(() => {
    isWriting = false;
  });
  for (let limit = 1; isWriting; limit = (limit % 6) + 1) await device.readPage(limit);
  await writing;
  await device.catchUp(3);
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  expect(device.copy).toEqual(await readCopy(account.client));
  expect(device.resets).toBe(0);
});

it("a device misses none of many edits that overlap, each the last one of its card", { timeout: 120_000 }, async () => {
  const { client, cardIds } = await createAccount(1, 60);
  const device = follow(client);
  await device.catchUp();
  let isWriting = true;
  const queue = [...cardIds];
  const write = async () => {
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      await client.put(`/api/cards/${id}`, { front: `e${id}`, back: "b" });
    }
  };
  const writing = Promise.all(Array.from({ length: 8 }, write)).finally(() => {
    isWriting = false;
  });
  while (isWriting) await device.readPage();
  await writing;
  await device.catchUp();
  expect(device.copy).toEqual(await readCopy(client));
});

const listCards = async (client: TestClient, after: string) =>
  (await client.get<Changes>(`/api/changes?after=${after}`)).body.changes.flatMap(({ kind, id }) =>
    kind === "card" ? [id] : [],
  );

it("a change waits for one that has an earlier position and is not committed", async () => {
  const { client, cardIds } = await createAccount(1, 2);
  const [one, two] = cardIds as [number, number];
  const { next } = (await client.get<Changes>("/api/changes")).body;
  await withRivalTransaction(app.connectionString, async (other) => {
    const changed = JSON.stringify([{ kind: "card", ids: [one], goneAt: null }]);
    await other.query("SELECT record_changes($1, $2)", [client.userId, changed]);
    const edit = client.put(`/api/cards/${two}`, { front: "e", back: "b" });
    await waitForBlockedSessions(app.database.pool);
    expect(await listCards(client, next)).toEqual([]);
    await other.query("COMMIT");
    expect((await edit).status).toBe(200);
  });
  expect(await listCards(client, next)).toEqual([one, two]);
});

// ---- One order of locks: folders, an exam, cards, days, preferences, the schedule; several rows of a table by their ids ----

/** Locks rows in a session of its own. */
async function lock(text: string, values: readonly unknown[]) {
  const session = new pg.Client({ connectionString: app.connectionString });
  await session.connect();
  onTestFinished(() => session.end());
  await session.query("BEGIN");
  await session.query(text, [...values]);
  return { session, release: () => session.query("COMMIT") };
}

const lockCard = ({ userId }: TestClient, id: number) =>
  lock("SELECT FROM cards WHERE user_id = $1 AND id = $2 FOR UPDATE", [userId, id]);

const blocked = (sessions: number) => waitForBlockedSessions(app.database.pool, { sessions });

/** Fails if another transaction has locked the row. */
async function expectUnlocked({ userId }: TestClient, table: string, id?: number): Promise<void> {
  const isRow = id === undefined ? "user_id = $1" : "user_id = $1 AND id = $2";
  const values = id === undefined ? [userId] : [userId, id];
  await app.database.pool.query(`SELECT FROM ${table} WHERE ${isRow} FOR UPDATE NOWAIT`, values);
}

const rate = (client: TestClient, id: number) =>
  client.post<{ card: Card }>(`/api/cards/${id}/review`, { difficulty: "easy", answerResult: "correct" });

const createExam = async (client: TestClient, folderIds: readonly number[]) =>
  (await client.post<Exam>("/api/exams", { name: "Final", date: "2026-03-28", folderIds })).body.id;

/** Creates a folder with two siblings, of which the one with the lower id comes last in the index and in the table. */
async function createSiblings() {
  const client = await app.register();
  const folder = (await client.post<Folder>("/api/folders", { name: "Historia" })).body.id;
  const texts = { front: "f", back: "b", reverse: true };
  const { id, siblings } = (await client.post<Card & { siblings: Card[] }>(`/api/folders/${folder}/cards`, texts)).body;
  const { release } = await lock(
    "UPDATE cards SET created_at = created_at + interval '1 day' WHERE user_id = $1 AND id = $2",
    [client.userId, id],
  );
  await release();
  await rate(client, id);
  return { client, folder, ids: [id, siblings[0]?.id as number] as const };
}

type Siblings = Awaited<ReturnType<typeof createSiblings>>;

it("deleting a folder locks its cards in the order in which an edit locks siblings", async () => {
  const { client, folder, ids } = await createSiblings();
  const other = (await client.post<Folder>("/api/folders", { name: "Arte" })).body.id;
  // With few cards, the cascade would find them by their ids.
  const { session, release: commit } = await lock(
    `INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
     SELECT $1, $2, 'f', 'b', now(), now() FROM generate_series(1, 1000)`,
    [client.userId, other],
  );
  await commit();
  await session.query("ANALYZE cards");
  const { release } = await lockCard(client, ids[0]);
  const edit = client.put(`/api/cards/${ids[0]}`, { front: "g", back: "b" });
  await blocked(1);
  const deletion = client.delete(`/api/folders/${folder}`);
  await blocked(2);
  await expectUnlocked(client, "cards", ids[1]);
  await release();
  expect([(await edit).status, (await deletion).status]).toEqual([200, 204]);
});

it.each([
  [
    "editing",
    (client: TestClient, exam: number, other: number) =>
      client.put(`/api/exams/${exam}`, { name: "Final", date: "2026-03-28", folderIds: [other] }),
  ],
  ["deleting", (client: TestClient, exam: number) => client.delete(`/api/exams/${exam}`)],
])("%s an exam waits for the deletion of its folder, and has locked nothing yet", async (_, change) => {
  const { client, folder, ids } = await createSiblings();
  const other = (await client.post<Folder>("/api/folders", { name: "Arte" })).body.id;
  const exam = await createExam(client, [folder]);
  const { release } = await lockCard(client, ids[0]);
  const deletion = client.delete(`/api/folders/${folder}`);
  await blocked(1);
  const changed = change(client, exam, other);
  await blocked(2);
  await expectUnlocked(client, "exams", exam);
  await release();
  expect((await deletion).status).toBe(204);
  expect((await changed).status).toBeLessThan(300);
});

it("a card that moves into a folder waits until an exam has moved the folder's cards", async () => {
  const { client, folder, ids } = await createSiblings();
  const other = (await client.post<Folder>("/api/folders", { name: "Arte" })).body.id;
  const card = (await client.post<Card>(`/api/folders/${other}/cards`, { front: "f", back: "b" })).body.id;
  const { release } = await lockCard(client, ids[0]);
  const creation = createExam(client, [folder]);
  await blocked(1);
  const move = client.post("/api/cards/batch", { cardIds: [card], action: "move", folderId: folder });
  await blocked(2);
  await release();
  expect(await creation).toBeGreaterThan(0);
  expect((await move).status).toBe(200);
});

it("a change of the hour at which days begin locks the days before the preferences, as settling does", async () => {
  const { client } = await createSiblings();
  await client.put("/api/user/preferences", { newCardsPerDay: 5 });
  const { release } = await lock("SELECT FROM user_days WHERE user_id = $1 FOR UPDATE", [client.userId]);
  const change = client.put("/api/user/preferences", { dayStartHour: 3 });
  await blocked(1);
  await expectUnlocked(client, "user_preferences");
  await release();
  expect((await change).status).toBe(200);
});

it("an import locks the cards that it changes with their siblings, in the order of their ids", async () => {
  const { client } = await createSiblings();
  const sides = { note: noteWith("s"), group: "s" };
  const [first, second] = [
    cardWith({ ...sides, front: "a", back: "b" }),
    cardWith({ ...sides, note: noteWith("s", 1), front: "b", back: "a", variant: "reverse" }),
  ];
  await importMaterial(app, client, materialOf([first, second]));
  const folder = (await client.get<Folder[]>("/api/folders")).body.find(({ name }) => name === "Anki");
  const cards = (await client.get<Card[]>(`/api/folders/${folder?.id}/cards`)).body;
  const [low, high] = cards.map(({ id }) => id).sort((a, b) => a - b) as [number, number];
  const { release } = await lockCard(client, low);
  const again = importMaterial(app, client, materialOf([{ ...second, front: "b2" }]), {
    options: { duplicates: "update" },
  });
  await blocked(1);
  await expectUnlocked(client, "cards", high);
  await release();
  expect((await again).result).toMatchObject({ updated: 1 });
});

/**
 * Lets a call wait for a session that then waits for the call, until the database has ended the call's transaction rather than the
 * session's, which depends on whose second is over first.
 */
async function closeCircle<T>(
  held: (account: Siblings) => ReturnType<typeof lock>,
  call: (account: Siblings) => Promise<T>,
  wanted: string,
): Promise<{ account: Siblings; response: T }> {
  for (;;) {
    const account = await createSiblings();
    const { session, release } = await held(account);
    const response = call(account);
    await blocked(1);
    const wasEnded = await session.query(wanted, [account.client.userId]).then(
      () => false,
      () => true,
    );
    await release();
    const answered = { account, response: await response };
    if (!wasEnded) return answered;
  }
}

it("a rating that has waited for a writer that waits for it is written all the same", async () => {
  const { response } = await closeCircle(
    ({ client }) => lock("SELECT FROM user_scheduling WHERE user_id = $1 FOR UPDATE", [client.userId]),
    ({ client, ids }) => rate(client, ids[0]),
    "SELECT FROM cards WHERE user_id = $1 FOR UPDATE",
  );
  expect([response.status, response.body.card.reviewCount]).toEqual([200, 2]);
});

it("a change that has waited for a writer that waits for it is made once", async () => {
  const { account, response } = await closeCircle(
    ({ client, ids }) => lockCard(client, ids[0]),
    ({ client, folder }) => client.delete(`/api/folders/${folder}`),
    "SELECT FROM folders WHERE user_id = $1 FOR UPDATE",
  );
  expect(response.status).toBe(204);
  const device = follow(account.client);
  await device.catchUp();
  expect(device.copy).toEqual(await readCopy(account.client));
  expect(device.received.map(({ kind }) => kind)).toEqual(["preferences"]);
});
