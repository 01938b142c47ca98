import type { Card, CardPage } from "@repasa/contract/cards.ts";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { parseTerms } from "./cards.words.ts";

const app = await sharedTestApp();

type Query = { q?: string; folderId?: number | string; tag?: string; state?: string; cursor?: string };

const addressOf = (query: Query) => `/api/cards/search?${new URLSearchParams(JSON.parse(JSON.stringify(query)))}`;

async function pageOf(client: TestClient, query: Query): Promise<CardPage> {
  const answer = await client.get<CardPage>(addressOf(query));
  expect(answer.status).toBe(200);
  return answer.body;
}

async function allPages(client: TestClient, query: Query): Promise<Card[]> {
  const { cards, nextCursor } = await pageOf(client, query);
  return nextCursor === null ? cards : [...cards, ...(await allPages(client, { ...query, cursor: nextCursor }))];
}

async function newFolder(client: TestClient, name = "Carpeta"): Promise<number> {
  return (await client.post<{ id: number }>("/api/folders", { name })).body.id;
}

async function newCard(
  client: TestClient,
  folder: number,
  front: string,
  back = "x",
  more: object = {},
): Promise<Card> {
  const answer = await client.post<Card>(`/api/folders/${folder}/cards`, { front, back, ...more });
  expect(answer.status).toBe(201);
  return answer.body;
}

describe("the terms of a query", () => {
  it.each([
    ["", []],
    ["   ", []],
    ["agua", ["agua"]],
    ["  agua \t del\nmar ", ["agua", "del", "mar"]],
    ["agua agua", ["agua"]],
    ['"agua del mar"', ["agua del mar"]],
    ['sal "agua del mar" azul', ["agua del mar", "azul", "sal"]],
    ["“agua del mar” «otra cosa»", ["agua del mar", "otra cosa"]],
    ['pre"a b"post', ["post", "pre", "a b"]],
    ['sal "agua del', ["agua del", "sal"]],
    ['"', []],
    ['"" " "', []],
    ["100% _a\\b", ["100%", "_a\\b"]],
  ])("%j", (query, parts) => {
    expect(parseTerms(query)).toEqual(parts);
  });
});

