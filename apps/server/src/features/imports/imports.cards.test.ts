import { createHash } from "node:crypto";
import type { ExactHistory, MaterialCard, MaterialMedia } from "@repasa/card-files/material.ts";
import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { CardImport } from "@repasa/contract/imports.ts";
import { describe, expect, it } from "vitest";
import { selectCardRows, undoImport } from "#testing/import-results.ts";
import { cardWith, importMaterial, materialOf, noteWith, reviewsOn } from "#testing/import-world.ts";
import { waitForBlockedSessions } from "#testing/lock-wait.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const app = await sharedTestApp({ now: "2026-03-10T12:00:00Z" });
const { pool } = app.database;

const listFolders = async (client: TestClient) => (await client.get<Folder[]>("/api/folders")).body;
const countRows = async (table: string, { userId }: TestClient): Promise<number> =>
  (await pool.query(`SELECT count(*)::int AS n FROM ${table} WHERE user_id = $1`, [userId])).rows[0].n;

describe("the folders of imported cards", () => {
  it("are matched by exact name or created; cards without a folder get one named after the file", async () => {
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
    const folders = await listFolders(client);
    expect(folders.map(({ name, cardCount }) => [name, cardCount]).sort()).toEqual([
      ["Historia / Roma", 1],
      ["Mazo", 1],
      ["historia / Roma", 1],
    ]);
    expect(folders.some(({ id }) => id === own.id)).toBe(true);
  });

  it("are limited to 2000", async () => {
    const client = await app.register();
    const cards = Array.from({ length: 2001 }, (_, nth) => cardWith({ folder: `Carpeta ${nth}`, front: `${nth}` }));
    await expect(importMaterial(app, client, materialOf(cards))).rejects.toMatchObject({
      key: "tooManyFolders",
      values: { most: 2000 },
    });
    const most = await importMaterial(app, client, materialOf(cards.slice(1)));
    expect(most.result).toMatchObject({ folders: 2000, cards: 2000 });
  });

  it("are ignored if all cards go into one chosen folder", async () => {
    const client = await app.register();
    const { body: own } = await client.post<Folder>("/api/folders", { name: "Todo" });
    const cards = ["A", "B", null].map((folder) => cardWith({ folder }));
    const { preview, result } = await importMaterial(app, client, materialOf(cards), { options: { folderId: own.id } });
    // In one folder the three equal cards are duplicates.
    expect(preview).toMatchObject({ duplicates: 2, folders: [{ name: "Todo", cards: 3, existing: true }] });
    expect(result).toMatchObject({ folders: 0, cards: 1, skipped: 2 });
  });
});

describe("control characters", () => {
  it("are removed and reported in the preview; line separators of other programs become line breaks", async () => {
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
    expect(await selectCardRows(pool, client)).toMatchObject([
      { front: "uno\ndos\ntres", back: "a[1mb\ufffd", tags: ["xy"] },
      { front: "tabla\tcon\ntabuladores", back: "limpia" },
    ]);
  });
});

