import { catalog } from "@repasa/catalog/catalog.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { describe, expect, it } from "vitest";
import { createTestApp, sharedTestApp, type TestClient } from "#testing/test-app.ts";

const folderLimit = {
  message: "Tu plan gratuito tiene sitio para 3 carpetas.",
  code: "limit_reached",
};
const cardLimit = {
  message: "Tu plan gratuito tiene sitio para 100 cartas.",
  code: "limit_reached",
};

const app = await sharedTestApp({ environment: { FREE_FOLDER_LIMIT: "3", FREE_CARD_LIMIT: "100" } });

const addFolder = (client: TestClient) => client.post<Folder>("/api/folders", { name: "Historia" });
const addCard = (client: TestClient, folder: Folder) =>
  client.post(`/api/folders/${folder.id}/cards`, { front: "a", back: "b" });

async function countMaterials(client: TestClient): Promise<{ folders: number; cards: number }> {
  const { rows } = await app.database.pool.query(
    `select (select count(*) from folders where user_id = $1)::int as folders,
      (select count(*) from cards where user_id = $1)::int as cards`,
    [client.userId],
  );
  return rows[0];
}

const setSubscription = (client: TestClient, subscription: string) =>
  app.database.pool.query("update users set subscription = $2 where id = $1", [client.userId, subscription]);

async function insertCards(client: TestClient, folder: Folder, cards: number): Promise<void> {
  await app.database.pool.query(
    `insert into cards (user_id, folder_id, front, back, created_at, updated_at)
      select $1, $2, 'a', 'b', $4, $4 from generate_series(1, $3)`,
    [client.userId, folder.id, cards, app.clock.now()],
  );
}

/** Sends fifty calls at once. On a busy machine some wait too long for a connection and get 503, so they are sent again. */
function callFiftyTimes<Response extends { status: number }>(call: () => Promise<Response>): Promise<Response[]> {
  const callUntilServed = async (): Promise<Response> => {
    const response = await call();
    return response.status === 503 ? callUntilServed() : response;
  };
  return Promise.all(Array.from({ length: 50 }, callUntilServed));
}

describe("a free account", () => {
  it("holds as many folders as its limit permits, and is refused the next one with the limit", async () => {
    const ana = await app.register();
    for (let folder = 1; folder <= 3; folder++) expect((await addFolder(ana)).status).toBe(201);
    expect(await addFolder(ana)).toMatchObject({ status: 402, body: folderLimit });
    expect((await countMaterials(ana)).folders).toBe(3);
  });

  it("never exceeds its folders by creating fifty at once", async () => {
    const ana = await app.register();
    const responses = await callFiftyTimes(() => addFolder(ana));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(responses.filter(({ status }) => status === 402)).toHaveLength(47);
    expect((await countMaterials(ana)).folders).toBe(3);
  });

  it("never exceeds its cards by creating fifty at once", async () => {
    const ana = await app.register();
    const { body: folder } = await addFolder(ana);
    await insertCards(ana, folder, 90);
    const responses = await callFiftyTimes(() => addCard(ana, folder));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(10);
    for (const { status, body } of responses.filter((response) => response.status !== 201)) {
      expect({ status, body }).toEqual({ status: 402, body: cardLimit });
    }
    expect((await countMaterials(ana)).cards).toBe(100);
  });

  it("counts every sibling, both new ones and those of gaps added later, and permits other changes", async () => {
    const ana = await app.register();
    const { body: folder } = await addFolder(ana);
    const text = (gaps: number) => Array.from({ length: gaps }, (_, n) => `{{c${n + 1}::x}}`).join(" ");
    const add = (body: object) => ana.post<{ id: number }>(`/api/folders/${folder.id}/cards`, body);
    await insertCards(ana, folder, 97);
    expect(await add({ front: text(4), format: "markdown" })).toMatchObject({ status: 402, body: cardLimit });
    const { status, body } = await add({ front: text(3), format: "markdown" });
    expect(status).toBe(201);
    expect(await add({ front: "a", back: "b", reverse: true })).toMatchObject({ status: 402, body: cardLimit });
    const change = (front: string) => ana.put(`/api/cards/${body.id}`, { front });
    expect(await change(text(4))).toMatchObject({ status: 402, body: cardLimit });
    await insertCards(ana, folder, 5);
    expect((await change(`Uno: ${text(3)}`)).status).toBe(200);
    expect((await countMaterials(ana)).cards).toBe(105);
  });

  it("gets deleted cards back only if there is room for them", async () => {
    const ana = await app.register();
    const { body: folder } = await addFolder(ana);
    const { body: card } = await addCard(ana, folder);
    const batch = { cardIds: [(card as { id: number }).id], action: "delete" };
    const { batchId } = (await ana.post<{ batchId: string }>("/api/cards/batch", batch)).body;
    await insertCards(ana, folder, 100);
    expect(await ana.post(`/api/batches/${batchId}/undo`)).toMatchObject({ status: 402, body: cardLimit });
    expect((await countMaterials(ana)).cards).toBe(100);
    await app.database.pool.query(
      "delete from cards where user_id = $1 and id in (select id from cards where user_id = $1 limit 1)",
      [ana.userId],
    );
    expect((await ana.post(`/api/batches/${batchId}/undo`)).status).toBe(200);
    expect((await countMaterials(ana)).cards).toBe(100);
  });

  it("gets a ready-made folder whole or not at all", async () => {
    const ana = await app.register();
    const { body: folder } = await addFolder(ana);
    await insertCards(ana, folder, 99);
    const slug = catalog[0]?.slug;
    expect(await ana.post(`/api/store/folders/${slug}`)).toMatchObject({ status: 402, body: cardLimit });
    expect(await countMaterials(ana)).toEqual({ folders: 1, cards: 99 });
  });

  it("never exceeds its limits by adding ready-made folders and its own at once", async () => {
    const ana = await app.register();
    const add = catalog.flatMap(({ slug }) => [ana.post(`/api/store/folders/${slug}`), addFolder(ana)]);
    for (const { status } of await Promise.all(add)) expect([201, 402]).toContain(status);
    const { folders, cards } = await countMaterials(ana);
    expect(folders).toBeLessThanOrEqual(3);
    expect(cards).toBeLessThanOrEqual(100);
  });

  it("gets 404 for a missing folder even if a limit is reached", async () => {
    const ana = await app.register();
    const { body: folder } = await addFolder(ana);
    await insertCards(ana, folder, 100);
    expect((await ana.post("/api/folders/999999/cards", { front: "a", back: "b" })).status).toBe(404);
    expect((await addCard(ana, folder)).status).toBe(402);
  });

  it("makes room by deleting", async () => {
    const ana = await app.register();
    const { body: folder } = await addFolder(ana);
    for (const _ of [2, 3]) await addFolder(ana);
    await ana.delete(`/api/folders/${folder.id}`);
    expect((await addFolder(ana)).status).toBe(201);
  });

  it("does not count the folders of other users", async () => {
    const [ana, eva] = [await app.register(), await app.register()];
    for (const _ of [1, 2, 3]) await addFolder(ana);
    expect((await addFolder(eva)).status).toBe(201);
  });
});