describe("a search", () => {
  let ana: TestClient;
  let biology: number;
  let history: number;

  beforeAll(async () => {
    ana = await app.register();
    biology = await newFolder(ana, "Biología");
    history = await newFolder(ana, "Historia");
    await newCard(ana, biology, "¿Qué hace la Mitocondria?", "Produce ENERGÍA para la célula");
    await newCard(ana, biology, "Árbol genealógico\nde los vertebrados", "peces, anfibios, reptiles");
    await newCard(ana, biology, "H₂O al 100% (_pura_)", "agua \\ water");
    await newCard(ana, history, "Revolución Francesa", "1789, la toma de la Bastilla");
    await newCard(ana, history, "Москва", "capital de Rusia, Ελλάδα no");
    await newCard(ana, history, "ÇEŞME, İstanbul, Ærø, STRASSE", "ﬁn, ΟΔΟΣΑ");
  });

  it.each([
    ["mitocondria", ["¿Qué"]],
    ["energia", ["¿Qué"]],
    ["CÉLULA Qué", ["¿Qué"]],
    ["célula revolución", []],
    ["arbol", ["Árbol"]],
    ["Arbol peces", ["Árbol"]],
    ["de los", ["Árbol"]],
    ['"de la"', ["Revolución"]],
    ['"toma DE LA bastilla"', ["Revolución"]],
    ['"la toma bastilla"', []],
    ['"genealogico\nde"', ["Árbol"]],
    ["h2o", ["H₂O"]],
    ["100%", ["H₂O"]],
    ["%", ["H₂O"]],
    ["_pura_", ["H₂O"]],
    ["_u", []],
    ["\\", ["H₂O"]],
    ["москва", ["Москва"]],
    ["ελλαδα", ["Москва"]],
    ["ΟΔΟΣ", ["ÇEŞME"]],
    ["cesme istanbul", ["ÇEŞME"]],
    ["ærø fin strasse", ["ÇEŞME"]],
    ["Ñ", ["¿Qué", "Árbol", "Revolución", "Москва", "ÇEŞME"]],
    ["' or 1=1 --", []],
  ])("for %j", async (q, beginnings) => {
    const found = (await pageOf(ana, { q })).cards.map(({ front }) => front);
    const wanted = found.filter((front) => beginnings.some((beginning) => front.startsWith(beginning)));
    expect(found).toEqual(wanted);
    expect(found).toHaveLength(beginnings.length);
  });

  it("returns whole cards, the newest first", async () => {
    const { cards } = await pageOf(ana, {});
    const listed = await Promise.all(
      [history, biology].map(async (folder) => (await ana.get<Card[]>(`/api/folders/${folder}/cards`)).body),
    );
    expect(cards).toEqual(listed.flat());
  });

  it("is limited to a folder, which must be the user's own", async () => {
    expect((await pageOf(ana, { q: "la", folderId: history })).cards.map(({ front }) => front)).toEqual([
      "Revolución Francesa",
    ]);
    const eva = await app.register();
    const stranger = await newFolder(eva);
    for (const folderId of [stranger, 0, "x", 999_999]) {
      expect(await ana.get(addressOf({ folderId }))).toMatchObject({ status: 404, body: { code: "not_found" } });
    }
    expect(await pageOf(eva, { q: "mitocondria" })).toEqual({ cards: [], nextCursor: null });
  });

  it("finds a card by its current texts", async () => {
    const { id } = await newCard(ana, history, "Cartago");
    await ana.put(`/api/cards/${id}`, { front: "Roma", back: "Aníbal" });
    expect((await pageOf(ana, { q: "cartago" })).cards).toEqual([]);
    expect((await pageOf(ana, { q: "roma anibal" })).cards.map((card) => card.id)).toEqual([id]);
    await ana.delete(`/api/cards/${id}`);
    expect((await pageOf(ana, { q: "roma" })).cards).toEqual([]);
  });

  it("finds cards from the store", async () => {
    const eva = await app.register();
    await eva.post("/api/store/folders/capitales-de-europa");
    expect((await pageOf(eva, { q: "belgica" })).cards).toHaveLength(1);
  });

  it("requires a session", async () => {
    expect(await app.visitor().get("/api/cards/search?q=a")).toMatchObject({ status: 401 });
  });
});

describe("the state of the cards found", () => {
  let ana: TestClient;

  beforeEach(async () => {
    app.clock.set("2026-03-10T12:00:00Z");
    ana = await app.register();
  });

  it("is new, due, or that of the last rating; due is what is pending", async () => {
    const folder = await newFolder(ana);
    const [a, b, c] = [
      await newCard(ana, folder, "a"),
      await newCard(ana, folder, "b"),
      await newCard(ana, folder, "c"),
    ];
    await newCard(ana, folder, "d");
    await newCard(ana, folder, "e");
    for (const [card, difficulty] of [
      [a, "hard"],
      [b, "medium"],
      [c, "easy"],
    ] as const) {
      await ana.post(`/api/cards/${card.id}/review`, { difficulty });
    }
    app.clock.set("2026-03-11T12:00:00Z");
    const fronts = async (query: Query) => (await pageOf(ana, query)).cards.map(({ front }) => front).join("");
    expect(await fronts({ state: "new" })).toBe("ed");
    expect(await fronts({ state: "hard" })).toBe("a");
    expect(await fronts({ state: "medium" })).toBe("b");
    expect(await fronts({ state: "easy" })).toBe("c");
    expect(await fronts({ state: "due" })).toBe("eda");
    expect(await fronts({ state: "due", q: "d" })).toBe("d");
    await ana.put("/api/user/preferences", { newCardsPerDay: 1 });
    expect(await fronts({ state: "due" })).toBe("da");
    expect(await fronts({ state: "new" })).toBe("ed");
    expect(await fronts({ state: "due", folderId: folder })).toBe("da");
  });
});

