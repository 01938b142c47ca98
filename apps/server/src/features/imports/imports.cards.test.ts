import { createHash } from "node:crypto";
import type { ExactHistory, MaterialCard, MaterialMedia } from "@repasa/card-files/material.ts";
import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { describe, expect, it } from "vitest";
import { cardWith, importMaterial, materialOf, reviewsOn } from "#testing/import-world.ts";
import { untilSomebodyWaits } from "#testing/lock-wait.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const app = await sharedTestApp({ now: "2026-03-10T12:00:00Z" });
const { pool } = app.database;

const note = (guid: string, template = 0) => ({ guid, template });
const foldersOf = async (client: TestClient) => (await client.get<Folder[]>("/api/folders")).body;
const cardRows = async ({ userId }: TestClient) =>
  (await pool.query("SELECT * FROM cards WHERE user_id = $1 ORDER BY id", [userId])).rows;
const countOf = async (table: string, { userId }: TestClient): Promise<number> =>
  (await pool.query(`SELECT count(*)::int AS n FROM ${table} WHERE user_id = $1`, [userId])).rows[0].n;

async function undo(client: TestClient, id: string) {
  expect((await client.post(`/api/imports/${id}/undo`)).status).toBe(202);
  await app.runJobs("imports.undo");
  return (await client.get<{ status: string; result: { kept: number } }>(`/api/imports/${id}`)).body;
}

describe("folders", () => {
  it("are matched by name or created, in their own spelling; cards without one get a folder named after the file", async () => {
    const client = await app.register();
    const { body: own } = await client.post<Folder>("/api/folders", { name: "Historia / Roma" });
    const cards = ["Historia / Roma", "historia / Roma", null].map((folder) => cardWith({ folder }));
    const { preview, result } = await importMaterial(app, client, materialOf(cards));
    expect(preview.folders).toEqual([
      { name: "Historia / Roma", cards: 1, existing: true },
      { name: "historia / Roma", cards: 1, existing: false },
      { name: "Mazo", cards: 1, existing: false },
    ]);
    expect(result).toMatchObject({ folders: 2, cards: 3 });
    const folders = await foldersOf(client);
    expect(folders.map(({ name, cardCount }) => [name, cardCount]).sort()).toEqual([
      ["Historia / Roma", 1],
      ["Mazo", 1],
      ["historia / Roma", 1],
    ]);
    expect(folders.some(({ id }) => id === own.id)).toBe(true);
  });

  it("are refused beyond the number that a page can show", async () => {
    const client = await app.register();
    const cards = Array.from({ length: 2001 }, (_, nth) => cardWith({ folder: `Carpeta ${nth}`, front: `${nth}` }));
    await expect(importMaterial(app, client, materialOf(cards))).rejects.toMatchObject({
      key: "tooManyFolders",
      values: { most: 2000 },
    });
    const most = await importMaterial(app, client, materialOf(cards.slice(1)));
    expect(most.result).toMatchObject({ folders: 2000, cards: 2000 });
  });

  it("do not count if all cards go into one", async () => {
    const client = await app.register();
    const { body: own } = await client.post<Folder>("/api/folders", { name: "Todo" });
    const cards = ["A", "B", null].map((folder) => cardWith({ folder }));
    const { preview, result } = await importMaterial(app, client, materialOf(cards), { options: { folderId: own.id } });
    // The three are one card there.
    expect(preview).toMatchObject({ duplicates: 2, folders: [{ name: "Todo", cards: 3, existing: true }] });
    expect(result).toMatchObject({ folders: 0, cards: 1, skipped: 2 });
  });
});

describe("control characters", () => {
  it("are removed, which the preview reports; the line separators of other programs become line breaks", async () => {
    const client = await app.register();
    const cards = [
      cardWith({
        front: "uno\vdos\u0085tres\u0007",
        back: "a\u001b[1mb\ud800",
        folder: "Clase\u0000 1",
        tags: ["x\u0008y"],
      }),
      cardWith({ front: "tabla\tcon\ntabuladores", back: "limpia", folder: "Clase 1" }),
      cardWith({ front: "\u0001\u0002", back: "sin nada que se vea", folder: "Clase 1" }),
    ];
    const { preview, result } = await importMaterial(app, client, materialOf(cards));
    expect(preview.unsupported).toEqual([
      {
        reason: "Caracteres de control, que no se ven: los textos vienen sin ellos",
        count: 2,
        sample: "uno\ndos\ntres",
      },
    ]);
    expect(result).toMatchObject({ folders: 1, cards: 2 });
    expect(await cardRows(client)).toMatchObject([
      { front: "uno\ndos\ntres", back: "a[1mb\ufffd", tags: ["xy"] },
      { front: "tabla\tcon\ntabuladores", back: "limpia" },
    ]);
  });
});

