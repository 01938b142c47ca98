// Calls of a client that create folders and cards.
import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
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