describe("tags", () => {
  let ana: TestClient;
  let folder: number;

  beforeAll(async () => {
    ana = await app.register();
    folder = await newFolder(ana);
    await newCard(ana, folder, "uno", "x", { tags: ["Verbo irregular", "B1"] });
    await newCard(ana, folder, "dos", "verbo\nB1", { tags: ["verbo IRREGULAR"] });
    await newCard(ana, folder, "tres", "irregular", { tags: ["Verbo", "irregular", "Ñandú"], suspended: true });
    await newCard(ana, folder, "cuatro", "B1");
  });

  const fronts = async (query: Query) => (await allPages(ana, query)).map(({ front }) => front);

  it("are searched like sides, and no term matches across two of them", async () => {
    expect(await fronts({ q: "verbo b1" })).toEqual(["dos", "uno"]);
    expect(await fronts({ q: '"verbo irregular"' })).toEqual(["dos", "uno"]);
    expect(await fronts({ q: "nandu" })).toEqual(["tres"]);
  });

  it("match as a whole, ignoring case and accents, together with words, folder and state", async () => {
    expect(await fronts({ tag: "VERBO irregular" })).toEqual(["dos", "uno"]);
    expect(await fronts({ tag: "verbo" })).toEqual(["tres"]);
    expect(await fronts({ tag: "ñandu", state: "suspended" })).toEqual(["tres"]);
    expect(await fronts({ tag: "ñandu", state: "due" })).toEqual([]);
    expect(await fronts({ tag: "b1" })).toEqual(["uno"]);
    expect(await fronts({ tag: "verbo irregular", q: "dos", folderId: folder })).toEqual(["dos"]);
    expect(await fronts({ tag: "" })).toHaveLength(4);
    expect(await fronts({ tag: "verb" })).toEqual([]);
  });

  it("are listed with their uses, those that differ in case or accents as one", async () => {
    expect((await ana.get("/api/cards/tags")).body).toEqual([
      { tag: "Verbo irregular", cards: 2 },
      { tag: "B1", cards: 1 },
      { tag: "irregular", cards: 1 },
      { tag: "Ñandú", cards: 1 },
      { tag: "Verbo", cards: 1 },
    ]);
    expect((await (await app.register()).get("/api/cards/tags")).body).toEqual([]);
  });

  it("do not hide that a suspended card is no longer pending, and can be found as suspended", async () => {
    expect(await fronts({ state: "due" })).toEqual(["cuatro", "dos", "uno"]);
    expect(await fronts({ state: "suspended" })).toEqual(["tres"]);
    expect(await fronts({ state: "suspended", q: "irregular" })).toEqual(["tres"]);
  });
});

