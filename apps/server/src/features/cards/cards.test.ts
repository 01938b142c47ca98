import { CARD_SIDES_REQUIRED } from "@repasa/contract/cards.forms.ts";
import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { describe, expect, it } from "vitest";
import { selectStreakGaps } from "#testing/streak-gaps.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const NOW = new Date("2026-03-10T12:00:00Z");
const LATER = new Date(NOW.getTime() + 90_000);
const NO_CARD = { message: "La carta no existe", code: "not_found" };
const NO_FOLDER = { message: "La carpeta no existe", code: "not_found" };

const app = await sharedTestApp({ now: NOW.toISOString() });
const ana = await app.register();
const folder = await folderOf(ana);

async function folderOf(client: TestClient): Promise<Folder> {
  const answer = await client.post("/api/folders", { name: "Historia" });
  expect(answer.status).toBe(201);
  return answer.body as Folder;
}

async function cardOf(client: TestClient, folderId: number, body: object = { front: "a", back: "b" }): Promise<Card> {
  const answer = await client.post(`/api/folders/${folderId}/cards`, body);
  expect(answer.status).toBe(201);
  return answer.body as Card;
}

async function cardsIn(client: TestClient, folderId: number): Promise<Card[]> {
  return (await client.get(`/api/folders/${folderId}/cards`)).body as Card[];
}

