// Calls of a client that create folders and cards.
import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { expect } from "vitest";
import type { TestClient } from "#testing/test-app.ts";

export async function createFolder(client: TestClient, body: object = { name: "Historia" }): Promise<Folder> {
  const answer = await client.post<Folder>("/api/folders", body);
  expect(answer.status).toBe(201);
  return answer.body;
}

export async function createCard(
  client: TestClient,
  folderId: number,
  body: object = { front: "a", back: "b" },
): Promise<Card> {
  const answer = await client.post<Card>(`/api/folders/${folderId}/cards`, body);
  expect(answer.status).toBe(201);
  return answer.body;
}
