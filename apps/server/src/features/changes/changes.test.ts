// @module-tag hostile
import type { Card } from "@repasa/contract/cards.ts";
import type { Changes } from "@repasa/contract/changes.ts";
import type { Exam } from "@repasa/contract/exams.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { feedPage } from "#features/feed/feed.queries.ts";
import { PgDialect } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import { follow, readCopy } from "#testing/follower.ts";
import { PASSWORD, sharedTestApp, type TestClient } from "#testing/test-app.ts";

const NOW = "2026-03-10T12:00:00Z";
const app = await sharedTestApp({ now: NOW });
let ana: TestClient;

beforeEach(async () => {
  app.clock.set(NOW);
  ana = await app.register();
});

const list = async (after = "", limit = 500, client = ana) =>
  (await client.get<Changes>(`/api/changes?after=${after}&limit=${limit}`)).body;
const nameChanges = ({ changes }: Changes) => changes.map(({ kind, id, gone }) => `${gone ? "-" : ""}${kind} ${id}`);

async function createFolder(name = "Historia"): Promise<number> {
  return (await ana.post<Folder>("/api/folders", { name })).body.id;
}

async function createCard(folderId: number, front = "uno"): Promise<number> {
  return (await ana.post<Card>(`/api/folders/${folderId}/cards`, { front, back: "b" })).body.id;
}

const rate = (id: number, body: object = {}) =>
  ana.post(`/api/cards/${id}/review`, { difficulty: "easy", answerResult: "correct", ...body });

