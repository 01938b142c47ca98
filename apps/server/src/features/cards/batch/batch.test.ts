import { CARD_SIDES_REQUIRED, CARDS_IN_BATCH, TOO_MANY_TAGS } from "@repasa/contract/cards.forms.ts";
import type { BatchResult, Card, CardWithSiblings } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { selectStreakGaps } from "#testing/streak-gaps.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const NOW = new Date("2026-03-10T12:00:00Z");
const HOUR = 3_600_000;
const NO_CARD = { message: "La carta no existe", code: "not_found" };

const app = await sharedTestApp({ now: NOW.toISOString() });
let ana: TestClient;
let folderId: number;

beforeEach(async () => {
  app.clock.set(NOW);
  ana = await app.register();
  folderId = (await ana.post<Folder>("/api/folders", { name: "Historia" })).body.id;
});

const later = (ms: number) => app.clock.set(new Date(NOW.getTime() + ms));
const create = async (body: object, folder = folderId) =>
  (await ana.post<CardWithSiblings>(`/api/folders/${folder}/cards`, body)).body;
const batch = (body: object, client = ana) => client.post<BatchResult & { message: string }>("/api/cards/batch", body);
const undo = (batchId: string, client = ana) => client.post<{ message: string }>(`/api/batches/${batchId}/undo`);
const rate = (id: number, client = ana) =>
  client.post<{ reviewId: string }>(`/api/cards/${id}/review`, { difficulty: "medium", answerResult: "correct" });
const found = async (query: string) => (await ana.get<{ cards: Card[] }>(`/api/cards/search?${query}`)).body.cards;
const rows = async (text: string, ...values: unknown[]) => (await app.database.pool.query(text, values)).rows;
/** Everything about the user's cards, whatever the table. */
const everything = async () => ({
  cards: await rows("select * from cards where user_id = $1 order by id", ana.userId),
  texts: await rows("select * from card_texts where user_id = $1 order by card_id", ana.userId),
  media: await rows("select * from card_media where user_id = $1 order by card_id", ana.userId),
  reviews: await rows("select * from reviews where user_id = $1 order by id", ana.userId),
  due: await rows("select encode(due_counts, 'hex') as counts from user_scheduling where user_id = $1", ana.userId),
});

async function threeCards(): Promise<[number, number, number]> {
  const media = `![](media:${"ab".repeat(32)})`;
  const [a, b, c] = [
    await create({ front: "uno", back: media, format: "markdown", tags: ["Común", "A"] }),
    await create({ front: "dos", back: "común" }),
    await create({ front: "tres", back: "x", tags: ["b"], suspended: true }),
  ];
  await rate(a.id);
  // Counts what falls due on each date.
  later(24 * HOUR);
  await ana.get("/api/cards/review");
  return [a.id, b.id, c.id];
}

describe("what a batch does", () => {
  it("moves, suspends, resumes and resets, and counts the cards that change", async () => {
    const [a, b, c] = await threeCards();
    const other = (await ana.post<Folder>("/api/folders", { name: "Otra" })).body;
    await create({ front: "x", back: "y" }, other.id);
    expect(await batch({ cardIds: [a, b, c, a], action: "move", folderId: other.id })).toMatchObject({
      status: 200,
      body: { changed: 3, batchId: expect.any(String) },
    });
    expect((await ana.get(`/api/folders/${other.id}`)).body).toMatchObject({ cardCount: 4 });
    expect((await batch({ cardIds: [a, b, c], action: "suspend" })).body.changed).toBe(2);
    expect((await ana.get("/api/user/stats")).body).toMatchObject({ cardsDueToday: 1 });
    expect((await batch({ cardIds: [a, b, c], action: "resume" })).body.changed).toBe(3);
    expect((await batch({ cardIds: [a, b, c], action: "reset" })).body.changed).toBe(1);
    expect((await ana.get(`/api/cards/${a}/history`)).body).toMatchObject({
      card: { reviewCount: 0, difficulty: "new", nextReviewDate: null, lastReviewedAt: null },
      reviews: [{ undone: false }],
    });
    expect((await ana.get("/api/user/stats")).body).toMatchObject({ cardsDueToday: 4 });
  });

  it("adds and removes tags ignoring case and accents, and does not change the spelling of others", async () => {
    const [a, b, c] = await threeCards();
    expect((await batch({ cardIds: [a, b, c], action: "tag", tags: ["comun", "Nueva"] })).body.changed).toBe(3);
    const tags = async () => (await found("")).map((card) => card.tags);
    expect(await tags()).toEqual([
      ["b", "comun", "Nueva"],
      ["comun", "Nueva"],
      ["Común", "A", "Nueva"],
    ]);
    expect((await found("q=nueva")).length).toBe(3);
    expect((await batch({ cardIds: [a, b, c], action: "untag", tags: ["COMÚN", "B"] })).body.changed).toBe(3);
    expect(await tags()).toEqual([["Nueva"], ["Nueva"], ["A", "Nueva"]]);
    expect((await found("q=comun")).map(({ id }) => id)).toEqual([b]);
  });

  it("replaces in front and back, in all siblings of a card, and finds the new texts", async () => {
    const { id, siblings = [] } = await create({ front: "El Río grande", back: "rio", reverse: true });
    const plain = await create({ front: "Nada", back: "nada" });
    expect(
      (await batch({ cardIds: [id, plain.id], action: "replace", find: "Río ", replacement: "Mar " })).body,
    ).toEqual({
      changed: 2,
      batchId: expect.any(String),
    });
    expect(await found("q=mar")).toMatchObject([
      { id: siblings[0]?.id, front: "rio", back: "El Mar grande" },
      { id, front: "El Mar grande", back: "rio" },
    ]);
  });

  it("deletes", async () => {
    const [a, b, c] = await threeCards();
    expect((await batch({ cardIds: [a, c], action: "delete" })).body.changed).toBe(2);
    expect((await found("")).map(({ id }) => id)).toEqual([b]);
  });
});