describe("duplicates", () => {
  const known = [
    cardWith({ front: "El  Perro", back: "dog", note: noteWith("A") }),
    cardWith({ front: "gato", back: "cat", note: noteWith("B"), reviews: reviewsOn({ "2026-03-05": 3 }) }),
  ];
  const later = [
    cardWith({ front: " el perro\n", back: "DOG", format: "markdown" }),
    cardWith({ front: "gata", back: "cat (f.)", note: noteWith("B"), tags: ["animal"] }),
    cardWith({ front: "gato", back: "cat", folder: "Otra" }),
  ];

  it("are skipped if a card has the same note, or the same texts in the same folder", async () => {
    const client = await app.register();
    await importMaterial(app, client, materialOf(known));
    const { preview, result } = await importMaterial(app, client, materialOf(later));
    expect(preview).toMatchObject({ cards: 3, duplicates: 2 });
    expect(result).toMatchObject({ cards: 1, skipped: 2, updated: 0 });
  });

  it("are updated on request without changing schedules, and restored when the import is undone", async () => {
    const client = await app.register();
    await importMaterial(app, client, materialOf(known));
    const before = await selectCardRows(pool, client);
    const { id, result } = await importMaterial(app, client, materialOf(later.slice(1)), {
      options: { duplicates: "update" },
    });
    expect(result).toMatchObject({ cards: 1, updated: 1, skipped: 0 });
    const [, gata] = await selectCardRows(pool, client);
    expect(gata).toMatchObject({ ...before[1], front: "gata", back: "cat (f.)", tags: ["animal"] });
    const found = async (q: string) =>
      (await client.get<{ cards: Card[] }>(`/api/cards/search?q=${q}`)).body.cards.length;
    expect(await found("gata")).toBe(1);
    const again = await importMaterial(app, client, materialOf(later.slice(1)), { options: { duplicates: "update" } });
    expect(again.result).toMatchObject({ cards: 0, updated: 0, skipped: 2 });
    expect(await undoImport(app, client, id)).toMatchObject({ status: "undone", result: { kept: 0 } });
    expect(await selectCardRows(pool, client)).toEqual(before);
    expect([await found("gata"), await found("gato")]).toEqual([0, 1]);
  });

  it("leave room for what undoes the newest imports, which is 100 MB: older ones stay", async () => {
    const client = await app.register();
    const ids: string[] = [];
    for (const front of ["uno", "dos", "tres"]) {
      ids.push((await importMaterial(app, client, materialOf([cardWith({ front })]))).id);
      app.clock.advance(1_000);
    }
    await pool.query(
      `WITH text AS MATERIALIZED (SELECT string_agg(md5(n::text), '') AS text FROM generate_series(1, 4000) AS n)
       INSERT INTO import_cards (user_id, import_id, card_id, before, digest_after)
       SELECT $1, id, -n, jsonb_build_object('front', text), '' FROM text, unnest($2::uuid[]) AS id, generate_series(1, 350) AS n`,
      [client.userId, ids],
    );
    const { id } = await importMaterial(app, client, materialOf([cardWith({ front: "cuatro" })]));
    const { rows } = await pool.query("SELECT DISTINCT import_id AS id FROM import_cards WHERE user_id = $1", [
      client.userId,
    ]);
    expect(rows.map((row) => row.id).sort()).toEqual([ids[1], ids[2], id].sort());
    expect(await client.post(`/api/imports/${ids[0]}/undo`)).toMatchObject({
      status: 409,
      body: { message: "Esta importación ya no se puede deshacer: has importado mucho después" },
    });
    expect((await client.get<CardImport>(`/api/imports/${ids[0]}`)).body.status).toBe("done");
    await undoImport(app, client, id);
    expect((await selectCardRows(pool, client)).map(({ front }) => front)).toEqual(["uno", "dos", "tres"]);
  });

  it("are recognised even if a file is imported twice at the same time", async () => {
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
    expect(await countRows("cards", client)).toBe(4);
  });

  it("do not include cards that differ only in their gap", async () => {
    const client = await app.register();
    const text = { front: "{{c1::a}} {{c2::b}}", back: "", format: "markdown", group: "g" } as const;
    const gaps = [0, 1].map((nth) => cardWith({ ...text, variant: `c${nth + 1}`, note: noteWith("G", nth) }));
    expect((await importMaterial(app, client, materialOf([...gaps, ...gaps]))).result).toMatchObject({
      cards: 2,
      skipped: 2,
    });
  });
});

