import { randomUUID } from "node:crypto";
import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { beforeEach, expect, it } from "vitest";
import { expectAnotherAfterDelete, expectRepeatsBeyondLimit } from "#testing/repeated-create.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const app = await sharedTestApp({ environment: { FREE_CARD_LIMIT: "2" } });
let ana: TestClient;
let folder: Folder;

beforeEach(async () => {
  ana = await app.register();
  folder = (await ana.post<Folder>("/api/folders", { name: "Química" })).body;
});

const create = (clientId: string, front = "H₂O", folderId = folder.id) =>
  ana.post<Card>(`/api/folders/${folderId}/cards`, { front, back: "agua", clientId });
const list = async () => (await ana.get<Card[]>(`/api/folders/${folder.id}/cards`)).body;

it("creates one card for a request that is sent twice, and responds the same to both", async () => {
  const clientId = randomUUID();
  const first = await create(clientId);
  const changed = (await ana.get<Folder>(`/api/folders/${folder.id}`)).body;
  app.clock.advance(60_000);
  const second = await create(clientId, "otra");
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  expect(await list()).toEqual([first.body]);
  expect((await ana.get(`/api/folders/${folder.id}`)).body).toEqual(changed);
});

it("creates one card for concurrent requests with the same client id", async () => {
  const clientId = randomUUID();
  const responses = await Promise.all(Array.from({ length: 8 }, () => create(clientId)));
  for (const response of responses) expect(response).toMatchObject({ status: 201, body: responses[0]?.body });
  expect(await list()).toHaveLength(1);
});

it("responds to a repeated request with the current card", async () => {
  const clientId = randomUUID();
  const { body: card } = await create(clientId);
  await ana.post(`/api/cards/${card.id}/review`, { difficulty: "easy" });
  expect((await create(clientId)).body).toMatchObject({ id: card.id, difficulty: "easy", reviewCount: 1 });
});

it("accepts a repeated request beyond the plan's limit", async () => {
  await expectRepeatsBeyondLimit(create);
  expect(await list()).toHaveLength(2);
});

it("creates a new card if the first one was deleted, and responds with 404 if its folder was deleted", async () => {
  const clientId = await expectAnotherAfterDelete(ana, "/api/cards", create);
  await ana.delete(`/api/folders/${folder.id}`);
  expect((await create(clientId)).status).toBe(404);
});

it("returns the first card even if the repeated request names another folder", async () => {
  const clientId = randomUUID();
  const { body: card } = await create(clientId);
  const { body: other } = await ana.post<Folder>("/api/folders", { name: "Otra" });
  expect(await create(clientId, "x", other.id)).toMatchObject({ status: 201, body: card });
});
