import { CARD_SIDES_REQUIRED, MAX_BATCH_CARDS, TOO_MANY_TAGS } from "@repasa/contract/cards.limits.ts";
import type { BatchResult, Card, CardWithSiblings } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import { selectStreakGaps } from "#testing/streak-gaps.ts";
import { ana, folderId, registerBeforeEach } from "#testing/student-with-folder.ts";
import { createTestApp, sharedTestApp, type TestClient } from "#testing/test-app.ts";

const NOW = new Date("2026-03-10T12:00:00Z");
const HOUR = 3_600_000;
const NO_CARD = { message: "La carta no existe", code: "not_found" };

const app = await sharedTestApp({ now: NOW.toISOString() });
registerBeforeEach(app, NOW);

const setClockAfterStart = (ms: number) => app.clock.set(new Date(NOW.getTime() + ms));
const create = async (body: object, folder = folderId) =>
  (await ana.post<CardWithSiblings>(`/api/folders/${folder}/cards`, body)).body;
const batch = (body: object, client = ana) => client.post<BatchResult & { message: string }>("/api/cards/batch", body);
const createIn = async (client: TestClient, folder: number, more: object = {}) =>
  (await client.post<Card>(`/api/folders/${folder}/cards`, { front: "f", back: "b", ...more })).body.id;
const undo = (batchId: string, client = ana) => client.post<{ message: string }>(`/api/batches/${batchId}/undo`);
const rate = (id: number, client = ana) =>
  client.post<{ reviewId: string }>(`/api/cards/${id}/review`, { difficulty: "medium", answerResult: "correct" });
const search = async (query: string) => (await ana.get<{ cards: Card[] }>(`/api/cards/search?${query}`)).body.cards;
const selectRows = async (text: string, ...values: unknown[]) => (await app.database.pool.query(text, values)).rows;
/** Returns the rows of all tables about the user's cards. */
const selectEverything = async () => ({
  cards: await selectRows("select * from cards where user_id = $1 order by id", ana.userId),
  texts: await selectRows("select * from card_texts where user_id = $1 order by card_id", ana.userId),
  media: await selectRows("select * from card_media where user_id = $1 order by card_id", ana.userId),
  reviews: await selectRows("select * from reviews where user_id = $1 order by id", ana.userId),
  due: await selectRows(
    "select encode(due_counts, 'hex') as counts from user_scheduling where user_id = $1",
    ana.userId,
  ),
});

async function createThreeCards(): Promise<[number, number, number]> {
  const media = `![](media:${"ab".repeat(32)})`;
  const [a, b, c] = [
    await create({ front: "uno", back: media, format: "markdown", tags: ["Común", "A"] }),
    await create({ front: "dos", back: "común" }),
    await create({ front: "tres", back: "x", tags: ["b"], suspended: true }),
  ];
  await rate(a.id);
  // Makes the server store how many cards are due on each date.
  setClockAfterStart(24 * HOUR);
  await ana.get("/api/cards/review");
  return [a.id, b.id, c.id];
}