describe("GET /api/changes", () => {
  it("gives everything from the beginning, each thing once and as its read call answers it", async () => {
    const folder = await createFolder();
    const [one, two] = [await createCard(folder), await createCard(folder, "dos")];
    const exam = (await ana.post<Exam>("/api/exams", { name: "Final", date: "2026-04-01", folderIds: [folder] })).body;
    await ana.put(`/api/cards/${one}`, { front: "uno y medio", back: "b", tags: ["a"] });
    await rate(two);
    await ana.delete(`/api/cards/${await createCard(folder, "tres")}`);
    const { headers, body } = await ana.get<Changes>("/api/changes");
    expect(headers["cache-control"]).toBe("no-store");
    expect(body).toMatchObject({ more: false, reset: false });
    expect(nameChanges(body).sort()).toEqual(
      [`card ${one}`, `card ${two}`, `exam ${exam.id}`, `folder ${folder}`, "preferences 0"].sort(),
    );
    const rows = new Map(body.changes.flatMap((change) => (change.gone ? [] : [[change.kind, change.row]])));
    expect(rows.get("folder")).toEqual((await ana.get(`/api/folders/${folder}`)).body);
    expect(rows.get("exam")).toEqual((await ana.get<Exam[]>("/api/exams")).body[0]);
    expect(rows.get("preferences")).toEqual((await ana.get("/api/user/preferences")).body);
    const cards = body.changes.flatMap((change) => (change.kind === "card" && !change.gone ? [change.row] : []));
    expect(cards.sort((a, b) => b.id - a.id)).toEqual((await ana.get(`/api/folders/${folder}/cards`)).body);
  });

  it("gives what has changed after a cursor, however often it is asked, and nothing while nothing changes", async () => {
    const folder = await createFolder();
    const { next } = await list();
    expect(await list(next)).toEqual({ changes: [], next, more: false, reset: false });
    const card = await createCard(folder);
    for (const _ of [1, 2]) expect(nameChanges(await list(next))).toEqual([`folder ${folder}`, `card ${card}`]);
    const later = (await list(next)).next;
    await ana.put("/api/user/preferences", { theme: "dark" });
    await ana.delete(`/api/cards/${card}`);
    expect(nameChanges(await list(later))).toEqual(["preferences 0", `-card ${card}`]);
    expect(nameChanges(await list(next))).toEqual([`folder ${folder}`, "preferences 0", `-card ${card}`]);
  });

  it("gives the feed of a new account, which continues with its first change", async () => {
    const first = await list();
    expect(nameChanges(first)).toEqual(["preferences 0"]);
    const folder = await createFolder();
    const second = await list(first.next);
    expect([nameChanges(second), second.reset]).toEqual([[`folder ${folder}`], false]);
  });

  it("pages consistently while things change and go", async () => {
    const folder = await createFolder();
    const cards = [];
    for (const front of ["a", "b", "c", "d"]) cards.push(await createCard(folder, front));
    await ana.delete(`/api/cards/${cards.pop()}`);
    const device = follow(ana);
    expect(await device.readPage(1)).toBe(true);
    expect(await device.readPage(2)).toBe(true);
    await ana.delete(`/api/cards/${cards[0]}`);
    await ana.put("/api/user/preferences", { theme: "dark" });
    await rate(cards[2] as number);
    await device.catchUp(1);
    expect(device.copy).toEqual(await readCopy(ana));
    expect(device.resets).toBe(0);
    // The feed leaves out things that were gone before the device began, and lists those that it may have received.
    expect(device.received.flatMap(({ id, gone }) => (gone ? [id] : []))).toEqual([cards[0]]);
  });

  it("reads what was rated from the log, each card once and after everything else", async () => {
    const folder = await createFolder();
    const [one, two, three] = [
      await createCard(folder),
      await createCard(folder, "dos"),
      await createCard(folder, "tres"),
    ];
    for (const card of [one, two, three]) await rate(card);
    const { next } = await list();
    const selectPositions = "SELECT position FROM changes WHERE user_id = $1 ORDER BY position";
    const readPositions = async () => (await app.database.pool.query(selectPositions, [ana.userId])).rows;
    const positions = await readPositions();
    for (const card of [one, two, one]) await rate(card);
    expect(await readPositions()).toEqual(positions);
    const added = await createCard(folder, "cuatro");
    const all = [`folder ${folder}`, `card ${added}`, `card ${two}`, `card ${one}`];
    expect(nameChanges(await list(next))).toEqual(all);
    const pages = [];
    for (let cursor = next, more = true; more; ) {
      const page = await list(cursor, 1);
      pages.push(...nameChanges(page));
      [cursor, more] = [page.next, page.more];
      if (pages.length === 3) await rate(three);
    }
    expect(pages).toEqual([...all, `card ${three}`]);
  });

  it("begins again with a cursor that is made up, another account's, or ahead of the feed", async () => {
    const folder = await createFolder();
    const bea = await app.register();
    const { next: foreign } = await list("", 500, bea);
    const { next } = await list();
    const [feedId, position, ratedThrough] = Buffer.from(next, "base64url").toString().split(".");
    const made = [
      `${feedId}.99999.${ratedThrough}.`,
      `${feedId}.${position}.99999.`,
      // The form in which cursors did not say how far the log was read.
      `${feedId}.${position}.`,
    ].map((text) => Buffer.from(text).toString("base64url"));
    for (const cursor of [foreign, ...made, "x", "%00", "ñ", "1".repeat(2000), `${next}xyz`.replace(/^./, "_")]) {
      const answer = await list(cursor);
      expect([nameChanges(answer), answer.reset], cursor).toEqual([["preferences 0", `folder ${folder}`], true]);
    }
  });

  it("accepts a limit from 1 to 1000", async () => {
    for (const limit of ["0", "1001", "-1", "1.5", "x", ""]) {
      const { status, body } = await ana.get<{ message: string }>(`/api/changes?limit=${limit}`);
      expect([status, body.message], limit).toEqual([400, "El límite debe ser un número de 1 a 1000"]);
    }
    for (const limit of [1, 1000]) expect((await ana.get(`/api/changes?limit=${limit}`)).status).toBe(200);
    expect((await app.visitor().get("/api/changes")).status).toBe(401);
  });

  it("records an exam when a folder that it shows is renamed or deleted", async () => {
    const [one, two] = [await createFolder("Una"), await createFolder("Otra")];
    const exam = (await ana.post<Exam>("/api/exams", { name: "Final", date: "2026-04-01", folderIds: [one, two] }))
      .body;
    const { next } = await list();
    await ana.put(`/api/folders/${one}`, { name: "Primera" });
    const renamed = await list(next);
    expect(nameChanges(renamed)).toEqual([`folder ${one}`, `exam ${exam.id}`]);
    await ana.delete(`/api/folders/${two}`);
    expect(nameChanges(await list(renamed.next))).toEqual([`-folder ${two}`, `exam ${exam.id}`]);
  });

  it("shortens a page whose cards have long texts, also if they were edited and rated", async () => {
    const folder = await createFolder();
    const text = "x".repeat(20_000);
    for (let n = 0; n < 130; n++) await ana.post(`/api/folders/${folder}/cards`, { front: text, back: text });
    const page = await list();
    expect(page.more).toBe(true);
    expect(page.changes.length).toBeLessThan(130);
    const device = follow(ana);
    await device.catchUp();
    expect(device.copy).toEqual(await readCopy(ana));

    const cardIds = (await ana.get<Card[]>(`/api/folders/${folder}/cards`)).body.map(({ id }) => id).toReversed();
    await ana.post("/api/cards/batch", { cardIds, action: "tag", tags: ["largas"] });
    for (const id of cardIds) await ana.post(`/api/cards/${id}/review`, { difficulty: "easy" });
    await device.catchUp();
    expect(device.copy).toEqual(await readCopy(ana));
  });

  it("names a card once that was edited and rated", async () => {
    const folder = await createFolder();
    const card = await createCard(folder);
    const { next } = await list();
    await ana.put(`/api/cards/${card}`, { front: "otra", back: "b" });
    await ana.post(`/api/cards/${card}/review`, { difficulty: "easy" });
    expect(nameChanges(await list(next)).filter((name) => name === `card ${card}`)).toHaveLength(1);
  });

  it("leads to the present state after 100 days, and begins again once it has forgotten what is gone", async () => {
    const folder = await createFolder();
    const [card, other] = [await createCard(folder), await createCard(folder, "dos")];
    const device = follow(ana);
    const away = follow(ana);
    await device.catchUp();
    await away.catchUp();
    await ana.delete(`/api/cards/${card}`);
    const later = async (days: number) => {
      app.clock.set(new Date(Date.parse(NOW) + days * 86_400_000));
      await ana.post("/api/auth/login", { email: ana.email, password: PASSWORD });
      await app.runHandler("cards", "sweep");
    };
    await later(100);
    await device.catchUp();
    expect([device.copy, device.resets]).toEqual([await readCopy(ana), 0]);
    await later(181);
    await away.catchUp();
    expect([away.copy, away.resets]).toEqual([await readCopy(ana), 1]);
    await ana.delete(`/api/cards/${other}`);
    await device.catchUp();
    expect([device.copy, device.resets]).toEqual([await readCopy(ana), 0]);
  });

  it("costs a quiet account with many cards and reviews at most 20 buffers and a range of two indexes", async () => {
    const folder = await createFolder();
    const card = await createCard(folder);
    await rate(card);
    await app.database.pool.query(
      `INSERT INTO changes (user_id, kind, thing_id, position)
       SELECT $1, 'card', 1000000 + n, 1000 + n FROM generate_series(1, 20000) AS n`,
      [ana.userId],
    );
    await app.database.pool.query("UPDATE change_feeds SET last_position = 21000 WHERE user_id = $1", [ana.userId]);
    await app.database.pool.query(
      `INSERT INTO reviews (id, user_id, card_id, review_id, folder_id, difficulty, reviewed_at, time_zone, local_date,
         practice, state_before, state_after)
       OVERRIDING SYSTEM VALUE
       SELECT 1000000 + n, $1, 1000000 + n % 1000, gen_random_uuid(), $2, 'easy', '2026-03-01Z', 'UTC', '2026-03-01',
         false, '{}', '{}' FROM generate_series(1, 20000) AS n`,
      [ana.userId, folder],
    );
    await app.database.pool.query("UPDATE user_scheduling SET last_review_id = 1020000 WHERE user_id = $1", [
      ana.userId,
    ]);
    await app.database.pool.query("VACUUM ANALYZE changes, change_feeds, reviews, user_scheduling");
    const explain = async (after: number) => {
      const page = feedPage(ana.userId as OwnerId, { after, ratedThrough: 1020000, begunAt: 0 }, 501);
      const { sql: text, params } = new PgDialect({ casing: "snake_case" }).sqlToQuery(page);
      const { rows } = await app.database.pool.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, params);
      return rows[0]["QUERY PLAN"][0].Plan;
    };
    await explain(21000);
    const plan = await explain(21000);
    expect(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]).toBeLessThanOrEqual(20);
    for (const index of ["changes_position", "reviews_user_id_id_pk"]) {
      expect(JSON.stringify(plan)).toContain(`"Index Name":"${index}"`);
    }
    expect(JSON.stringify(await explain(10000))).toContain('"Index Name":"changes_position"');
  });
});
