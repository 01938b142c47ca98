// Writers that overlap: a device that follows the feed meanwhile must miss nothing, and nothing may fail.
import type { Card } from "@repasa/contract/cards.ts";
import type { Changes } from "@repasa/contract/changes.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import pg from "pg";
import { expect, it } from "vitest";
import { follow, readCopy } from "#testing/follower.ts";
import { cardWith, importMaterial, materialOf, noteWith, reviewsOn } from "#testing/import-world.ts";
import { waitForBlockedSessions } from "#testing/lock-wait.ts";
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
  const other = new pg.Client({ connectionString: app.connectionString });
  await other.connect();
  await other.query("BEGIN");
  const changed = JSON.stringify([{ kind: "card", ids: [one], goneAt: null }]);
  await other.query("SELECT record_changes($1, $2)", [client.userId, changed]);
  const edit = client.put(`/api/cards/${two}`, { front: "e", back: "b" });
  await waitForBlockedSessions(app.database.pool);
  expect(await listCards(client, next)).toEqual([]);
  await other.query("COMMIT");
  await other.end();
  expect((await edit).status).toBe(200);
  expect(await listCards(client, next)).toEqual([one, two]);
});