describe("POST /api/cards/batch", () => {
  it("moves, suspends, resumes and resets cards, and returns the number of changed ones", async () => {
    const [a, b, c] = await createThreeCards();
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

  it("adds and removes tags ignoring case and accents, and preserves the spelling of existing ones", async () => {
    const [a, b, c] = await createThreeCards();
    expect((await batch({ cardIds: [a, b, c], action: "tag", tags: ["comun", "Nueva"] })).body.changed).toBe(3);
    const tags = async () => (await search("")).map((card) => card.tags);
    expect(await tags()).toEqual([
      ["b", "comun", "Nueva"],
      ["comun", "Nueva"],
      ["Común", "A", "Nueva"],
    ]);
    expect((await search("q=nueva")).length).toBe(3);
    expect((await batch({ cardIds: [a, b, c], action: "untag", tags: ["COMÚN", "B"] })).body.changed).toBe(3);
    expect(await tags()).toEqual([["Nueva"], ["Nueva"], ["A", "Nueva"]]);
    expect((await search("q=comun")).map(({ id }) => id)).toEqual([b]);
  });

  it("replaces text on both sides of a card and its siblings, and makes the new texts searchable", async () => {
    const { id, siblings = [] } = await create({ front: "El Río grande", back: "rio", reverse: true });
    const plain = await create({ front: "Nada", back: "nada" });
    expect(
      (await batch({ cardIds: [id, plain.id], action: "replace", find: "Río ", replacement: "Mar " })).body,
    ).toEqual({
      changed: 2,
      batchId: expect.any(String),
    });
    expect(await search("q=mar")).toMatchObject([
      { id: siblings[0]?.id, front: "rio", back: "El Mar grande" },
      { id, front: "El Mar grande", back: "rio" },
    ]);
  });

  it("deletes cards", async () => {
    const [a, b, c] = await createThreeCards();
    expect((await batch({ cardIds: [a, c], action: "delete" })).body.changed).toBe(2);
    expect((await search("")).map(({ id }) => id)).toEqual([b]);
  });
});

describe("POST /api/cards/batch with invalid input", () => {
  it("responds with 404 to cards and folders of other users, and changes nothing", async () => {
    const [a, b] = await createThreeCards();
    const before = await selectEverything();
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
    expect(await selectEverything()).toEqual(before);
  });

  it("rejects invalid requests with a Spanish message", async () => {
    const { id } = await create({ front: "a", back: "b" });
    const cardIds = [id];
    const refused: [object, string][] = [
      [{ cardIds: [], action: "delete" }, "Elige de 1 a 5000 cartas"],
      [
        { cardIds: Array.from({ length: MAX_BATCH_CARDS + 1 }, (_, n) => n + 1), action: "delete" },
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
    expect(await search("")).toMatchObject([{ front: "a", back: "b" }]);
  });

  it("rejects changes that would make texts too long, add too many tags or alter gaps, and changes nothing", async () => {
    const long = await create({ front: "a".repeat(10_001), back: "b" });
    const tagged = await create({ front: "a", back: "b", tags: Array.from({ length: 19 }, (_, n) => `t${n}`) });
    const gaps = await create({ front: "{{c1::ab}} {{c2::cd}}", format: "markdown" });
    await ana.get("/api/cards/review");
    const cardIds = [tagged.id, long.id, gaps.id];
    const before = await selectEverything();
    for (const [body, message] of [
      [{ action: "tag", tags: ["x", "y"] }, TOO_MANY_TAGS],
      // The first text is too long only in UTF-16 code units, the second also in characters, which the database counts.
      [{ action: "replace", find: "a", replacement: "😀" }, "El texto no puede superar los 20000 caracteres"],
      [{ action: "replace", find: "a", replacement: "aa" }, "El texto no puede superar los 20000 caracteres"],
      [
        { action: "replace", find: "c2", replacement: "c3" },
        "El cambio tocaría los huecos de una carta: edítala por separado",
      ],
    ] as const) {
      expect(await batch({ cardIds, ...body })).toMatchObject({ status: 400, body: { message } });
    }
    expect(await selectEverything()).toEqual(before);
    expect(await selectRows("select from batches where user_id = $1", ana.userId)).toEqual([]);
  });
});

describe("POST /api/batches/{batchId}/undo", () => {
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

  it.each(ACTIONS)("restores everything that '$action' changed", async (body) => {
    const cardIds = await createThreeCards();
    const other = (await ana.post<Folder>("/api/folders", { name: "Otra" })).body;
    await batch({ cardIds, action: "move", folderId });
    const before = await selectEverything();
    const { batchId, changed } = (await batch({ cardIds, folderId: other.id, ...body })).body;
    expect(changed).toBeGreaterThan(0);
    expect(await selectEverything()).not.toEqual(before);
    expect(await undo(batchId)).toMatchObject({ status: 200, body: { batchId, changed } });
    expect(await selectEverything()).toEqual(before);
    expect(await undo(batchId)).toMatchObject({ status: 409, body: { message: "Esta acción ya se deshizo" } });
    // New cards get new ids.
    expect(cardIds).not.toContain((await create({ front: "n", back: "n" })).id);
  });

  it("responds with 409 if one of the cards was changed, rated, deleted, or had a rating undone", async () => {
    const [a, b, c] = await createThreeCards();
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
      const before = await selectEverything();
      expect(await undo(batchId)).toMatchObject({
        status: 409,
        body: { code: "conflict", message: "Alguna de las cartas ha cambiado desde entonces" },
      });
      expect(await selectEverything()).toEqual(before);
    }
  });

  it("restores the group of deleted and remaining cards, unless the texts of the remaining ones were changed", async () => {
    const pair = await create({ front: "dog", back: "perro", reverse: true });
    const gaps = await create({ front: "{{c1::a}} {{c2::b}} {{c3::c}}", format: "markdown" });
    await ana.get("/api/cards/review");
    const before = await selectEverything();
    const cardIds = [pair.id, gaps.id];
    const reverse = pair.siblings?.[0]?.id as number;
    const first = (await batch({ cardIds, action: "delete" })).body.batchId;
    const [lone] = await selectRows("select * from cards where id = $1", reverse);
    expect(lone).toMatchObject({ group_id: null, variant: null, front: "perro" });
    expect((await undo(first)).status).toBe(200);
    expect(await selectEverything()).toEqual(before);

    for (const [id, front] of [
      [reverse, "can"],
      [gaps.siblings?.[0]?.id as number, "{{c1::a}} {{c2::b}} {{c3::c}} d"],
    ] as const) {
      const { batchId } = (await batch({ cardIds, action: "delete" })).body;
      const [card] = await selectRows("select * from cards where id = $1", id);
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
    expect(await search("")).toMatchObject([{ id, groupId: null, variant: null }]);
  });

  it("responds with 409 if a deleted card was created again", async () => {
    const clientId = crypto.randomUUID();
    const { id } = await create({ front: "a", back: "x", clientId });
    const [other] = await createThreeCards();
    const { batchId } = (await batch({ cardIds: [id, other], action: "delete" })).body;
    // The client repeats the request because the response was lost.
    await create({ front: "a", back: "x", clientId });
    const before = await selectEverything();
    expect(await undo(batchId)).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(await selectEverything()).toEqual(before);
  });

  it("responds with 409 if the folder was deleted, and with 404 to foreign, unknown and day-old batches", async () => {
    const [a, b] = await createThreeCards();
    const other = (await ana.post<Folder>("/api/folders", { name: "Otra" })).body;
    const { id } = await create({ front: "x", back: "y" }, other.id);
    const deletedBatch = (await batch({ cardIds: [a, id], action: "delete" })).body.batchId;
    await ana.delete(`/api/folders/${other.id}`);
    expect(await undo(deletedBatch)).toMatchObject({ status: 409, body: { message: "La carpeta ya no existe" } });
    expect((await search("")).map((card) => card.id)).not.toContain(a);

    const { batchId } = (await batch({ cardIds: [b], action: "delete" })).body;
    const luis = await app.register();
    for (const response of [await undo(batchId, luis), await undo("nada"), await undo(crypto.randomUUID())]) {
      expect(response).toMatchObject({ status: 404, body: { message: "Esta acción ya no se puede deshacer" } });
    }
    // The batch was created 24 hours after the start, and can be undone for another 24 hours.
    setClockAfterStart(48 * HOUR - 1);
    await app.runHandler("cards", "sweep");
    const left = () =>
      selectRows("select card_id from batch_cards where user_id = $1 and batch_id = $2", ana.userId, batchId);
    expect(await left()).toHaveLength(1);
    setClockAfterStart(48 * HOUR);
    expect((await undo(batchId)).status).toBe(404);
    await app.runHandler("cards", "sweep");
    expect(await left()).toEqual([]);
  });

  it("succeeds for only one of several simultaneous requests", async () => {
    const [a] = await createThreeCards();
    const { batchId } = (await batch({ cardIds: [a], action: "delete" })).body;
    const statuses = (await Promise.all(Array.from({ length: 4 }, () => undo(batchId)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409, 409, 409]);
  });
});

it("does not count suspended cards as pending, or days with only suspended cards as missed", async () => {
  const [a, b] = [await create({ front: "a", back: "x" }), await create({ front: "b", back: "x" })];
  await rate(a.id);
  await batch({ cardIds: [b.id], action: "suspend" });
  const stats = async () => (await ana.get("/api/user/stats")).body;
  const gaps = () => selectStreakGaps(app.database.pool, ana.userId);
  setClockAfterStart(2 * 24 * HOUR);
  expect(await stats()).toMatchObject({ cardsDueToday: 0, currentStreak: 1 });
  await batch({ cardIds: [b.id], action: "resume" });
  expect(await gaps()).toEqual([]);
  setClockAfterStart(3 * 24 * HOUR);
  expect(await stats()).toMatchObject({ cardsDueToday: 2, currentStreak: 0 });
  expect(await gaps()).toEqual(["2026-03-12..2026-03-12"]);
});

it("preserves ratings that are given at the same time", async () => {
  const ids: number[] = [];
  for (const front of ["a", "b", "c", "d"]) ids.push((await create({ front, back: "x" })).id);
  const other = (await ana.post<Folder>("/api/folders", { name: "Otra" })).body;
  const responses = await Promise.all([
    ...ids.map((id) => rate(id)),
    batch({ cardIds: ids, action: "tag", tags: ["t"] }),
    batch({ cardIds: ids, action: "move", folderId: other.id }),
    batch({ cardIds: ids.toReversed(), action: "suspend" }),
  ]);
  for (const { status } of responses) expect(status).toBe(200);
  for (const card of await search("")) {
    expect(card).toMatchObject({ reviewCount: 1, tags: ["t"], folderId: other.id, suspended: true });
  }
});

it("changes and restores the maximum number of cards", async () => {
  await app.database.pool.query(
    `insert into cards (user_id, folder_id, front, back, created_at, updated_at)
    select $1, $2, 'Pregunta ' || n, repeat('respuesta ', 20), $3, $3 from generate_series(1, $4) as n`,
    [ana.userId, folderId, NOW, MAX_BATCH_CARDS],
  );
  // Updates the statistics, because checks of foreign keys were planned when the tables were almost empty.
  await app.database.pool.query("analyze cards; analyze batches; analyze card_texts");
  const cardIds = (await selectRows("select id from cards where user_id = $1", ana.userId)).map(({ id }) => id);
  for (const body of [
    { action: "tag", tags: ["t"] },
    { action: "replace", find: "Pregunta", replacement: "P" },
    { action: "delete" },
  ]) {
    const { batchId, changed } = (await batch({ cardIds, ...body })).body;
    expect(changed).toBe(MAX_BATCH_CARDS);
    if (body.action === "delete") expect((await undo(batchId)).status).toBe(200);
  }
  expect((await search("q=respuesta&tag=T")).length).toBe(50);
});

describe("the limits of batches", () => {
  it("allow 5,000 cards a minute, however few calls they come in, and undoing at once", async () => {
    const strict = await createTestApp({ beside: app, environment: { RATE_LIMIT: "on" } });
    onTestFinished(strict.close);
    const eva = await strict.register("strict@repasa.example");
    const folder = (await eva.post<Folder>("/api/folders", { name: "Historia" })).body.id;
    const [one, two] = [await createIn(eva, folder), await createIn(eva, folder)];
    const unknown = Array.from({ length: 4_998 }, (_, n) => 1_000_000_000 + n);
    expect((await batch({ cardIds: [one, two], action: "suspend" }, eva)).status).toBe(200);
    // What is refused for another reason has counted, too.
    expect((await batch({ cardIds: [one, ...unknown.slice(2)], action: "suspend" }, eva)).status).toBe(404);
    const last = await batch({ cardIds: [one], action: "resume" }, eva);
    expect(last.status).toBe(200);
    const refused = await batch({ cardIds: [one], action: "suspend" }, eva);
    expect([refused.status, refused.headers["retry-after"], refused.body]).toEqual([
      429,
      "1",
      {
        code: "rate_limited",
        message: "Has cambiado muchas cartas seguidas. Espera un momento y vuelve a intentarlo.",
      },
    ]);
    expect((await undo(last.body.batchId, eva)).status).toBe(200);
    app.clock.advance(1_000);
    expect((await batch({ cardIds: [one], action: "resume" }, eva)).status).toBe(200);
    app.clock.advance(60_000);
    expect((await batch({ cardIds: [one, two, ...unknown], action: "resume" }, eva)).status).toBe(404);
    expect((await batch({ cardIds: [one], action: "suspend" }, eva)).status).toBe(429);
  });

  it("count the siblings that an action includes", async () => {
    const strict = await createTestApp({ beside: app, environment: { RATE_LIMIT: "on" } });
    onTestFinished(strict.close);
    const eva = await strict.register("siblings@repasa.example");
    const folder = (await eva.post<Folder>("/api/folders", { name: "Historia" })).body.id;
    const id = await createIn(eva, folder, { reverse: true });
    const unknown = Array.from({ length: 4_997 }, (_, n) => 1_000_000_000 + n);
    expect((await batch({ cardIds: unknown, action: "suspend" }, eva)).status).toBe(404);
    expect((await batch({ cardIds: [id], action: "replace", find: "f", replacement: "g" }, eva)).status).toBe(200);
    expect((await batch({ cardIds: [id], action: "replace", find: "g", replacement: "h" }, eva)).status).toBe(429);
  });

  it("keep the newest batches that take 50 MB, and the last one in any case", async () => {
    const [a] = await createThreeCards();
    const ids = ["a", "b", "c"].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`);
    for (const [nth, id] of ids.entries()) {
      await selectRows(
        `WITH text AS MATERIALIZED (SELECT string_agg(md5(n::text), '') AS text FROM generate_series(1, 4000) AS n),
         batch AS (INSERT INTO batches (user_id, id, action, created_at) VALUES ($1, $2, 'tag', $3))
         INSERT INTO batch_cards (user_id, batch_id, card_id, before)
         SELECT $1, $2, n, jsonb_build_object('front', text) FROM text, generate_series(1, 150) AS n`,
        ...[ana.userId, id, new Date(NOW.getTime() + nth)],
      );
    }
    const { body } = await batch({ cardIds: [a], action: "suspend" });
    const left = await selectRows("SELECT id FROM batches WHERE user_id = $1 ORDER BY created_at", ana.userId);
    expect(left.map(({ id }) => id)).toEqual([...ids.slice(1), body.batchId]);
    expect((await undo(ids[0] as string)).status).toBe(404);
    expect((await undo(body.batchId)).status).toBe(200);
  });
});
