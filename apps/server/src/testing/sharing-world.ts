import type { Card, CardWithSiblings } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { Pull } from "@repasa/contract/following.rows.ts";
import type { NewFolder } from "@repasa/contract/following.ts";
import type { Share } from "@repasa/contract/sharing.ts";
import { createFolder } from "#testing/card-calls.ts";
import { expectBody } from "#testing/expect-body.ts";
import type { TestApp, TestClient } from "#testing/test-app.ts";

/** What a call about a card may send. */
export type CardBody = Partial<Pick<Card, "front" | "back" | "format" | "tags" | "suspended">> & {
  reverse?: boolean;
  base?: Partial<Card>;
};

export async function addCard(client: TestClient, folderId: number, body: CardBody = {}): Promise<CardWithSiblings> {
  const card = { front: "front", back: "back", ...body };
  return expectBody(await client.post<CardWithSiblings>(`/api/folders/${folderId}/cards`, card), 201);
}

export async function editCard(client: TestClient, card: Card, body: CardBody): Promise<CardWithSiblings> {
  const { front, back } = card;
  return expectBody(await client.put<CardWithSiblings>(`/api/cards/${card.id}`, { front, back, ...body }), 200);
}

export async function shareFolder(client: TestClient, folderId: number, options: object = {}): Promise<Share> {
  return expectBody(await client.post<Share>(`/api/folders/${folderId}/shares`, options), 201);
}

/** Registers an author, who shares a new folder, and Ana, who may follow it. */
export async function shareNewFolder(app: TestApp, fields?: object) {
  const author = await app.registerConfirmed();
  const ana = await app.register();
  const shared = await createFolder(author, fields);
  return { author, ana, shared, link: await shareFolder(author, shared.id) };
}

export async function follow(client: TestClient, { token }: Pick<Share, "token">): Promise<NewFolder> {
  const response = await client.post<NewFolder>(`/api/shares/${token}/follow`);
  if (response.status !== 200 && response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body;
}

export async function pull(client: TestClient, folderId: number, body: object = {}): Promise<Pull> {
  return expectBody(await client.post<Pull>(`/api/folders/${folderId}/pull`, body), 200);
}

/** Returns the cards of a folder, the oldest first. */
export async function listCards(client: TestClient, folderId: number): Promise<Card[]> {
  return expectBody(await client.get<Card[]>(`/api/folders/${folderId}/cards`), 200).toReversed();
}

export async function readFolder(client: TestClient, folderId: number): Promise<Folder> {
  return expectBody(await client.get<Folder>(`/api/folders/${folderId}`), 200);
}