describe("premium", () => {
  it("has no limits, whether it was bought on the web or in the mobile app", async () => {
    const [ana, eva] = [await app.register(), await app.register()];
    await setSubscription(ana, "active");
    await app.database.pool.query("update users set status_mobile = 'active' where id = $1", [eva.userId]);
    for (const client of [ana, eva]) {
      const responses = await Promise.all(Array.from({ length: 8 }, () => addFolder(client)));
      expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(201));
      expect((await client.get("/api/user/plan")).body).toMatchObject({
        premium: true,
        folders: { used: 8, limit: null },
        cards: { used: 0, limit: null },
      });
    }
  });

  it("deletes nothing when it ends: everything can still be read, studied, changed and deleted", async () => {
    const ana = await app.register();
    await setSubscription(ana, "active");
    const folders = [];
    for (let number = 1; number <= 5; number++) folders.push((await addFolder(ana)).body);
    const [first] = folders as [Folder];
    await insertCards(ana, first, 150);
    await setSubscription(ana, "canceled");
    expect((await ana.get("/api/folders")).body).toHaveLength(5);
    const { body: queue } = await ana.get<{ id: number }[]>("/api/cards/review");
    expect(queue).toHaveLength(150);
    const card = queue[0]?.id;
    expect((await ana.post(`/api/cards/${card}/review`, { difficulty: "easy" })).status).toBe(200);
    expect((await ana.put(`/api/cards/${card}`, { front: "c", back: "d" })).status).toBe(200);
    expect((await ana.put(`/api/folders/${first.id}`, { name: "Otra" })).status).toBe(200);
    expect(await addCard(ana, first)).toMatchObject({ status: 402, body: cardLimit });
    expect(await addFolder(ana)).toMatchObject({ status: 402, body: folderLimit });
    expect((await ana.get("/api/user/plan")).body).toMatchObject({
      premium: false,
      folders: { used: 5, limit: 3 },
      cards: { used: 150, limit: 100 },
    });
    expect((await ana.delete(`/api/folders/${first.id}`)).status).toBe(204);
    expect(await countMaterials(ana)).toEqual({ folders: 4, cards: 0 });
  });
});

it("limits of 0 are not enforced", async () => {
  const open = await createTestApp({ environment: { FREE_FOLDER_LIMIT: "0", FREE_CARD_LIMIT: "0" } });
  try {
    const ana = await open.register();
    for (let folder = 1; folder <= 12; folder++) expect((await addFolder(ana)).status).toBe(201);
    expect((await ana.get("/api/user/plan")).body).toMatchObject({ folders: { used: 12, limit: null } });
  } finally {
    await open.close();
  }
});