describe("duplicates", () => {
  const known = [
    cardWith({ front: "El  Perro", back: "dog", note: note("A") }),
    cardWith({ front: "gato", back: "cat", note: note("B"), reviews: reviewsOn({ "2026-03-05": 3 }) }),
  ];
  const later = [
    cardWith({ front: " el perro\n", back: "DOG", format: "markdown" }),
    cardWith({ front: "gata", back: "cat (f.)", note: note("B"), tags: ["animal"] }),
    cardWith({ front: "gato", back: "cat", folder: "Otra" }),
  ];

  it("are skipped: by their texts or as the same note, in the same folder", async () => {
    const client = await app.register();
    await importMaterial(app, client, materialOf(known));
    const { preview, result } = await importMaterial(app, client, materialOf(later));
    expect(preview).toMatchObject({ cards: 3, duplicates: 2 });
    expect(result).toMatchObject({ cards: 1, skipped: 2, updated: 0 });
  });

  it("are updated on request, and keep their schedule; equal ones are skipped; undoing restores the texts", async () => {
    const client = await app.register();
    await importMaterial(app, client, materialOf(known));
    const before = await cardRows(client);
    const { id, result } = await importMaterial(app, client, materialOf(later.slice(1)), {
      options: { duplicates: "update" },
    });
    expect(result).toMatchObject({ cards: 1, updated: 1, skipped: 0 });
    const [, gata] = await cardRows(client);
    expect(gata).toMatchObject({ ...before[1], front: "gata", back: "cat (f.)", tags: ["animal"] });
    const found = async (q: string) =>
      (await client.get<{ cards: Card[] }>(`/api/cards/search?q=${q}`)).body.cards.length;
    expect(await found("gata")).toBe(1);
    const again = await importMaterial(app, client, materialOf(later.slice(1)), { options: { duplicates: "update" } });
    expect(again.result).toMatchObject({ cards: 0, updated: 0, skipped: 2 });
    expect(await undo(client, id)).toMatchObject({ status: "undone", result: { kept: 0 } });
    expect(await cardRows(client)).toEqual(before);
    expect([await found("gata"), await found("gato")]).toEqual([0, 1]);
  });

  it("are recognised even if the same file is imported twice at once", async () => {
    const client = await app.register();
    const [first, second] = await Promise.all([
      importMaterial(app, client, materialOf(known)),
      importMaterial(app, client, materialOf(known)),
    ]);
    expect((first.result?.cards ?? 0) + (second.result?.cards ?? 0)).toBe(known.length);
  });

  it("are added on request", async () => {
    const client = await app.register();
    await importMaterial(app, client, materialOf(known));
    const { result } = await importMaterial(app, client, materialOf(known), { options: { duplicates: "add" } });
    expect(result).toMatchObject({ cards: 2, skipped: 0 });
    expect(await countOf("cards", client)).toBe(4);
  });

  it("do not include cards that differ only in the gap", async () => {
    const client = await app.register();
    const text = { front: "{{c1::a}} {{c2::b}}", back: "", format: "markdown", group: "g" } as const;
    const gaps = [0, 1].map((nth) => cardWith({ ...text, variant: `c${nth + 1}`, note: note("G", nth) }));
    expect((await importMaterial(app, client, materialOf([...gaps, ...gaps]))).result).toMatchObject({
      cards: 2,
      skipped: 2,
    });
  });
});