describe("groups", () => {
  const front = cardWith({ front: "uno", back: "one", group: "x", note: noteWith("N", 0) });
  const reverse = cardWith({ front: "one", back: "uno", group: "x", note: noteWith("N", 1), variant: "reverse" });

  it("get new ids, and a card without siblings has no group", async () => {
    const client = await app.register();
    const alone = cardWith({ front: "dos", group: "y", variant: "reverse" });
    await importMaterial(app, client, materialOf([front, reverse, alone]));
    const [a, b, c] = await selectCardRows(pool, client);
    expect(a).toMatchObject({ variant: null, group_id: expect.stringMatching(/^[\da-f-]{36}$/) });
    expect(b).toMatchObject({ variant: "reverse", group_id: a.group_id });
    expect(c).toMatchObject({ variant: null, group_id: null });
  });

  it("include cards of the same note from later imports", async () => {
    const client = await app.register();
    await importMaterial(app, client, materialOf([front]));
    const { id } = await importMaterial(app, client, materialOf([front, reverse]));
    const [a, b] = await selectCardRows(pool, client);
    expect(a.group_id).not.toBeNull();
    expect(b).toMatchObject({ variant: "reverse", group_id: a.group_id });
    await undoImport(app, client, id);
    expect(await selectCardRows(pool, client)).toEqual([{ ...a, group_id: null }]);
  });

  it("contain only the new cards if known cards are added again", async () => {
    const client = await app.register();
    for (let nth = 0; nth < 2; nth++) {
      await importMaterial(app, client, materialOf([front, reverse]), { options: { duplicates: "add" } });
    }
    const [a, b, c, d] = (await selectCardRows(pool, client)).map(({ group_id }) => group_id);
    expect([a, c]).toEqual([b, d]);
    expect(a).not.toBe(c);
  });

  it("contain each gap once, even if a file contains a group twice", async () => {
    const client = await app.register();
    const text = { front: "{{c1::a}} {{c2::b}}", back: "", format: "markdown", group: "g" } as const;
    const gaps = [0, 1].map((nth) => cardWith({ ...text, variant: `c${nth + 1}`, note: noteWith("G", nth) }));
    await importMaterial(app, client, materialOf([...gaps, ...gaps]), { options: { duplicates: "add" } });
    const rows = await selectCardRows(pool, client);
    expect(rows).toHaveLength(4);
    expect(new Set(rows.map(({ group_id: id, variant }) => `${id} ${variant}`)).size).toBe(4);
    expect(new Set(rows.map(({ group_id: id }) => id)).size).toBe(2);
  });

  it("do not include a card of the same note with other texts", async () => {
    const client = await app.register();
    await importMaterial(app, client, materialOf([cardWith({ front: "otra", back: "cosa", note: noteWith("N", 2) })]));
    await importMaterial(app, client, materialOf([front, reverse]));
    const [other, a, b] = await selectCardRows(pool, client);
    expect(other.group_id).toBeNull();
    expect(b.group_id).toBe(a.group_id);
  });

  it("are updated as a whole, even if the file contains only some of their cards", async () => {
    const client = await app.register();
    await importMaterial(app, client, materialOf([front, reverse]));
    const before = await selectCardRows(pool, client);
    const changed = { ...front, back: "one (1)", tags: ["número"] };
    const { id, result } = await importMaterial(app, client, materialOf([changed]), {
      options: { duplicates: "update" },
    });
    expect(result).toMatchObject({ updated: 1, cards: 0 });
    expect(await selectCardRows(pool, client)).toMatchObject([
      { front: "uno", back: "one (1)" },
      { front: "one (1)", back: "uno", tags: ["número"], variant: "reverse" },
    ]);
    expect(await undoImport(app, client, id)).toMatchObject({ status: "undone", result: { kept: 0 } });
    expect(await selectCardRows(pool, client)).toEqual(before);
  });
});

it("adds the cards of a file once if it is imported twice at the same time", async () => {
  const client = await app.register();
  const cards = ["a", "b", "c"].map((letter) => cardWith({ front: letter }));
  const results = await Promise.all([1, 2].map(() => importMaterial(app, client, materialOf(cards))));
  expect(results.map(({ result }) => result?.cards).sort()).toEqual([0, 3]);
});

