import { catalog } from "@repasa/catalog/catalog.ts";
import type { Card } from "@repasa/contract/cards.ts";
import { makeFolderFace } from "@repasa/contract/folder-faces.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { DailyReview } from "@repasa/contract/stats.ts";
import type { CatalogFolder, CatalogPreview } from "@repasa/contract/store.ts";
import type { QueuedCard } from "@repasa/contract/study.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestClient } from "#testing/test-app.ts";

const NOW = "2026-03-10T12:00:00.000Z";
const NO_SUCH = { message: "Esta carpeta no está en la tienda", code: "not_found" };
const TAKEN = { message: "Ya tienes esta carpeta", code: "conflict" };

let app: TestApp;
let ana: TestClient;

beforeAll(async () => {
  app = await createTestApp({ now: NOW });
});
afterAll(() => app.close());
beforeEach(async () => {
  ana = await app.register();
});

function readyMade(index = 0) {
  const folder = catalog[index];
  if (!folder) throw new Error(`the catalogue has no folder ${index}`);
  return folder;
}

const add = (client: TestClient, slug: string) => client.post<Folder>(`/api/store/folders/${slug}`);
const listCatalog = async (client: TestClient) => (await client.get<CatalogFolder[]>("/api/store/folders")).body;
const toSides = (cards: readonly { front: string; back: string }[]) =>
  cards.map(({ front, back }) => ({ front, back }));

it("gives an added folder a colour that is free among the folders with its icon", async () => {
  const client = await app.register();
  const { slug, name } = readyMade();
  const own = (await client.post<Folder>("/api/folders", { name })).body;
  const added = (await add(client, slug)).body;
  expect(added).toMatchObject({ icon: own.icon, colorChosen: false });
  expect(added.color).not.toBe(own.color);
});

describe("the catalogue", () => {
  it("lists every ready-made folder with its size, none of them added", async () => {
    const response = await ana.get<CatalogFolder[]>("/api/store/folders");
    expect(response.status).toBe(200);
    expect(response.body).toEqual(
      catalog.map(({ slug, name, description, face, cards }) => ({
        slug,
        name,
        description,
        ...(face ?? makeFolderFace(name)),
        cardCount: cards.length,
        folderId: null,
      })),
    );
    expect(response.body.length).toBeGreaterThanOrEqual(6);
  });

  it("shows one with its cards and sources", async () => {
    const { slug, name, description, cards, sources } = readyMade(1);
    const response = await ana.get<CatalogPreview>(`/api/store/folders/${slug}`);
    expect(response).toMatchObject({
      status: 200,
      body: { slug, name, description, cardCount: cards.length, folderId: null, sources, cards },
    });
  });

  it("returns 404 for other names", async () => {
    for (const slug of ["nada", "..%2F..", "%00", `${"a".repeat(200)}`]) {
      expect(await ana.get(`/api/store/folders/${slug}`)).toMatchObject({ status: 404, body: NO_SUCH });
      expect(await add(ana, slug)).toMatchObject({ status: 404, body: NO_SUCH });
    }
    expect((await ana.get("/api/folders")).body).toEqual([]);
  });

  it("requires a session", async () => {
    const visitor = app.visitor();
    const { slug } = readyMade();
    for (const response of [
      await visitor.get("/api/store/folders"),
      await visitor.get(`/api/store/folders/${slug}`),
      await visitor.post(`/api/store/folders/${slug}`),
    ]) {
      expect(response).toMatchObject({ status: 401, body: { message: "Unauthorized" } });
    }
  });
});