describe("groups", () => {
  const front = cardWith({ front: "uno", back: "one", group: "x", note: note("N", 0) });
  const reverse = cardWith({ front: "one", back: "uno", group: "x", note: note("N", 1), variant: "reverse" });

  it("get new ids; a card without siblings has none", async () => {
    const client = await app.register();
    const alone = cardWith({ front: "dos", group: "y", variant: "reverse" });
    await importMaterial(app, client, materialOf([front, reverse, alone]));
    const [a, b, c] = await cardRows(client);
    expect(a).toMatchObject({ variant: null, group_id: expect.stringMatching(/^[\da-f-]{36}$/) });
    expect(b).toMatchObject({ variant: "reverse", group_id: a.group_id });
    expect(c).toMatchObject({ variant: null, group_id: null });
  });

  it("get later cards of the same note", async () => {
    const client = await app.register();
    await importMaterial(app, client, materialOf([front]));
    const { id } = await importMaterial(app, client, materialOf([front, reverse]));
    const [a, b] = await cardRows(client);
    expect(a.group_id).not.toBeNull();
    expect(b).toMatchObject({ variant: "reverse", group_id: a.group_id });
    await undo(client, id);
    expect(await cardRows(client)).toEqual([{ ...a, group_id: null }]);
  });

  it("contain only the copies if known cards are added again", async () => {
    const client = await app.register();
    for (let nth = 0; nth < 2; nth++) {
      await importMaterial(app, client, materialOf([front, reverse]), { options: { duplicates: "add" } });
    }
    const [a, b, c, d] = (await cardRows(client)).map(({ group_id }) => group_id);
    expect([a, c]).toEqual([b, d]);
    expect(a).not.toBe(c);
  });

  it("have each gap once, even if a file has a group twice", async () => {
    const client = await app.register();
    const text = { front: "{{c1::a}} {{c2::b}}", back: "", format: "markdown", group: "g" } as const;
    const gaps = [0, 1].map((nth) => cardWith({ ...text, variant: `c${nth + 1}`, note: note("G", nth) }));
    await importMaterial(app, client, materialOf([...gaps, ...gaps]), { options: { duplicates: "add" } });
    const rows = await cardRows(client);
    expect(rows).toHaveLength(4);
    expect(new Set(rows.map(({ group_id: id, variant }) => `${id} ${variant}`)).size).toBe(4);
    expect(new Set(rows.map(({ group_id: id }) => id)).size).toBe(2);
  });

  it("do not get a card of the same note with other texts", async () => {
    const client = await app.register();
    await importMaterial(app, client, materialOf([cardWith({ front: "otra", back: "cosa", note: note("N", 2) })]));
    await importMaterial(app, client, materialOf([front, reverse]));
    const [other, a, b] = await cardRows(client);
    expect(other.group_id).toBeNull();
    expect(b.group_id).toBe(a.group_id);
  });

  it("change as a whole, even if the file has only some of their cards", async () => {
    const client = await app.register();
    await importMaterial(app, client, materialOf([front, reverse]));
    const before = await cardRows(client);
    const changed = { ...front, back: "one (1)", tags: ["número"] };
    const { id, result } = await importMaterial(app, client, materialOf([changed]), {
      options: { duplicates: "update" },
    });
    expect(result).toMatchObject({ updated: 1, cards: 0 });
    expect(await cardRows(client)).toMatchObject([
      { front: "uno", back: "one (1)" },
      { front: "one (1)", back: "uno", tags: ["número"], variant: "reverse" },
    ]);
    expect(await undo(client, id)).toMatchObject({ status: "undone", result: { kept: 0 } });
    expect(await cardRows(client)).toEqual(before);
  });
});

it("two simultaneous imports of one file add its cards once", async () => {
  const client = await app.register();
  const cards = ["a", "b", "c"].map((letter) => cardWith({ front: letter }));
  const results = await Promise.all([1, 2].map(() => importMaterial(app, client, materialOf(cards))));
  expect(results.map(({ result }) => result?.cards).sort()).toEqual([0, 3]);
});