describe("undoing an import", () => {
  it("deletes its cards and folders, except for cards that were studied or changed since, with their folder and reviews", async () => {
    const client = await app.register();
    const cards = ["a", "b", "c", "d"].map((letter) =>
      cardWith({
        front: letter,
        note: noteWith(letter),
        folder: letter < "c" ? "Una" : "Otra",
        reviews: reviewsOn({ "2026-03-01": 3 }),
      }),
    );
    const { id } = await importMaterial(app, client, materialOf(cards));
    const [a, b] = await selectCardRows(pool, client);
    await client.post(`/api/cards/${a.id}/review`, { difficulty: "easy" });
    await client.put(`/api/cards/${b.id}`, { front: "bb", back: "dorso" });
    expect(await undoImport(app, client, id)).toMatchObject({ status: "undone", result: { kept: 2, cards: 4 } });
    expect((await selectCardRows(pool, client)).map(({ id }) => id)).toEqual([a.id, b.id]);
    expect((await listFolders(client)).map(({ name }) => name)).toEqual(["Una"]);
    expect(await countRows("reviews", client)).toBe(3);
    expect((await client.post(`/api/imports/${id}/undo`)).status).toBe(409);
  });

  it("waits for a card that is being added, without locking other cards, and does not delete its folder", async () => {
    const client = await app.register();
    const { id } = await importMaterial(app, client, materialOf([cardWith({})]));
    const [card] = await selectCardRows(pool, client);
    const blocker = await pool.connect();
    try {
      await blocker.query("BEGIN");
      await blocker.query(
        `INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
          VALUES ($1, $2, 'nueva', 'x', now(), now())`,
        [client.userId, card.folder_id],
      );
      const undoing = undoImport(app, client, id);
      await waitForBlockedSessions(pool, { applicationName: "repasa-imports" });
      await blocker.query("SELECT 1 FROM cards WHERE user_id = $1 AND id = $2 FOR UPDATE NOWAIT", [
        client.userId,
        card.id,
      ]);
      await blocker.query("COMMIT");
      expect(await undoing).toMatchObject({ status: "undone" });
    } finally {
      blocker.release();
    }
    expect((await selectCardRows(pool, client)).map(({ front }) => front)).toEqual(["nueva"]);
  });

  it("is possible for 30 days", async () => {
    const client = await app.register();
    const { id } = await importMaterial(app, client, materialOf([cardWith({})]));
    await pool.query("UPDATE imports SET created_at = '2026-02-01Z' WHERE id = $1", [id]);
    await app.runJobs("imports.clean");
    expect((await client.post(`/api/imports/${id}/undo`)).status).toBe(409);
    expect(await countRows("cards", client)).toBe(1);
  });
});

describe("imported media", () => {
  const data = Buffer.from("not really an image");
  const one: MaterialMedia = {
    id: createHash("sha256").update(data).digest("hex"),
    contentType: "image/png",
    width: 3,
    height: 4,
    data,
  };
  const card = cardWith({ front: `![](media:${one.id})`, format: "markdown" });

  it("are stored once with the cards that name them, and marked as unused when the import is undone", async () => {
    const client = await app.register();
    const { id, preview, result } = await importMaterial(app, client, materialOf([card], [one]));
    expect([preview.media, result?.media]).toEqual([1, 1]);
    expect((await pool.query("SELECT * FROM media WHERE user_id = $1", [client.userId])).rows).toMatchObject([
      { id: one.id, content_type: "image/png", bytes: data.length, width: 3, height: 4, unused_since: null },
    ]);
    expect((await pool.query("SELECT data FROM media_data WHERE user_id = $1", [client.userId])).rows[0].data).toEqual(
      data,
    );
    expect(await countRows("card_media", client)).toBe(1);
    expect((await importMaterial(app, client, materialOf([card], [one]))).result).toMatchObject({ media: 0, cards: 0 });
    await undoImport(app, client, id);
    expect((await pool.query("SELECT unused_since FROM media WHERE user_id = $1", [client.userId])).rows).toMatchObject(
      [{ unused_since: app.clock.now() }],
    );
  });

  it("are omitted on request, and rejected beyond the account's limit", async () => {
    const client = await app.register();
    expect(
      (await importMaterial(app, client, materialOf([card], [one]), { options: { media: false } })).result?.media,
    ).toBe(0);
    const huge = { ...one, id: "0".repeat(64), data: Buffer.alloc(1_000_001) };
    await expect(importMaterial(app, client, materialOf([cardWith({ front: "x" })], [huge]))).rejects.toMatchObject({
      code: "limit_reached",
    });
    expect(await countRows("media", client)).toBe(0);
    expect(await countRows("cards", client)).toBe(1);
  });
});