describe("what a batch refuses, without a change", () => {
  it("cards and folders that are not the user's", async () => {
    const [a, b] = await threeCards();
    const before = await everything();
    const luis = await app.register();
    const their = (await luis.post<Folder>("/api/folders", { name: "Suya" })).body;
    for (const action of ["delete", "suspend", "reset"]) {
      expect(await batch({ cardIds: [a, 987_654_321], action })).toMatchObject({ status: 404, body: NO_CARD });
      expect(await batch({ cardIds: [a, b], action }, luis)).toMatchObject({ status: 404, body: NO_CARD });
    }
    for (const id of [their.id, 987_654_321]) {
      expect(await batch({ cardIds: [a], action: "move", folderId: id })).toMatchObject({
        status: 404,
        body: { message: "La carpeta no existe" },
      });
    }
    expect(await everything()).toEqual(before);
  });

  it("invalid requests, in Spanish", async () => {
    const { id } = await create({ front: "a", back: "b" });
    const cardIds = [id];
    const refused: [object, string][] = [
      [{ cardIds: [], action: "delete" }, "Elige de 1 a 5000 cartas"],
      [
        { cardIds: Array.from({ length: CARDS_IN_BATCH + 1 }, (_, n) => n + 1), action: "delete" },
        "Elige de 1 a 5000 cartas",
      ],
      [{ cardIds: "x", action: "delete" }, "Elige de 1 a 5000 cartas"],
      [{ cardIds: [1.5], action: "delete" }, "El valor no es válido"],
      [{ cardIds, action: "explode" }, "La acción no es válida"],
      [{ cardIds, action: "move" }, "Elige una carpeta"],
      [{ cardIds, action: "tag" }, "Elige al menos una etiqueta"],
      [{ cardIds, action: "untag", tags: [] }, "Elige al menos una etiqueta"],
      [{ cardIds, action: "replace" }, "Escribe el texto que quieres reemplazar"],
      [{ cardIds, action: "replace", find: "" }, "Escribe el texto que quieres reemplazar"],
      [{ cardIds, action: "replace", find: "a", replacement: "\u0000" }, "El texto contiene caracteres no válidos"],
      [{ cardIds, action: "replace", find: "a", replacement: " " }, CARD_SIDES_REQUIRED],
    ];
    for (const [body, message] of refused) expect(await batch(body)).toMatchObject({ status: 400, body: { message } });
    expect(await found("")).toMatchObject([{ front: "a", back: "b" }]);
  });

  it("cards that would be too long, have too many tags or other gaps", async () => {
    const long = await create({ front: "a".repeat(10_001), back: "b" });
    const tagged = await create({ front: "a", back: "b", tags: Array.from({ length: 19 }, (_, n) => `t${n}`) });
    const gaps = await create({ front: "{{c1::ab}} {{c2::cd}}", format: "markdown" });
    await ana.get("/api/cards/review");
    const cardIds = [tagged.id, long.id, gaps.id];
    const before = await everything();
    for (const [body, message] of [
      [{ action: "tag", tags: ["x", "y"] }, TOO_MANY_TAGS],
      // As the database counts, and as only JavaScript and browsers do.
      [{ action: "replace", find: "a", replacement: "😀" }, "El texto no puede superar los 20000 caracteres"],
      [{ action: "replace", find: "a", replacement: "aa" }, "El texto no puede superar los 20000 caracteres"],
      [
        { action: "replace", find: "c2", replacement: "c3" },
        "El cambio tocaría los huecos de una carta: edítala por separado",
      ],
    ] as const) {
      expect(await batch({ cardIds, ...body })).toMatchObject({ status: 400, body: { message } });
    }
    expect(await everything()).toEqual(before);
    expect(await rows("select from batches where user_id = $1", ana.userId)).toEqual([]);
  });
});