describe("undoing", () => {
  it("keeps cards that were studied or changed since, with their folder and reviews, and deletes the rest", async () => {
    const client = await app.register();
    const cards = ["a", "b", "c", "d"].map((letter) =>
      cardWith({
        front: letter,
        note: note(letter),
        folder: letter < "c" ? "Una" : "Otra",
        reviews: reviewsOn({ "2026-03-01": 3 }),
      }),
    );
    const { id } = await importMaterial(app, client, materialOf(cards));
    const [a, b] = await cardRows(client);
    await client.post(`/api/cards/${a.id}/review`, { difficulty: "easy" });
    await client.put(`/api/cards/${b.id}`, { front: "bb", back: "dorso" });
    expect(await undo(client, id)).toMatchObject({ status: "undone", result: { kept: 2, cards: 4 } });
    expect((await cardRows(client)).map(({ id }) => id)).toEqual([a.id, b.id]);
    expect((await foldersOf(client)).map(({ name }) => name)).toEqual(["Una"]);
    expect(await countOf("reviews", client)).toBe(3);
    expect((await client.post(`/api/imports/${id}/undo`)).status).toBe(409);
  });

  it("waits for a card that is added meanwhile, without locking others, and keeps its folder", async () => {
    const client = await app.register();
    const { id } = await importMaterial(app, client, materialOf([cardWith({})]));
    const [card] = await cardRows(client);
    const rival = await pool.connect();
    try {
      await rival.query("BEGIN");
      await rival.query(
        `INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
          VALUES ($1, $2, 'nueva', 'x', now(), now())`,
        [client.userId, card.folder_id],
      );
      const undoing = undo(client, id);
      await untilSomebodyWaits(pool, { applicationName: "repasa-imports" });
      await rival.query("SELECT 1 FROM cards WHERE user_id = $1 AND id = $2 FOR UPDATE NOWAIT", [
        client.userId,
        card.id,
      ]);
      await rival.query("COMMIT");
      expect(await undoing).toMatchObject({ status: "undone" });
    } finally {
      rival.release();
    }
    expect((await cardRows(client)).map(({ front }) => front)).toEqual(["nueva"]);
  });

  it("is possible for 30 days", async () => {
    const client = await app.register();
    const { id } = await importMaterial(app, client, materialOf([cardWith({})]));
    await pool.query("UPDATE imports SET created_at = '2026-02-01Z' WHERE id = $1", [id]);
    await app.runJobs("imports.clean");
    expect((await client.post(`/api/imports/${id}/undo`)).status).toBe(409);
    expect(await countOf("cards", client)).toBe(1);
  });
});

describe("media", () => {
  const data = Buffer.from("not really an image");
  const one: MaterialMedia = {
    ...{ id: createHash("sha256").update(data).digest("hex"), contentType: "image/png", width: 3, height: 4, data },
  };
  const card = cardWith({ front: `![](media:${one.id})`, format: "markdown" });

  it("are added once with the cards that name them, and are unused when these are deleted", async () => {
    const client = await app.register();
    const { id, preview, result } = await importMaterial(app, client, materialOf([card], [one]));
    expect([preview.media, result?.media]).toEqual([1, 1]);
    expect((await pool.query("SELECT * FROM media WHERE user_id = $1", [client.userId])).rows).toMatchObject([
      { id: one.id, content_type: "image/png", bytes: data.length, width: 3, height: 4, unused_since: null },
    ]);
    expect((await pool.query("SELECT data FROM media_data WHERE user_id = $1", [client.userId])).rows[0].data).toEqual(
      data,
    );
    expect(await countOf("card_media", client)).toBe(1);
    expect((await importMaterial(app, client, materialOf([card], [one]))).result).toMatchObject({ media: 0, cards: 0 });
    await undo(client, id);
    expect((await pool.query("SELECT unused_since FROM media WHERE user_id = $1", [client.userId])).rows).toMatchObject(
      [{ unused_since: app.clock.now() }],
    );
  });

  it("are left out if the options say so, and do not exceed the limit of an account", async () => {
    const client = await app.register();
    expect(
      (await importMaterial(app, client, materialOf([card], [one]), { options: { media: false } })).result?.media,
    ).toBe(0);
    const huge = { ...one, id: "0".repeat(64), data: Buffer.alloc(1_000_001) };
    await expect(importMaterial(app, client, materialOf([cardWith({ front: "x" })], [huge]))).rejects.toMatchObject({
      code: "limit_reached",
    });
    expect(await countOf("media", client)).toBe(0);
    expect(await countOf("cards", client)).toBe(1);
  });
});

