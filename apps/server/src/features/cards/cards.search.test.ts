import type { Card, CardPage } from "@repasa/contract/cards.ts";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createCard, createFolder } from "#testing/card-calls.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { parseTerms } from "./cards.words.ts";

const app = await sharedTestApp();

type Query = { q?: string; folderId?: number | string; tag?: string; state?: string; cursor?: string };

const formatSearchUrl = (query: Query) => `/api/cards/search?${new URLSearchParams(JSON.parse(JSON.stringify(query)))}`;

async function searchPage(client: TestClient, query: Query): Promise<CardPage> {
  const response = await client.get<CardPage>(formatSearchUrl(query));
  expect(response.status).toBe(200);
  return response.body;
}

async function searchAllPages(client: TestClient, query: Query): Promise<Card[]> {
  const { cards, nextCursor } = await searchPage(client, query);
  return nextCursor === null ? cards : [...cards, ...(await searchAllPages(client, { ...query, cursor: nextCursor }))];
}

const addFolder = async (client: TestClient, name = "Carpeta") => (await createFolder(client, { name })).id;
const addCard = (client: TestClient, folderId: number, front: string, back = "x", more: object = {}) =>
  createCard(client, folderId, { front, back, ...more });

describe("parseTerms", () => {
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
  ])("splits %j into its terms, the longest first", (query, parts) => {
    expect(parseTerms(query)).toEqual(parts);
  });
});

describe("GET /api/cards/search", () => {
  let ana: TestClient;
  let biology: number;
  let history: number;

  beforeAll(async () => {
    ana = await app.register();
    biology = await addFolder(ana, "Biología");
    history = await addFolder(ana, "Historia");
    await addCard(ana, biology, "¿Qué hace la Mitocondria?", "Produce ENERGÍA para la célula");
    await addCard(ana, biology, "Árbol genealógico\nde los vertebrados", "peces, anfibios, reptiles");
    await addCard(ana, biology, "H₂O al 100% (_pura_)", "agua \\ water");
    await addCard(ana, history, "Revolución Francesa", "1789, la toma de la Bastilla");
    await addCard(ana, history, "Москва", "capital de Rusia, Ελλάδα no");
    await addCard(ana, history, "ÇEŞME, İstanbul, Ærø, STRASSE", "ﬁn, ΟΔΟΣΑ");
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
  ])("finds the cards that contain all terms of %j", async (q, beginnings) => {
    const found = (await searchPage(ana, { q })).cards.map(({ front }) => front);
    const wanted = found.filter((front) => beginnings.some((beginning) => front.startsWith(beginning)));
    expect(found).toEqual(wanted);
    expect(found).toHaveLength(beginnings.length);
  });

  it("returns complete cards, the newest first", async () => {
    const { cards } = await searchPage(ana, {});
    const listed = await Promise.all(
      [history, biology].map(async (folder) => (await ana.get<Card[]>(`/api/folders/${folder}/cards`)).body),
    );
    expect(cards).toEqual(listed.flat());
  });

  it("searches only the given folder, and responds with 404 if the user has no such folder", async () => {
    expect((await searchPage(ana, { q: "la", folderId: history })).cards.map(({ front }) => front)).toEqual([
      "Revolución Francesa",
    ]);
    const eva = await app.register();
    const foreign = await addFolder(eva);
    for (const folderId of [foreign, 0, "x", 999_999]) {
      expect(await ana.get(formatSearchUrl({ folderId }))).toMatchObject({ status: 404, body: { code: "not_found" } });
    }
    expect(await searchPage(eva, { q: "mitocondria" })).toEqual({ cards: [], nextCursor: null });
  });

  it("finds a card only by its current texts, and no deleted card", async () => {
    const { id } = await addCard(ana, history, "Cartago");
    await ana.put(`/api/cards/${id}`, { front: "Roma", back: "Aníbal" });
    expect((await searchPage(ana, { q: "cartago" })).cards).toEqual([]);
    expect((await searchPage(ana, { q: "roma anibal" })).cards.map((card) => card.id)).toEqual([id]);
    await ana.delete(`/api/cards/${id}`);
    expect((await searchPage(ana, { q: "roma" })).cards).toEqual([]);
  });

  it("finds the cards of a folder from the store", async () => {
    const eva = await app.register();
    await eva.post("/api/store/folders/capitales-de-europa");
    expect((await searchPage(eva, { q: "belgica" })).cards).toHaveLength(1);
  });

  it("requires a session", async () => {
    expect(await app.visitor().get("/api/cards/search?q=a")).toMatchObject({ status: 401 });
  });
});