describe("adding a ready-made folder", () => {
  it("copies all cards in their order, new and due at once where the student has chosen so", async () => {
    const { slug, name, description, cards } = readyMade();
    await ana.put("/api/user/preferences", { newCardsPerDay: null, newCardsOffered: true });
    const added = await add(ana, slug);
    expect(added).toMatchObject({
      status: 201,
      body: { name, description, cardCount: cards.length, dueCount: cards.length, hasStudiedCards: false },
    });
    const { id } = added.body;
    expect((await ana.get<Folder[]>("/api/folders")).body).toEqual([added.body]);

    const queue = (await ana.get<QueuedCard[]>(`/api/cards/review?folderId=${id}`)).body;
    expect(toSides(queue)).toEqual(toSides(cards));
    const listed = (await ana.get<Card[]>(`/api/folders/${id}/cards`)).body;
    expect(listed).toHaveLength(cards.length);
    for (const card of listed) {
      expect(card).toMatchObject({
        folderId: id,
        difficulty: "new",
        reviewCount: 0,
        lastReviewedAt: null,
        nextReviewAt: null,
        nextReviewDate: null,
        createdAt: NOW,
      });
    }
    expect((await ana.get("/api/user/stats")).body).toMatchObject({ totalFolders: 1, cardsDueToday: cards.length });
  });

  it("limits the new cards of a day for whoever has rated none, nor chosen a number", async () => {
    const pending = async (client: TestClient) => {
      const { body } = await client.get<DailyReview>("/api/cards/daily-review");
      return [body.totalDue, body.newWaiting];
    };
    const [first, second] = [readyMade(), readyMade(1)];
    const all = first.cards.length + second.cards.length;
    await add(ana, first.slug);
    expect(await pending(ana)).toEqual([10, first.cards.length - 10]);
    expect((await ana.get("/api/user/preferences")).body).toMatchObject({ newCardsPerDay: 10, newCardsOffered: true });
    await ana.put("/api/user/preferences", { newCardsPerDay: null });
    await add(ana, second.slug);
    expect(await pending(ana), "a choice stays").toEqual([all, 0]);

    const veteran = await app.register();
    const { body: folder } = await veteran.post<Folder>("/api/folders", { name: "Mía" });
    const { body: card } = await veteran.post<Card>(`/api/folders/${folder.id}/cards`, { front: "a", back: "b" });
    expect(await pending(veteran), "own cards are not limited").toEqual([1, 0]);
    await veteran.post(`/api/cards/${card.id}/review`, { difficulty: "medium" });
    await add(veteran, first.slug);
    expect(await pending(veteran)).toEqual([first.cards.length, 0]);
  });

  it("makes the catalogue contain the id of the user's copy", async () => {
    const { slug } = readyMade();
    const { id } = (await add(ana, slug)).body;
    expect((await listCatalog(ana)).filter(({ folderId }) => folderId !== null)).toMatchObject([
      { slug, folderId: id },
    ]);
    expect((await ana.get(`/api/store/folders/${slug}`)).body).toMatchObject({ folderId: id });
  });

  it("creates no second copy, not even of a folder that was renamed", async () => {
    const { slug, cards } = readyMade();
    const { id } = (await add(ana, slug)).body;
    await ana.put(`/api/folders/${id}`, { name: "Mía" });
    expect(await add(ana, slug)).toMatchObject({ status: 409, body: TAKEN });
    expect((await ana.get<Folder[]>("/api/folders")).body).toMatchObject([{ name: "Mía", cardCount: cards.length }]);
  });

  it("creates one copy for ten concurrent calls", async () => {
    const { slug, cards } = readyMade();
    const responses = await Promise.all(Array.from({ length: 10 }, () => add(ana, slug)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    for (const { status, body } of responses) if (status === 409) expect(body).toEqual(TAKEN);
    expect((await ana.get<Folder[]>("/api/folders")).body).toMatchObject([{ cardCount: cards.length }]);
    const { rows } = await app.database.pool.query("select count(*)::int as count from cards where user_id = $1", [
      ana.userId,
    ]);
    expect(rows).toEqual([{ count: cards.length }]);
  });

  it("adds different folders at once", async () => {
    const responses = await Promise.all(catalog.map(({ slug }) => add(ana, slug)));
    expect(responses.map(({ status }) => status)).toEqual(catalog.map(() => 201));
    expect((await listCatalog(ana)).every(({ folderId }) => folderId !== null)).toBe(true);
  });

  it("can be done again after the copy was deleted", async () => {
    const { slug, cards } = readyMade();
    const first = (await add(ana, slug)).body;
    expect(await ana.delete(`/api/folders/${first.id}`)).toMatchObject({ status: 204 });
    expect((await listCatalog(ana)).find((folder) => folder.slug === slug)).toMatchObject({ folderId: null });
    const second = await add(ana, slug);
    expect(second).toMatchObject({ status: 201, body: { cardCount: cards.length } });
    expect(second.body.id).not.toBe(first.id);
  });

  it("does not affect other users", async () => {
    const { slug } = readyMade();
    const luis = await app.register();
    const { id } = (await add(ana, slug)).body;
    expect((await listCatalog(luis)).every(({ folderId }) => folderId === null)).toBe(true);
    expect((await luis.get("/api/folders")).body).toEqual([]);
    expect((await luis.get(`/api/folders/${id}`)).status).toBe(404);
    const own = await add(luis, slug);
    expect(own.status).toBe(201);
    expect(own.body.id).not.toBe(id);
    expect(await luis.delete(`/api/folders/${own.body.id}`)).toMatchObject({ status: 204 });
    expect((await ana.get<Folder[]>("/api/folders")).body).toMatchObject([{ id }]);
  });

  it("creates a folder like any other: its cards can be changed without changing the catalogue", async () => {
    const { slug, cards } = readyMade();
    const { id } = (await add(ana, slug)).body;
    const [card] = (await ana.get<QueuedCard[]>(`/api/cards/review?folderId=${id}`)).body;
    await ana.put(`/api/cards/${card?.id}`, { front: "Otra", back: "Cosa" });
    expect(
      (await ana.post(`/api/cards/${card?.id}/review`, { difficulty: "easy", answerResult: "correct" })).status,
    ).toBe(200);
    expect((await ana.get(`/api/folders/${id}`)).body).toMatchObject({
      hasStudiedCards: true,
      dueCount: 9,
    });
    expect((await ana.get<CatalogPreview>(`/api/store/folders/${slug}`)).body.cards).toEqual(cards);
  });
});
