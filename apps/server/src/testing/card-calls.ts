// Calls of a client that create folders and cards, and rate them.
import { randomUUID } from "node:crypto";
import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { ListedResult, Rating } from "@repasa/contract/study.ts";
import { expect } from "vitest";
import type { TestApp, TestClient } from "#testing/test-app.ts";

export async function createFolder(client: TestClient, body: object = { name: "Historia" }): Promise<Folder> {
  const response = await client.post<Folder>("/api/folders", body);
  expect(response.status).toBe(201);
  return response.body;
}

export async function createCard(
  client: TestClient,
  folderId: number,
  body: object = { front: "a", back: "b" },
): Promise<Card> {
  const response = await client.post<Card>(`/api/folders/${folderId}/cards`, body);
  expect(response.status).toBe(201);
  return response.body;
}

/** Registers a student who has one folder, at an instant, and returns the student's client and the folder's id. */
export async function registerWithFolder(
  app: TestApp,
  at: string | Date,
  body?: object,
): Promise<[TestClient, number]> {
  app.clock.set(at);
  const client = await app.register();
  const { id } = await createFolder(client, body);
  return [client, id];
}

/** Inserts new cards by one statement, for tests that need many, and returns their ids in the order of creation. */
export async function insertCards(app: TestApp, folderId: number, count: number): Promise<number[]> {
  const { rows } = await app.database.pool.query<{ id: number }>(
    `INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
    SELECT user_id, id, 'carta ' || n, 'x', $3, $3 FROM folders, generate_series(1, $2) AS n WHERE id = $1
    ORDER BY n RETURNING id`,
    [folderId, count, app.clock.now()],
  );
  return rows.map(({ id }) => id);
}

/** Rates cards in this order, a hundred by each call. */
export async function rateAll(client: TestClient, ratings: readonly ({ cardId: number } & Rating)[]): Promise<Card[]> {
  const rated: Card[] = [];
  for (let from = 0; from < ratings.length; from += 100) {
    const listed = ratings.slice(from, from + 100).map((one) => ({ ...one, reviewId: randomUUID() }));
    const { body } = await client.post<{ results: ListedResult[] }>("/api/reviews", { ratings: listed });
    expect(body.results.filter(({ status }) => status !== 200)).toEqual([]);
    rated.push(...body.results.map(({ card }) => card as Card));
  }
  return rated;
}