describe("a file of our own", () => {
  it("adds states and reviews unchanged, in the order in which they were applied", async () => {
    const source = await app.register();
    await importMaterial(
      app,
      source,
      materialOf([
        cardWith({ front: "a", note: note("A"), reviews: reviewsOn({ "2026-03-01": 3, "2026-03-04": 3 }) }),
        cardWith({ front: "b", note: note("B"), reviews: reviewsOn({ "2026-03-02": 1, "2026-03-05": 2 }) }),
      ]),
    );
    const { rows: log } = await pool.query("SELECT * FROM reviews WHERE user_id = $1 ORDER BY id", [source.userId]);
    await pool.query("UPDATE reviews SET undone_at = '2026-03-06Z', undone_date = '2026-03-06' WHERE id = $1", [
      log[3].id,
    ]);
    const exported = await exportOf(source);
    const client = await app.register();
    const { preview, result } = await importMaterial(app, client, materialOf(exported));
    expect(preview.reviews).toBe(4);
    expect(result).toMatchObject({ cards: 2, reviews: 4 });
    const plain = ({
      id: _i,
      user_id: _u,
      folder_id: _f,
      card_id: _c,
      import_id: _m,
      note_guid: _n,
      note_template: _t,
      ...row
    }: Record<string, unknown>) => row;
    expect((await cardRows(client)).map(plain)).toEqual((await cardRows(source)).map(plain));
    const logOf = async ({ userId }: TestClient) =>
      (await pool.query("SELECT * FROM reviews WHERE user_id = $1 ORDER BY id", [userId])).rows.map(plain);
    expect(await logOf(client)).toEqual(await logOf(source));
    const again = await importMaterial(app, client, materialOf(exported), { options: { duplicates: "add" } });
    expect(again.result).toMatchObject({ cards: 2, reviews: 0 });
  });

  it("adds siblings in two folders, and cards without siblings that share a note", async () => {
    const client = await app.register();
    const exact = { schedule: { nextReviewDate: null }, reviews: [] } as unknown as ExactHistory;
    const cards = [
      cardWith({ exact, front: "{{c1::a}} {{c2::b}}", group: "g", variant: "c1", folder: "Una", note: note("G", 0) }),
      cardWith({ exact, front: "{{c1::a}} {{c2::b}}", group: "g", variant: "c2", folder: "Otra", note: note("G", 1) }),
      cardWith({ exact, front: "uno", note: note("L") }),
      cardWith({ exact, front: "uno, cambiada", note: note("L") }),
    ];
    expect((await importMaterial(app, client, materialOf(cards))).result).toMatchObject({ cards: 4 });
    const [a, b] = await cardRows(client);
    expect(a.group_id).toMatch(/^[\da-f-]{36}$/);
    expect(b.group_id).toBe(a.group_id);
    for (const duplicates of ["skip", "update"] as const) {
      const again = await importMaterial(app, client, materialOf(cards), { options: { duplicates } });
      expect(again.result).toMatchObject({ cards: 0, updated: 0, skipped: 4 });
    }
  });
});

/** Returns a card as the reader of our own files does. */
async function exportOf(client: TestClient): Promise<MaterialCard[]> {
  const { rows } = await pool.query<{
    id: number;
    front: string;
    back: string;
    created: string;
    schedule: never;
    reviews: never;
  }>(
    `SELECT id, front, back, extract(epoch FROM created_at) * 1000 AS created,
      json_build_object('difficulty', difficulty, 'reviewCount', review_count, 'lastReviewedAt', last_reviewed_at,
        'lastReviewDate', last_review_date, 'nextReviewAt', next_review_at, 'nextReviewDate', next_review_date,
        'interval', interval, 'easeFactor', ease_factor, 'stability', stability, 'memoryDifficulty', memory_difficulty) AS schedule,
      (SELECT json_agg(json_build_object('order', id, 'reviewId', review_id, 'difficulty', difficulty, 'answerResult', answer_result,
        'grade', grade, 'reviewedAt', reviewed_at, 'timeZone', time_zone, 'localDate', local_date, 'dueBefore', due_before,
        'practice', practice, 'retrievability', retrievability, 'stateBefore', state_before, 'stateAfter', state_after,
        'durationMs', duration_ms, 'undoneAt', undone_at, 'undoneDate', undone_date) ORDER BY id)
        FROM reviews WHERE reviews.user_id = cards.user_id AND card_id = cards.id) AS reviews
    FROM cards WHERE user_id = $1 ORDER BY id`,
    [client.userId],
  );
  return rows.map(({ front, back, created, schedule, reviews }) => {
    const exact: ExactHistory = { schedule, reviews };
    return cardWith({ front, back, createdAt: Number(created), exact });
  });
}
