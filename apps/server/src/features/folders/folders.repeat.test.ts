import { randomUUID } from "node:crypto";
import type { Folder } from "@repasa/contract/folders.ts";
import { beforeEach, expect, it } from "vitest";
import { expectAnotherAfterDelete, expectRepeatsBeyondLimit } from "#testing/repeated-create.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const app = await sharedTestApp({ environment: { FREE_FOLDER_LIMIT: "2" } });
let ana: TestClient;

beforeEach(async () => {
  ana = await app.register();
});

const create = (clientId: string, name = "Historia", client = ana) =>
  client.post<Folder>("/api/folders", { name, clientId });
const list = async (client = ana) => (await client.get<Folder[]>("/api/folders")).body;

it("creates one folder for a request that is sent twice, and responds the same to both", async () => {
  const clientId = randomUUID();
  const first = await create(clientId);
  app.clock.advance(60_000);
  const second = await create(clientId, "Otro nombre");
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  expect(await list()).toEqual([first.body]);
});

it("creates one folder for concurrent requests with the same client id", async () => {
  const clientId = randomUUID();
  const responses = await Promise.all(Array.from({ length: 8 }, () => create(clientId)));
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(201));
  expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
  expect(await list()).toHaveLength(1);
});

it("responds to a repeated request with the current folder", async () => {
  const clientId = randomUUID();
  const { body: folder } = await create(clientId);
  await ana.put(`/api/folders/${folder.id}`, { name: "Cambiada" });
  await ana.post(`/api/folders/${folder.id}/cards`, { front: "a", back: "b" });
  expect((await create(clientId)).body).toMatchObject({ id: folder.id, name: "Cambiada", cardCount: 1, dueCount: 1 });
});

it("accepts a repeated request beyond the plan's limit", async () => {
  const [, two] = await expectRepeatsBeyondLimit(create);
  // The account exceeds the limit, as after the end of Premium.
  await app.database.pool.query(
    "insert into folders (user_id, name, created_at, updated_at) select $1, 'x', $2, $2 from generate_series(1, 3)",
    [ana.userId, app.clock.now()],
  );
  expect((await create(two)).status).toBe(201);
  expect(await list()).toHaveLength(5);
});

it("creates a new folder if the first one was deleted", async () => {
  await expectAnotherAfterDelete(ana, "/api/folders", create);
  expect(await list()).toHaveLength(1);
});

it("accepts the same client id from two users, and requests without one", async () => {
  const clientId = randomUUID();
  const eva = await app.register();
  expect((await create(clientId)).body.id).not.toBe((await create(clientId, "Suya", eva)).body.id);
  expect(await list(eva)).toHaveLength(1);
  expect((await ana.post("/api/folders", { name: "Sin" })).status).toBe(201);
  expect(await create("1")).toMatchObject({
    status: 400,
    body: { issues: [{ path: "clientId", message: "El identificador no es válido" }] },
  });
});
