import { CARD_SIDES_REQUIRED } from "@repasa/contract/cards.limits.ts";
import type { Card } from "@repasa/contract/cards.ts";
import { NEW_CARD } from "@repasa/contract/samples.ts";
import { describe, expect, it } from "vitest";
import { createCard, createFolder } from "#testing/card-calls.ts";
import { selectStreakGaps } from "#testing/streak-gaps.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const NOW = new Date("2026-03-10T12:00:00Z");
const LATER = new Date(NOW.getTime() + 90_000);
const NO_CARD = { message: "La carta no existe", code: "not_found" };
const NO_FOLDER = { message: "La carpeta no existe", code: "not_found" };

const app = await sharedTestApp({ now: NOW.toISOString() });
const ana = await app.register();
const folder = await createFolder(ana);

async function listCards(client: TestClient, folderId: number): Promise<Card[]> {
  return (await client.get(`/api/folders/${folderId}/cards`)).body as Card[];
}

describe("a card", () => {
  it("starts as new, with trimmed texts and default values", async () => {
    const card = await createCard(ana, folder.id, { front: " ¿1492?\n", back: "\tColón " });
    expect(card).toEqual({
      id: expect.any(Number),
      folderId: folder.id,
      front: "¿1492?",
      back: "Colón",
      ...NEW_CARD,
      createdAt: NOW.toISOString(),
      updatedAt: NOW.toISOString(),
    });
    expect(await listCards(ana, folder.id)).toEqual([card]);
  });

  it("marks its folder as changed when it is added", async () => {
    app.clock.set(LATER);
    await createCard(ana, folder.id);
    app.clock.set(NOW);
    const { body } = await ana.get(`/api/folders/${folder.id}`);
    expect(body).toMatchObject({ createdAt: NOW.toISOString(), updatedAt: LATER.toISOString() });
  });

  it("changes its texts without changing its schedule", async () => {
    const card = await createCard(ana, folder.id);
    const rated = await ana.post(`/api/cards/${card.id}/review`, { difficulty: "hard" });
    expect(rated.status).toBe(200);
    const { card: studied } = rated.body as { card: Card };
    const row = async () =>
      (await app.database.pool.query("select * from cards where id = $1", [card.id])).rows[0] as Record<
        string,
        unknown
      >;
    const before = await row();
    app.clock.set(LATER);
    const changed = await ana.put(`/api/cards/${card.id}`, { front: " nuevo anverso ", back: " nuevo reverso " });
    app.clock.set(NOW);
    const texts = { front: "nuevo anverso", back: "nuevo reverso" };
    expect(changed).toMatchObject({ status: 200 });
    expect(changed.body).toEqual({ ...studied, ...texts, updatedAt: LATER.toISOString() });
    expect(await row()).toEqual({ ...before, ...texts, updated_at: LATER });
  });

  it("is deleted without its reviews, which stay in the log", async () => {
    const [card, other] = [await createCard(ana, folder.id), await createCard(ana, folder.id)];
    await ana.post(`/api/cards/${card.id}/review`, { difficulty: "easy" });
    const deletion = await ana.delete(`/api/cards/${card.id}`);
    expect(deletion.status).toBe(204);
    expect(deletion.body).toBeFalsy();
    expect(await ana.delete(`/api/cards/${card.id}`)).toMatchObject({ status: 404, body: NO_CARD });
    expect(await ana.put(`/api/cards/${card.id}`, { front: "a", back: "b" })).toMatchObject({
      status: 404,
      body: NO_CARD,
    });
    const ids = (await listCards(ana, folder.id)).map(({ id }) => id);
    expect(ids).toContain(other.id);
    expect(ids).not.toContain(card.id);
    const { rows } = await app.database.pool.query("select difficulty from reviews where card_id = $1", [card.id]);
    expect(rows).toEqual([{ difficulty: "easy" }]);
  });

  it("is deleted by only one of three simultaneous requests, while other cards are added", async () => {
    const card = await createCard(ana, folder.id);
    const [deletions, creations] = await Promise.all([
      Promise.all([1, 2, 3].map(() => ana.delete(`/api/cards/${card.id}`))),
      Promise.all([1, 2, 3, 4].map((n) => ana.post(`/api/folders/${folder.id}/cards`, { front: `${n}`, back: "b" }))),
    ]);
    expect(deletions.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect(creations.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const ids = (await listCards(ana, folder.id)).map(({ id }) => id);
    for (const { body } of creations) expect(ids).toContain((body as Card).id);
  });
});

describe("GET /api/folders/{id}/cards", () => {
  it("returns the newest card first, by creation date and then by id", async () => {
    const own = await createFolder(ana);
    const first = await createCard(ana, own.id);
    const second = await createCard(ana, own.id);
    app.clock.set(LATER);
    const third = await createCard(ana, own.id);
    app.clock.set(NOW);
    // This card has a higher id but an earlier date, as after the clock was set back.
    const fourth = await createCard(ana, own.id);
    expect((await listCards(ana, own.id)).map(({ id }) => id)).toEqual([third.id, fourth.id, second.id, first.id]);
  });

  it("returns the same cards in portions as in one long list, and so does the study queue", async () => {
    const eva = await app.register();
    const { id } = await createFolder(eva);
    // Several cards share an instant, as after an import.
    await app.database.pool.query(
      `INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
       SELECT $1, $2, 'carta ' || n, 'x', $3::timestamptz + n / 7 * interval '1 ms', $3 FROM generate_series(1, 1050) AS n`,
      [eva.userId, id, NOW],
    );
    type Portion = { cards: Card[]; total: number; next: string | null };
    const readPortions = async (path: string, limit: number) => {
      const cards: Card[] = [];
      for (let next: string | null = ""; next !== null; ) {
        const { body }: { body: Portion } = await eva.get(`${path}?limit=${limit}${next && `&after=${next}`}`);
        expect([body.total, body.cards.length <= limit]).toEqual([1050, true]);
        cards.push(...body.cards);
        next = body.next;
      }
      return cards;
    };
    const whole = await listCards(eva, id);
    expect(new Set(whole.map((card) => card.id)).size).toBe(1050);
    expect(await readPortions(`/api/folders/${id}/cards`, 500)).toEqual(whole);
    expect((await readPortions(`/api/folders/${id}/cards`, 333)).map((card) => card.id)).toEqual(
      whole.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id).map((card) => card.id),
    );
    expect(await readPortions("/api/cards/review", 500)).toEqual((await eva.get("/api/cards/review")).body);
  });

  it.each([
    ["limit", "0", "El límite debe ser un número de 1 a 500"],
    ["limit", "1e2", "El límite debe ser un número de 1 a 500"],
    ["after", "ayer", "La página no existe"],
    ["after", `${"9".repeat(14)}_1`, "La página no existe"],
  ])("rejects %s=%s", async (path, value, message) => {
    const call = await ana.get(`/api/folders/${folder.id}/cards?${path}=${value}`);
    expect(call).toMatchObject({ status: 400, body: { message, issues: [{ path, message }] } });
  });

  it("returns an empty list for a new folder, and 404 for a deleted one", async () => {
    const own = await createFolder(ana);
    expect(await ana.get(`/api/folders/${own.id}/cards`)).toMatchObject({ status: 200, body: [] });
    await ana.delete(`/api/folders/${own.id}`);
    expect(await ana.get(`/api/folders/${own.id}/cards`)).toMatchObject({ status: 404, body: NO_FOLDER });
    expect(await ana.post(`/api/folders/${own.id}/cards`, { front: "a", back: "b" })).toMatchObject({
      status: 404,
      body: NO_FOLDER,
    });
  });
});

describe("creating and changing a card", () => {
  const tooLong = "El texto no puede superar los 20000 caracteres";
  it.each([
    [{ front: "a" }, ["back"], CARD_SIDES_REQUIRED],
    [{ back: "a" }, ["front"], CARD_SIDES_REQUIRED],
    [{}, ["front", "back"], CARD_SIDES_REQUIRED],
    [undefined, ["front", "back"], CARD_SIDES_REQUIRED],
    [{ front: "a", back: " \n\t\u2003" }, ["back"], CARD_SIDES_REQUIRED],
    [{ front: "", back: "b" }, ["front"], CARD_SIDES_REQUIRED],
    [{ front: 1, back: null }, ["front", "back"], CARD_SIDES_REQUIRED],
    [{ front: "a".repeat(20_001), back: "b" }, ["front"], tooLong],
    [{ front: "a", back: "b".repeat(20_001) }, ["back"], tooLong],
    [{ front: "a\u0000", back: "b" }, ["front"], "El texto contiene caracteres no válidos"],
  ])("rejects invalid texts (case %#)", async (body, paths, message) => {
    const card = await createCard(ana, folder.id);
    const refusal = { message, code: "validation_failed", issues: paths.map((path) => ({ path, message })) };
    const creation = await ana.post(`/api/folders/${folder.id}/cards`, body);
    expect(creation.status).toBe(400);
    expect(creation.body).toEqual(refusal);
    const change = await ana.put(`/api/cards/${card.id}`, body);
    expect(change.status).toBe(400);
    expect(change.body).toEqual(refusal);
    expect(await listCards(ana, folder.id)).toContainEqual(card);
  });

  it("uses the message of the specification", () => {
    expect(CARD_SIDES_REQUIRED).toBe("Se requieren tanto el anverso como el reverso");
  });

  it("accepts texts of the maximum length", async () => {
    const [front, back] = ["漢".repeat(20_000), "😀".repeat(10_000)];
    expect(await createCard(ana, folder.id, { front: ` ${front} `, back })).toMatchObject({ front, back });
  });

  it("ignores unknown fields, which cannot move, schedule or reassign a card", async () => {
    const elsewhere = await createFolder(ana);
    const extra = {
      id: 5,
      folderId: elsewhere.id,
      folder_id: elsewhere.id,
      userId: 1,
      difficulty: "easy",
      reviewCount: 9,
      nextReviewAt: "2030-01-01T00:00:00Z",
      stability: 100,
    };
    const card = await createCard(ana, folder.id, { front: "a", back: "b", ...extra });
    expect(card).toMatchObject({ folderId: folder.id, difficulty: "new", reviewCount: 0, nextReviewAt: null });
    const changed = await ana.put(`/api/cards/${card.id}`, { front: "a", back: "b", ...extra });
    expect(changed.body).toEqual(card);
    expect(await listCards(ana, elsewhere.id)).toEqual([]);
  });
});

describe("another user's card", () => {
  it("does not exist, and neither does its folder", async () => {
    const otherUser = await app.register();
    const theirs = await createFolder(otherUser);
    const card = await createCard(ana, folder.id);
    const before = await listCards(ana, folder.id);
    const sides = { front: "Robada", back: "Robada" };
    for (const id of [card.id, 999_999_999, "0", "-1", "1e99", "99999999999999999999", "1.5", "abc", "%20", "01"]) {
      expect(await otherUser.put(`/api/cards/${id}`, sides)).toMatchObject({ status: 404, body: NO_CARD });
      expect(await otherUser.delete(`/api/cards/${id}`)).toMatchObject({ status: 404, body: NO_CARD });
    }
    for (const id of [folder.id, 999_999_999, "0", "-1", "1e99", "99999999999999999999"]) {
      expect(await otherUser.get(`/api/folders/${id}/cards`)).toMatchObject({ status: 404, body: NO_FOLDER });
      expect(await otherUser.post(`/api/folders/${id}/cards`, sides)).toMatchObject({ status: 404, body: NO_FOLDER });
    }
    // A card of one's own cannot be moved there either.
    const own = await createCard(otherUser, theirs.id);
    await otherUser.put(`/api/cards/${own.id}`, { ...sides, folderId: folder.id });
    expect(await listCards(otherUser, theirs.id)).toHaveLength(1);
    expect(await listCards(ana, folder.id)).toEqual(before);
    const { body } = await ana.get(`/api/folders/${folder.id}`);
    expect(body).toMatchObject({ cardCount: before.length });
  });
});

it("settles past days before a card is deleted", async () => {
  const client = await app.register();
  const folder = await createFolder(client);
  const card = await createCard(client, folder.id);
  app.clock.set("2026-03-12T12:00:00Z");
  expect((await client.delete(`/api/cards/${card.id}`)).status).toBe(204);
  app.clock.set(NOW);
  expect(await selectStreakGaps(app.database.pool, client.userId)).toEqual(["2026-03-10..2026-03-11"]);
});