describe("a card's life", () => {
  it("begins new, with trimmed texts and the defaults", async () => {
    const card = await cardOf(ana, folder.id, { front: " ¿1492?\n", back: "\tColón " });
    expect(card).toEqual({
      id: expect.any(Number),
      folderId: folder.id,
      front: "¿1492?",
      back: "Colón",
      difficulty: "new",
      reviewCount: 0,
      lastReviewedAt: null,
      nextReviewAt: null,
      nextReviewDate: null,
      interval: 2,
      easeFactor: 250,
      format: "plain",
      tags: [],
      suspended: false,
      groupId: null,
      variant: null,
      createdAt: NOW.toISOString(),
      updatedAt: NOW.toISOString(),
    });
    expect(await cardsIn(ana, folder.id)).toEqual([card]);
  });

  it("marks its folder as changed when it is added", async () => {
    app.clock.set(LATER);
    await cardOf(ana, folder.id);
    app.clock.set(NOW);
    const { body } = await ana.get(`/api/folders/${folder.id}`);
    expect(body).toMatchObject({ createdAt: NOW.toISOString(), updatedAt: LATER.toISOString() });
  });

  it("changes its texts and nothing of its schedule", async () => {
    const card = await cardOf(ana, folder.id);
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

  it("ends, and its reviews stay in the log", async () => {
    const [card, other] = [await cardOf(ana, folder.id), await cardOf(ana, folder.id)];
    await ana.post(`/api/cards/${card.id}/review`, { difficulty: "easy" });
    const gone = await ana.delete(`/api/cards/${card.id}`);
    expect(gone.status).toBe(204);
    expect(gone.body).toBeFalsy();
    expect(await ana.delete(`/api/cards/${card.id}`)).toMatchObject({ status: 404, body: NO_CARD });
    expect(await ana.put(`/api/cards/${card.id}`, { front: "a", back: "b" })).toMatchObject({
      status: 404,
      body: NO_CARD,
    });
    const ids = (await cardsIn(ana, folder.id)).map(({ id }) => id);
    expect(ids).toContain(other.id);
    expect(ids).not.toContain(card.id);
    const { rows } = await app.database.pool.query("select difficulty from reviews where card_id = $1", [card.id]);
    expect(rows).toEqual([{ difficulty: "easy" }]);
  });

  it("is deleted once by three simultaneous requests, while others are added", async () => {
    const card = await cardOf(ana, folder.id);
    const [deletions, creations] = await Promise.all([
      Promise.all([1, 2, 3].map(() => ana.delete(`/api/cards/${card.id}`))),
      Promise.all([1, 2, 3, 4].map((n) => ana.post(`/api/folders/${folder.id}/cards`, { front: `${n}`, back: "b" }))),
    ]);
    expect(deletions.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect(creations.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const ids = (await cardsIn(ana, folder.id)).map(({ id }) => id);
    for (const { body } of creations) expect(ids).toContain((body as Card).id);
  });
});

describe("a folder's cards", () => {
  it("come newest first", async () => {
    const own = await folderOf(ana);
    const first = await cardOf(ana, own.id);
    const second = await cardOf(ana, own.id);
    app.clock.set(LATER);
    const third = await cardOf(ana, own.id);
    app.clock.set(NOW);
    // Younger by its number and older by its time, as after the clock was set.
    const fourth = await cardOf(ana, own.id);
    expect((await cardsIn(ana, own.id)).map(({ id }) => id)).toEqual([third.id, fourth.id, second.id, first.id]);
  });

  it("are the same in portions as in the whole list, which is streamed if it is long, and so is their queue", async () => {
    const eva = await app.register();
    const { id } = await folderOf(eva);
    // Some at the same instant, as an import brings them.
    await app.database.pool.query(
      `INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
       SELECT $1, $2, 'carta ' || n, 'x', $3::timestamptz + n / 7 * interval '1 ms', $3 FROM generate_series(1, 1050) AS n`,
      [eva.userId, id, NOW],
    );
    type Portion = { cards: Card[]; total: number; next: string | null };
    const joined = async (path: string, limit: number) => {
      const cards: Card[] = [];
      for (let next: string | null = ""; next !== null; ) {
        const { body }: { body: Portion } = await eva.get(`${path}?limit=${limit}${next && `&after=${next}`}`);
        expect([body.total, body.cards.length <= limit]).toEqual([1050, true]);
        cards.push(...body.cards);
        next = body.next;
      }
      return cards;
    };
    const whole = await cardsIn(eva, id);
    expect(new Set(whole.map((card) => card.id)).size).toBe(1050);
    expect(await joined(`/api/folders/${id}/cards`, 500)).toEqual(whole);
    expect((await joined(`/api/folders/${id}/cards`, 333)).map((card) => card.id)).toEqual(
      whole.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id).map((card) => card.id),
    );
    expect(await joined("/api/cards/review", 500)).toEqual((await eva.get("/api/cards/review")).body);
  });

  it.each([
    ["limit", "0", "El límite debe ser un número de 1 a 500"],
    ["limit", "1e2", "El límite debe ser un número de 1 a 500"],
    ["after", "ayer", "La página no existe"],
    ["after", `${"9".repeat(14)}_1`, "La página no existe"],
  ])("do not come by %s=%s", async (path, value, message) => {
    const call = await ana.get(`/api/folders/${folder.id}/cards?${path}=${value}`);
    expect(call).toMatchObject({ status: 400, body: { message, issues: [{ path, message }] } });
  });

  it("are an empty list at first, unlike those of a folder that does not exist", async () => {
    const own = await folderOf(ana);
    expect(await ana.get(`/api/folders/${own.id}/cards`)).toMatchObject({ status: 200, body: [] });
    await ana.delete(`/api/folders/${own.id}`);
    expect(await ana.get(`/api/folders/${own.id}/cards`)).toMatchObject({ status: 404, body: NO_FOLDER });
    expect(await ana.post(`/api/folders/${own.id}/cards`, { front: "a", back: "b" })).toMatchObject({
      status: 404,
      body: NO_FOLDER,
    });
  });
});

describe("what is refused", () => {
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
  ])("%#", async (body, paths, message) => {
    const card = await cardOf(ana, folder.id);
    const refusal = { message, code: "validation_failed", issues: paths.map((path) => ({ path, message })) };
    const creation = await ana.post(`/api/folders/${folder.id}/cards`, body);
    expect(creation.status).toBe(400);
    expect(creation.body).toEqual(refusal);
    const change = await ana.put(`/api/cards/${card.id}`, body);
    expect(change.status).toBe(400);
    expect(change.body).toEqual(refusal);
    expect(await cardsIn(ana, folder.id)).toContainEqual(card);
  });

  it("has the messages of the specification", () => {
    expect(CARD_SIDES_REQUIRED).toBe("Se requieren tanto el anverso como el reverso");
  });

  it("does not include texts of the maximum length", async () => {
    const [front, back] = ["漢".repeat(20_000), "😀".repeat(10_000)];
    expect(await cardOf(ana, folder.id, { front: ` ${front} `, back })).toMatchObject({ front, back });
  });

  it("ignores unknown fields: a card cannot be moved, scheduled or given away", async () => {
    const elsewhere = await folderOf(ana);
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
    const card = await cardOf(ana, folder.id, { front: "a", back: "b", ...extra });
    expect(card).toMatchObject({ folderId: folder.id, difficulty: "new", reviewCount: 0, nextReviewAt: null });
    const changed = await ana.put(`/api/cards/${card.id}`, { front: "a", back: "b", ...extra });
    expect(changed.body).toEqual(card);
    expect(await cardsIn(ana, elsewhere.id)).toEqual([]);
  });
});

describe("somebody else's card", () => {
  it("does not exist, nor does the folder", async () => {
    const otherUser = await app.register();
    const theirs = await folderOf(otherUser);
    const card = await cardOf(ana, folder.id);
    const before = await cardsIn(ana, folder.id);
    const sides = { front: "Robada", back: "Robada" };
    for (const id of [card.id, 999_999_999, "0", "-1", "1e99", "99999999999999999999", "1.5", "abc", "%20", "01"]) {
      expect(await otherUser.put(`/api/cards/${id}`, sides)).toMatchObject({ status: 404, body: NO_CARD });
      expect(await otherUser.delete(`/api/cards/${id}`)).toMatchObject({ status: 404, body: NO_CARD });
    }
    for (const id of [folder.id, 999_999_999, "0", "-1", "1e99", "99999999999999999999"]) {
      expect(await otherUser.get(`/api/folders/${id}/cards`)).toMatchObject({ status: 404, body: NO_FOLDER });
      expect(await otherUser.post(`/api/folders/${id}/cards`, sides)).toMatchObject({ status: 404, body: NO_FOLDER });
    }
    // Nor can one of one's own be put there.
    const own = await cardOf(otherUser, theirs.id);
    await otherUser.put(`/api/cards/${own.id}`, { ...sides, folderId: folder.id });
    expect(await cardsIn(otherUser, theirs.id)).toHaveLength(1);
    expect(await cardsIn(ana, folder.id)).toEqual(before);
    const { body } = await ana.get(`/api/folders/${folder.id}`);
    expect(body).toMatchObject({ cardCount: before.length });
  });
});

it("settles the past days before the card is deleted", async () => {
  const client = await app.register();
  const folder = await folderOf(client);
  const card = await cardOf(client, folder.id);
  app.clock.set("2026-03-12T12:00:00Z");
  expect((await client.delete(`/api/cards/${card.id}`)).status).toBe(204);
  app.clock.set(NOW);
  expect(await selectStreakGaps(app.database.pool, client.userId)).toEqual(["2026-03-10..2026-03-11"]);
});