describe("pages", () => {
  it("have 50 cards each, and every card once, even if cards are added, changed and deleted meanwhile", async () => {
    const ana = await app.register();
    const folder = await newFolder(ana);
    const made: number[] = [];
    for (let n = 0; n < 120; n++) made.push((await newCard(ana, folder, `carta ${n}`)).id);
    const first = await pageOf(ana, { q: "carta" });
    expect(first.cards.map(({ id }) => id)).toEqual(made.slice(-50).reverse());
    await newCard(ana, folder, "carta nueva");
    await ana.delete(`/api/cards/${made[70]}`);
    await ana.post(`/api/cards/${made[10]}/review`, { difficulty: "easy" });
    await ana.put(`/api/cards/${made[20]}`, { front: "carta cambiada", back: "x" });
    const second = await pageOf(ana, { q: "carta", cursor: first.nextCursor as string });
    expect(second.cards.map(({ id }) => id)).toEqual(made.slice(20, 70).reverse());
    const third = await pageOf(ana, { q: "carta", cursor: second.nextCursor as string });
    expect(third.cards.map(({ id }) => id)).toEqual(made.slice(0, 20).reverse());
    expect(third.nextCursor).toBeNull();
  });

  it("end without a next one when the last is full", async () => {
    const ana = await app.register();
    const folder = await newFolder(ana);
    for (let n = 0; n < 50; n++) await newCard(ana, folder, "x");
    const { cards, nextCursor } = await pageOf(ana, {});
    expect(cards).toHaveLength(50);
    expect(nextCursor).toBeNull();
  });

  it.each(["", "0", "-1", "1.5", "x", "9".repeat(30), "1e3", " 1", "null"])("refuse the cursor %j", async (cursor) => {
    const ana = await app.register();
    const message = "La página no existe";
    expect(await ana.get(addressOf({ cursor }))).toMatchObject({
      status: 400,
      body: { message, code: "validation_failed", issues: [{ path: "cursor", message }] },
    });
  });
});

it.each([
  [{ state: "buried" }, "state", "El estado no es válido"],
  [{ q: "a".repeat(201) }, "q", "El texto no puede superar los 200 caracteres"],
  [{ q: "a\u0000b" }, "q", "El texto contiene caracteres no válidos"],
])("refuses %j", async (query, path, message) => {
  const ana = await app.register();
  expect(await ana.get(addressOf(query))).toMatchObject({
    status: 400,
    body: { message, issues: [{ path, message }] },
  });
});

it("finds the same cards as a naive search of their texts", async () => {
  const ana = await app.register();
  const folder = await newFolder(ana);
  const letter = fc.constantFrom(..."aáAÁbñÑnçüÜ%_\\'", "ж", "Ж", "😀", " ", "e\u0301");
  const text = fc
    .array(letter, { minLength: 1, maxLength: 12 })
    .map((letters) => letters.join("").trim())
    .filter((letters) => letters !== "");
  const sides = fc.sample(fc.tuple(text, text), { numRuns: 60, seed: 7 });
  const cards: Card[] = [];
  for (const [front, back] of sides) cards.push(await newCard(ana, folder, front, back));
  const plain = (side: string) =>
    side
      .normalize("NFKD")
      .replaceAll(/[\u0300-\u036f]/g, "")
      .toLowerCase();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(letter, { minLength: 1, maxLength: 3 }), { maxLength: 3 }), async (words) => {
      const q = words.map((letters) => letters.join("")).join(" ");
      const parts = q.trim().split(/\s+/).map(plain);
      const wanted = cards.filter(({ front, back }) =>
        parts.every((part) => plain(front).includes(part) || plain(back).includes(part)),
      );
      const found = await allPages(ana, { q });
      expect(found.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id).reverse());
    }),
    { numRuns: 150 },
  );
});

it("answers any query with 200, 400 or 404", async () => {
  const ana = await app.register();
  await newCard(ana, await newFolder(ana), "a", "b");
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 210 }),
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(
      "\\",
      "%",
      "_",
      '"',
      "''",
      "$1",
      "\u0301",
      "\u202e",
      "\u{10ffff}",
      "a ".repeat(100),
      "ﷺ".repeat(200),
    ),
  );
  const query = fc.record(
    { q: text, folderId: text, state: fc.oneof(fc.constantFrom("new", "due", "easy"), text), cursor: text },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(query, async (asked) => {
      const parts = Object.entries(asked).map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
      expect([200, 400, 404]).toContain((await ana.get(`/api/cards/search?${parts.join("&")}`)).status);
    }),
    { numRuns: 200 },
  );
  for (const raw of ["q=%ff", "q=%00", "q=a&q=b", "q[]=a", "state=", "folderId=1&folderId=2", "q=%ed%a0%80"]) {
    expect([200, 400, 404]).toContain((await ana.get(`/api/cards/search?${raw}`)).status);
  }
});