describe("undoing", () => {
  const ACTIONS = [
    { action: "delete" },
    { action: "suspend" },
    { action: "resume" },
    { action: "reset" },
    { action: "tag", tags: ["Nueva"] },
    { action: "untag", tags: ["a", "B"] },
    { action: "replace", find: "u", replacement: "ü" },
    { action: "move" },
  ];

  it.each(ACTIONS)("restores everything that '$action' did", async (body) => {
    const cardIds = await threeCards();
    const other = (await ana.post<Folder>("/api/folders", { name: "Otra" })).body;
    await batch({ cardIds, action: "move", folderId });
    const before = await everything();
    const { batchId, changed } = (await batch({ cardIds, folderId: other.id, ...body })).body;
    expect(changed).toBeGreaterThan(0);
    expect(await everything()).not.toEqual(before);
    expect(await undo(batchId)).toMatchObject({ status: 200, body: { batchId, changed } });
    expect(await everything()).toEqual(before);
    expect(await undo(batchId)).toMatchObject({ status: 409, body: { message: "Esta acción ya se deshizo" } });
    // New cards get new ids.
    expect(cardIds).not.toContain((await create({ front: "n", back: "n" })).id);
  });

  it("is refused once one of the cards was changed, rated, or had a rating undone", async () => {
    const [a, b, c] = await threeCards();
    const cardIds = [a, b, c];
    const changes = [
      () => ana.put(`/api/cards/${b}`, { front: "otra", back: "cosa" }),
      () => rate(b),
      () => ana.delete(`/api/cards/${c}`),
    ];
    const { reviewId } = (await rate(b)).body;
    const reset = (await batch({ cardIds, action: "reset" })).body.batchId;
    expect((await ana.delete(`/api/cards/${b}/reviews/${reviewId}`)).status).toBe(200);
    expect((await undo(reset)).status).toBe(409);
    for (const change of changes) {
      const { batchId } = (await batch({ cardIds, action: "tag", tags: [`t${changes.indexOf(change)}`] })).body;
      expect((await change()).status).toBeLessThan(300);
      const before = await everything();
      expect(await undo(batchId)).toMatchObject({
        status: 409,
        body: { code: "conflict", message: "Alguna de las cartas ha cambiado desde entonces" },
      });
      expect(await everything()).toEqual(before);
    }
  });

  it("restores the group of deleted and remaining cards, unless the texts of these have changed", async () => {
    const pair = await create({ front: "dog", back: "perro", reverse: true });
    const gaps = await create({ front: "{{c1::a}} {{c2::b}} {{c3::c}}", format: "markdown" });
    await ana.get("/api/cards/review");
    const before = await everything();
    const cardIds = [pair.id, gaps.id];
    const reverse = pair.siblings?.[0]?.id as number;
    const first = (await batch({ cardIds, action: "delete" })).body.batchId;
    const [lone] = await rows("select * from cards where id = $1", reverse);
    expect(lone).toMatchObject({ group_id: null, variant: null, front: "perro" });
    expect((await undo(first)).status).toBe(200);
    expect(await everything()).toEqual(before);

    for (const [id, front] of [
      [reverse, "can"],
      [gaps.siblings?.[0]?.id as number, "{{c1::a}} {{c2::b}} {{c3::c}} d"],
    ] as const) {
      const { batchId } = (await batch({ cardIds, action: "delete" })).body;
      const [card] = await rows("select * from cards where id = $1", id);
      await ana.put(`/api/cards/${id}`, { front, back: card.back });
      expect(await undo(batchId)).toMatchObject({ status: 409, body: { code: "conflict" } });
      await ana.put(`/api/cards/${id}`, { front: card.front, back: card.back });
      expect((await undo(batchId)).status).toBe(200);
    }
  });

  it("restores a card without a group if no sibling is left", async () => {
    const { id, siblings = [] } = await create({ front: "dog", back: "perro", reverse: true });
    const { batchId } = (await batch({ cardIds: [id], action: "delete" })).body;
    await ana.delete(`/api/cards/${siblings[0]?.id}`);
    expect((await undo(batchId)).status).toBe(200);
    expect(await found("")).toMatchObject([{ id, groupId: null, variant: null }]);
  });

  it("is refused if a deleted card was created again", async () => {
    const clientId = crypto.randomUUID();
    const { id } = await create({ front: "a", back: "x", clientId });
    const [other] = await threeCards();
    const { batchId } = (await batch({ cardIds: [id, other], action: "delete" })).body;
    // The client repeats the request because the response was lost.
    await create({ front: "a", back: "x", clientId });
    const before = await everything();
    expect(await undo(batchId)).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(await everything()).toEqual(before);
  });

  it("is refused if the folder was deleted, and for batches of others, unknown ones and those a day old", async () => {
    const [a, b] = await threeCards();
    const other = (await ana.post<Folder>("/api/folders", { name: "Otra" })).body;
    const { id } = await create({ front: "x", back: "y" }, other.id);
    const gone = (await batch({ cardIds: [a, id], action: "delete" })).body.batchId;
    await ana.delete(`/api/folders/${other.id}`);
    expect(await undo(gone)).toMatchObject({ status: 409, body: { message: "La carpeta ya no existe" } });
    expect((await found("")).map((card) => card.id)).not.toContain(a);

    const { batchId } = (await batch({ cardIds: [b], action: "delete" })).body;
    const luis = await app.register();
    for (const answer of [await undo(batchId, luis), await undo("nada"), await undo(crypto.randomUUID())]) {
      expect(answer).toMatchObject({ status: 404, body: { message: "Esta acción ya no se puede deshacer" } });
    }
    // Made a day later than the first.
    later(48 * HOUR - 1);
    await app.runHandler("cards", "deleteOldBatches");
    const left = () =>
      rows("select card_id from batch_cards where user_id = $1 and batch_id = $2", ana.userId, batchId);
    expect(await left()).toHaveLength(1);
    later(48 * HOUR);
    expect((await undo(batchId)).status).toBe(404);
    await app.runHandler("cards", "deleteOldBatches");
    expect(await left()).toEqual([]);
  });

  it("succeeds once for several simultaneous requests", async () => {
    const [a] = await threeCards();
    const { batchId } = (await batch({ cardIds: [a], action: "delete" })).body;
    const statuses = (await Promise.all(Array.from({ length: 4 }, () => undo(batchId)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409, 409, 409]);
  });
});

it("has nothing pending while cards are suspended, and counts no such day as missed", async () => {
  const [a, b] = [await create({ front: "a", back: "x" }), await create({ front: "b", back: "x" })];
  await rate(a.id);
  await batch({ cardIds: [b.id], action: "suspend" });
  const stats = async () => (await ana.get("/api/user/stats")).body;
  const gaps = () => selectStreakGaps(app.database.pool, ana.userId);
  later(2 * 24 * HOUR);
  expect(await stats()).toMatchObject({ cardsDueToday: 0, currentStreak: 1 });
  await batch({ cardIds: [b.id], action: "resume" });
  expect(await gaps()).toEqual([]);
  later(3 * 24 * HOUR);
  expect(await stats()).toMatchObject({ cardsDueToday: 2, currentStreak: 0 });
  expect(await gaps()).toEqual(["2026-03-12..2026-03-12"]);
});

it("loses no simultaneous rating", async () => {
  const ids: number[] = [];
  for (const front of ["a", "b", "c", "d"]) ids.push((await create({ front, back: "x" })).id);
  const other = (await ana.post<Folder>("/api/folders", { name: "Otra" })).body;
  const answers = await Promise.all([
    ...ids.map((id) => rate(id)),
    batch({ cardIds: ids, action: "tag", tags: ["t"] }),
    batch({ cardIds: ids, action: "move", folderId: other.id }),
    batch({ cardIds: ids.toReversed(), action: "suspend" }),
  ]);
  for (const { status } of answers) expect(status).toBe(200);
  for (const card of await found("")) {
    expect(card).toMatchObject({ reviewCount: 1, tags: ["t"], folderId: other.id, suspended: true });
  }
});

it("changes and restores the maximum number of cards", async () => {
  await app.database.pool.query(
    `insert into cards (user_id, folder_id, front, back, created_at, updated_at)
    select $1, $2, 'Pregunta ' || n, repeat('respuesta ', 20), $3, $3 from generate_series(1, $4) as n`,
    [ana.userId, folderId, NOW, CARDS_IN_BATCH],
  );
  // Checks of foreign keys were planned when the tables were all but empty.
  await app.database.pool.query("analyze cards; analyze batches; analyze card_texts");
  const cardIds = (await rows("select id from cards where user_id = $1", ana.userId)).map(({ id }) => id);
  for (const body of [
    { action: "tag", tags: ["t"] },
    { action: "replace", find: "Pregunta", replacement: "P" },
    { action: "delete" },
  ]) {
    const { batchId, changed } = (await batch({ cardIds, ...body })).body;
    expect(changed).toBe(CARDS_IN_BATCH);
    if (body.action === "delete") expect((await undo(batchId)).status).toBe(200);
  }
  expect((await found("q=respuesta&tag=T")).length).toBe(50);
});