describe("a Repasa export", () => {
  it("is imported with unchanged schedules and reviews, in the order in which they were applied", async () => {
    const source = await app.register();
    await importMaterial(
      app,
      source,
      materialOf([
        cardWith({ front: "a", note: noteWith("A"), reviews: reviewsOn({ "2026-03-01": 3, "2026-03-04": 3 }) }),
        cardWith({ front: "b", note: noteWith("B"), reviews: reviewsOn({ "2026-03-02": 1, "2026-03-05": 2 }) }),
      ]),
    );
    const { rows: log } = await pool.query("SELECT * FROM reviews WHERE user_id = $1 ORDER BY id", [source.userId]);
    await pool.query("UPDATE reviews SET undone_at = '2026-03-06Z', undone_date = '2026-03-06' WHERE id = $1", [
      log[3].id,
    ]);
    const exported = await readExportedCards(source);
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
    expect((await selectCardRows(pool, client)).map(plain)).toEqual((await selectCardRows(pool, source)).map(plain));
    const selectLog = async ({ userId }: TestClient) =>
      (await pool.query("SELECT * FROM reviews WHERE user_id = $1 ORDER BY id", [userId])).rows.map(plain);
    expect(await selectLog(client)).toEqual(await selectLog(source));
    const again = await importMaterial(app, client, materialOf(exported), { options: { duplicates: "add" } });
    expect(again.result).toMatchObject({ cards: 2, reviews: 0 });
  });

  it("is imported and recognised with siblings in two folders, and with lone cards that share a note", async () => {
    const client = await app.register();
    const exact = { schedule: { nextReviewDate: null }, reviews: [] } as unknown as ExactHistory;
    const cards = [
      cardWith({
        exact,
        front: "{{c1::a}} {{c2::b}}",
        group: "g",
        variant: "c1",
        folder: "Una",
        note: noteWith("G", 0),
      }),
      cardWith({
        exact,
        front: "{{c1::a}} {{c2::b}}",
        group: "g",
        variant: "c2",
        folder: "Otra",
        note: noteWith("G", 1),
      }),
      cardWith({ exact, front: "uno", note: noteWith("L") }),
      cardWith({ exact, front: "uno, cambiada", note: noteWith("L") }),
    ];
    expect((await importMaterial(app, client, materialOf(cards))).result).toMatchObject({ cards: 4 });
    const [a, b] = await selectCardRows(pool, client);
    expect(a.group_id).toMatch(/^[\da-f-]{36}$/);
    expect(b.group_id).toBe(a.group_id);
    for (const duplicates of ["skip", "update"] as const) {
      const again = await importMaterial(app, client, materialOf(cards), { options: { duplicates } });
      expect(again.result).toMatchObject({ cards: 0, updated: 0, skipped: 4 });
    }
  });
});

/** Returns an account's cards as the reader of Repasa exports does. */
async function readExportedCards(client: TestClient): Promise<MaterialCard[]> {
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
        'durationMs', duration_ms, 'undoneAt', undone_at, 'undoneDate', undone_date, 'mode', mode, 'hints', hints, 'confusedWith', confused_with)
        ORDER BY id)
        FROM reviews WHERE reviews.user_id = cards.user_id AND card_id = cards.id) AS reviews
    FROM cards WHERE user_id = $1 ORDER BY id`,
    [client.userId],
  );
  return rows.map(({ front, back, created, schedule, reviews }) => {
    const exact: ExactHistory = { schedule, reviews };
    return cardWith({ front, back, createdAt: Number(created), exact });
  });
}