describe("the state filter of a search", () => {
  let ana: TestClient;

  beforeEach(async () => {
    app.clock.set("2026-03-10T12:00:00Z");
    ana = await app.register();
  });

  it("matches new cards, pending cards, or cards by their last rating", async () => {
    const folder = await addFolder(ana);
    const [a, b, c] = [
      await addCard(ana, folder, "a"),
      await addCard(ana, folder, "b"),
      await addCard(ana, folder, "c"),
    ];
    await addCard(ana, folder, "d");
    await addCard(ana, folder, "e");
    for (const [card, difficulty] of [
      [a, "hard"],
      [b, "medium"],
      [c, "easy"],
    ] as const) {
      await ana.post(`/api/cards/${card.id}/review`, { difficulty });
    }
    app.clock.set("2026-03-11T12:00:00Z");
    const fronts = async (query: Query) => (await searchPage(ana, query)).cards.map(({ front }) => front).join("");
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

describe("searching for tags", () => {
  let ana: TestClient;
  let folder: number;

  beforeAll(async () => {
    ana = await app.register();
    folder = await addFolder(ana);
    await addCard(ana, folder, "uno", "x", { tags: ["Verbo irregular", "B1"] });
    await addCard(ana, folder, "dos", "verbo\nB1", { tags: ["verbo IRREGULAR"] });
    await addCard(ana, folder, "tres", "irregular", { tags: ["Verbo", "irregular", "Ñandú"], suspended: true });
    await addCard(ana, folder, "cuatro", "B1");
  });

  const fronts = async (query: Query) => (await searchAllPages(ana, query)).map(({ front }) => front);

  it("matches terms in tags as in sides, but not across two tags", async () => {
    expect(await fronts({ q: "verbo b1" })).toEqual(["dos", "uno"]);
    expect(await fronts({ q: '"verbo irregular"' })).toEqual(["dos", "uno"]);
    expect(await fronts({ q: "nandu" })).toEqual(["tres"]);
  });

  it("filters by a whole tag, ignoring case and accents, together with words, folder and state", async () => {
    expect(await fronts({ tag: "VERBO irregular" })).toEqual(["dos", "uno"]);
    expect(await fronts({ tag: "verbo" })).toEqual(["tres"]);
    expect(await fronts({ tag: "ñandu", state: "suspended" })).toEqual(["tres"]);
    expect(await fronts({ tag: "ñandu", state: "due" })).toEqual([]);
    expect(await fronts({ tag: "b1" })).toEqual(["uno"]);
    expect(await fronts({ tag: "verbo irregular", q: "dos", folderId: folder })).toEqual(["dos"]);
    expect(await fronts({ tag: "" })).toHaveLength(4);
    expect(await fronts({ tag: "verb" })).toEqual([]);
  });

  it("lists the tags with their numbers of cards, and counts spellings that differ in case or accents as one", async () => {
    expect((await ana.get("/api/cards/tags")).body).toEqual([
      { tag: "Verbo irregular", cards: 2 },
      { tag: "B1", cards: 1 },
      { tag: "irregular", cards: 1 },
      { tag: "Ñandú", cards: 1 },
      { tag: "Verbo", cards: 1 },
    ]);
    expect((await (await app.register()).get("/api/cards/tags")).body).toEqual([]);
  });

  it("finds a suspended card as suspended, but not as due", async () => {
    expect(await fronts({ state: "due" })).toEqual(["cuatro", "dos", "uno"]);
    expect(await fronts({ state: "suspended" })).toEqual(["tres"]);
    expect(await fronts({ state: "suspended", q: "irregular" })).toEqual(["tres"]);
  });
});

describe("the pages of a search", () => {
  it("contain 50 cards each, and every card once even if cards are added, changed and deleted meanwhile", async () => {
    const ana = await app.register();
    const folder = await addFolder(ana);
    const made: number[] = [];
    for (let n = 0; n < 120; n++) made.push((await addCard(ana, folder, `carta ${n}`)).id);
    const first = await searchPage(ana, { q: "carta" });
    expect(first.cards.map(({ id }) => id)).toEqual(made.slice(-50).reverse());
    await addCard(ana, folder, "carta nueva");
    await ana.delete(`/api/cards/${made[70]}`);
    await ana.post(`/api/cards/${made[10]}/review`, { difficulty: "easy" });
    await ana.put(`/api/cards/${made[20]}`, { front: "carta cambiada", back: "x" });
    const second = await searchPage(ana, { q: "carta", cursor: first.nextCursor as string });
    expect(second.cards.map(({ id }) => id)).toEqual(made.slice(20, 70).reverse());
    const third = await searchPage(ana, { q: "carta", cursor: second.nextCursor as string });
    expect(third.cards.map(({ id }) => id)).toEqual(made.slice(0, 20).reverse());
    expect(third.nextCursor).toBeNull();
  });

  it("end without a next cursor if the last page is full", async () => {
    const ana = await app.register();
    const folder = await addFolder(ana);
    for (let n = 0; n < 50; n++) await addCard(ana, folder, "x");
    const { cards, nextCursor } = await searchPage(ana, {});
    expect(cards).toHaveLength(50);
    expect(nextCursor).toBeNull();
  });

  it.each(["", "0", "-1", "1.5", "x", "9".repeat(30), "1e3", " 1", "null"])("reject the cursor %j", async (cursor) => {
    const ana = await app.register();
    const message = "La página no existe";
    expect(await ana.get(formatSearchUrl({ cursor }))).toMatchObject({
      status: 400,
      body: { message, code: "validation_failed", issues: [{ path: "cursor", message }] },
    });
  });
});

it.each([
  [{ state: "buried" }, "state", "El estado no es válido"],
  [{ q: "a".repeat(201) }, "q", "El texto no puede superar los 200 caracteres"],
  [{ q: "a\u0000b" }, "q", "El texto contiene caracteres no válidos"],
])("rejects the query %j", async (query, path, message) => {
  const ana = await app.register();
  expect(await ana.get(formatSearchUrl(query))).toMatchObject({
    status: 400,
    body: { message, issues: [{ path, message }] },
  });
});

it("finds the same cards as a naive search of their texts", async () => {
  const ana = await app.register();
  const folder = await addFolder(ana);
  const letter = fc.constantFrom(..."aáAÁbñÑnçüÜ%_\\'", "ж", "Ж", "😀", " ", "e\u0301");
  const text = fc
    .array(letter, { minLength: 1, maxLength: 12 })
    .map((letters) => letters.join("").trim())
    .filter((letters) => letters !== "");
  const sides = fc.sample(fc.tuple(text, text), { numRuns: 60, seed: 7 });
  const cards: Card[] = [];
  for (const [front, back] of sides) cards.push(await addCard(ana, folder, front, back));
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
      const found = await searchAllPages(ana, { q });
      expect(found.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id).reverse());
    }),
    { numRuns: 150 },
  );
});

it("responds to any query with 200, 400 or 404", async () => {
  const ana = await app.register();
  await addCard(ana, await addFolder(ana), "a", "b");
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
    fc.asyncProperty(query, async (anyQuery) => {
      const parts = Object.entries(anyQuery).map(
        ([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`,
      );
      expect([200, 400, 404]).toContain((await ana.get(`/api/cards/search?${parts.join("&")}`)).status);
    }),
    { numRuns: 200 },
  );
  for (const raw of ["q=%ff", "q=%00", "q=a&q=b", "q[]=a", "state=", "folderId=1&folderId=2", "q=%ed%a0%80"]) {
    expect([200, 400, 404]).toContain((await ana.get(`/api/cards/search?${raw}`)).status);
  }
});
