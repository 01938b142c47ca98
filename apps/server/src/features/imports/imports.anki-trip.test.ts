import type { DatabaseSync } from "node:sqlite";
import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { DEFAULT_WEIGHTS } from "@repasa/scheduler/memory.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countDifferences } from "#features/checks/checks.service.ts";
import { selectMemory } from "#features/memory/memory.queries.ts";
import { writeFolded } from "#features/memory/memory.refit.ts";
import { foldInThread } from "#features/memory/memory.threads.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { cardInAnki, changeCollection, exportCollection, importCollection, reviewInAnki } from "#testing/anki-trip.ts";
import { expectFold } from "#testing/expect-fold.ts";
import { selectCardRows, selectReviewRows, undoImport } from "#testing/import-results.ts";
import { cardWith, DUE_IN_TEN_DAYS, importMaterial, materialOf, reviewsOn } from "#testing/import-world.ts";
import { waitForBlockedSessions } from "#testing/lock-wait.ts";
import { runs } from "#testing/more-cases.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { testContext } from "#testing/test-context.ts";

const app = await sharedTestApp({ now: "2026-03-10T12:00:00Z" });
const { pool } = app.database;

const listFolderNames = async (client: TestClient) =>
  (await client.get<Folder[]>("/api/folders")).body.map(({ name }) => name).sort();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Expects that the log is in order and that all values computed from it agree with it. */
async function expectConsistent({ userId }: TestClient): Promise<void> {
  await expectFold(pool, userId);
  const found: string[] = [];
  await countDifferences(app.database.orm, userId as OwnerId, (what) => void found.push(what));
  expect(found).toEqual([]);
}

const GAPS = "{{c1::Roma}} y {{c2::París}}";

/** Creates an account with five cards: one without siblings, one with its reverse, and two of a text with gaps. */
async function createStudentWithCards() {
  const client = await app.register();
  const { body: folder } = await client.post<Folder>("/api/folders", { name: "Viajes / Europa" });
  const add = async (card: object) => (await client.post<Card>(`/api/folders/${folder.id}/cards`, card)).body;
  await add({ front: "sol", back: "sun" });
  await add({ front: "perro", back: "dog", reverse: true });
  await add({ front: GAPS, back: "", format: "markdown" });
  expect(await selectCardRows(pool, client)).toHaveLength(5);
  return { client, folder };
}

const setFields = (database: DatabaseSync, text: string, ...fields: string[]) =>
  database.prepare("update notes set flds = ? where instr(flds, ?) > 0").run(fields.join("\u001f"), text);

describe("cards that are exported to Anki and imported again", () => {
  it("are recognised, and updated only on request", async () => {
    const { client } = await createStudentWithCards();
    const before = await selectCardRows(pool, client);
    const changed = await changeCollection(await exportCollection(app, client), (database) => {
      setFields(database, "sol", "el sol", "the sun");
      setFields(database, "perro", "el perro", "the dog");
      setFields(database, "Roma", "{{c1::Roma}}, {{c2::París}} y más", "");
    });
    const skipped = await importCollection(app, client, changed);
    expect(skipped.preview).toMatchObject({ cards: 5, duplicates: 5, folders: [{ existing: true }] });
    expect(skipped.result).toMatchObject({ cards: 0, folders: 0, skipped: 5, updated: 0 });
    expect(await selectCardRows(pool, client)).toEqual(before);
    const updated = await importCollection(app, client, changed, { duplicates: "update" });
    expect(updated.result).toMatchObject({ cards: 0, folders: 0, skipped: 0, updated: 5 });
    expect((await selectCardRows(pool, client)).map(({ id, front, back }) => [id, front, back])).toEqual(
      [
        ["el sol", "the sun"],
        ["el perro", "the dog"],
        ["the dog", "el perro"],
        ["{{c1::Roma}}, {{c2::París}} y más", ""],
        ["{{c1::Roma}}, {{c2::París}} y más", ""],
      ].map(([front, back], place) => [before[place].id, front, back]),
    );
  });

  it("stay in their folder if they were moved in Anki, or if the folder was renamed here", async () => {
    const { client, folder } = await createStudentWithCards();
    const moved = await changeCollection(await exportCollection(app, client), (database) => {
      setFields(database, "sol", "el sol", "the sun");
      database.prepare("update cards set did = 1 where id = ?").run(cardInAnki(database, "el sol"));
    });
    await client.put(`/api/folders/${folder.id}`, { name: "Idiomas" });
    const { preview, result } = await importCollection(app, client, moved, { duplicates: "update" });
    expect(preview).toMatchObject({ duplicates: 5, folders: [{ name: "Idiomas", cards: 5, existing: true }] });
    expect(result).toMatchObject({ cards: 0, folders: 0, updated: 1, skipped: 4 });
    expect(await listFolderNames(client)).toEqual(["Idiomas"]);
    expect((await selectCardRows(pool, client))[0]).toMatchObject({ front: "el sol", folder_id: folder.id });
  });

  it("get the siblings that were created in Anki, and are recognised with them later", async () => {
    const { client, folder } = await createStudentWithCards();
    const more = await changeCollection(await exportCollection(app, client), (database) => {
      const gap = cardInAnki(database, "Roma", 1);
      setFields(database, "Roma", `${GAPS} y {{c3::Berlín}}`, "");
      database.exec(`insert into cards select id + 7, nid, did, 2, mod, usn, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, '' from cards
        where id = ${gap}`);
      // The note type becomes the one with a reverse.
      database.exec(`update notes set mid = 1790000000002 where flds like 'sol%'`);
      database.exec(`insert into cards select id + 7, nid, did, 1, mod, usn, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, '' from cards
        where id = ${cardInAnki(database, "sol")}`);
    });
    await client.put(`/api/folders/${folder.id}`, { name: "Idiomas" });
    const { result } = await importCollection(app, client, more, { duplicates: "update" });
    expect(result).toMatchObject({ cards: 2, folders: 0 });
    const rows = await selectCardRows(pool, client);
    const findGroupId = (variant: string | null, front: string) => {
      const found = rows.filter((row) => row.variant === variant && row.front.startsWith(front));
      expect(found).toHaveLength(1);
      return found[0].group_id;
    };
    expect(findGroupId("reverse", "sun")).toBe(findGroupId(null, "sol"));
    expect(findGroupId("c3", "{{c1::Roma")).toBe(findGroupId("c1", "{{c1::Roma"));
    expect((await importCollection(app, client, more)).result).toMatchObject({ cards: 0, skipped: 7 });
    const again = await exportCollection(app, client);
    expect((await importCollection(app, client, again)).result).toMatchObject({ cards: 0, skipped: 7 });
  });

  it("are recognised after a reverse was added here, and among cards that share a note", async () => {
    const { client, folder } = await createStudentWithCards();
    const [sol] = await selectCardRows(pool, client);
    const before = await changeCollection(await exportCollection(app, client), (database) => {
      setFields(database, "sol", "el sol", "the sun");
    });
    await pool.query(
      `INSERT INTO cards (user_id, folder_id, front, back, group_id, variant, created_at, updated_at)
      SELECT user_id, folder_id, back, front, '6f3c2a52-1d9f-4c41-9f0a-000000000001', 'reverse', now(), now() FROM cards WHERE id = $1`,
      [sol.id],
    );
    await pool.query("UPDATE cards SET group_id = '6f3c2a52-1d9f-4c41-9f0a-000000000001' WHERE id = $1", [sol.id]);
    expect((await importCollection(app, client, before)).result).toMatchObject({ cards: 0, skipped: 5 });
    // Cards share a note after an import that adds known cards again.
    await pool.query(
      `INSERT INTO cards (user_id, folder_id, front, back, note_guid, note_template, created_at, updated_at)
      SELECT $1, $2, 'luna ' || n, 'moon', 'guid', 0, now(), now() FROM generate_series(1, 2) AS n`,
      [client.userId, folder.id],
    );
    const copies = await changeCollection(await exportCollection(app, client), (database) => {
      for (const n of [1, 2]) setFields(database, `luna ${n}`, `la luna ${n}`, "moon");
    });
    const { result } = await importCollection(app, client, copies, { duplicates: "update" });
    expect(result).toMatchObject({ cards: 0, updated: 2 });
    expect((await selectCardRows(pool, client)).slice(-2).map(({ front }) => front)).toEqual([
      "la luna 1",
      "la luna 2",
    ]);
  });
});

describe("reviews made in Anki", () => {
  const rate = (client: TestClient, id: number, difficulty = "medium") =>
    client.post<{ reviewId: string }>(`/api/cards/${id}/review`, { difficulty, answerResult: "correct" });
  const reviewNoteInAnki = (database: DatabaseSync, text: string, at: Date, ease: 1 | 2 | 3 | 4, ord = 0) =>
    reviewInAnki(database, cardInAnki(database, text, ord), at, ease);
  const now = () => app.clock.now();
  const getTimeIn = (milliseconds: number) => new Date(now().getTime() + milliseconds);
  const signIn = ({ email, post }: TestClient) => post("/api/auth/login", { email, password: "una clave larga" });

  /** Rates `sol` here today and in Anki tomorrow, and returns Anki's collection on the day after. */
  async function rateHereAndInAnki(client: TestClient, cardId: number): Promise<Uint8Array> {
    await rate(client, cardId, "easy");
    const changed = await changeCollection(await exportCollection(app, client), (database) =>
      reviewNoteInAnki(database, "sol", getTimeIn(DAY), 4),
    );
    app.clock.advance(2 * DAY);
    await signIn(client);
    return changed;
  }
  const readLog = async (client: TestClient) =>
    (await selectReviewRows(pool, client)).map((row) => [row.card_id, row.reviewed_at.toISOString(), row.grade]);

  it("are added once to the logs of known cards, in repeated round trips", async () => {
    const { client } = await createStudentWithCards();
    const [sol, , , roma] = await selectCardRows(pool, client);
    await rate(client, sol.id);
    await rate(client, roma.id, "easy");
    const undone = await rate(client, roma.id, "hard");
    const exported = await exportCollection(app, client);
    await client.delete(`/api/cards/${roma.id}/reviews/${undone.body.reviewId}`);
    const start = now();
    // The cards are studied further both in Anki and here.
    const changed = await changeCollection(exported, (database) => {
      setFields(database, "perro", "el perro", "the dog");
      reviewNoteInAnki(database, "sol", getTimeIn(2 * DAY), 2);
      reviewNoteInAnki(database, "sol", getTimeIn(6 * DAY), 3);
      reviewNoteInAnki(database, "Roma", getTimeIn(9 * DAY), 1);
      reviewNoteInAnki(database, "perro", getTimeIn(5 * DAY), 4, 1);
    });
    app.clock.advance(4 * DAY);
    await signIn(client);
    await rate(client, sol.id, "easy");
    app.clock.advance(6 * DAY);
    await signIn(client);
    const { id, result } = await importCollection(app, client, changed, { duplicates: "update" });
    expect(result).toMatchObject({ cards: 0, updated: 2, skipped: 3, reviews: 4 });
    const reverse = (await selectCardRows(pool, client))[2];
    const at = (days: number) => new Date(start.getTime() + days * DAY).toISOString();
    const readCardLog = async (cardId: number) => (await readLog(client)).filter(([one]) => one === cardId);
    expect(await readCardLog(sol.id)).toEqual([
      [sol.id, at(0), 3],
      [sol.id, at(2), 2],
      [sol.id, at(4), 4],
      [sol.id, at(6), 3],
    ]);
    expect(await readCardLog(roma.id)).toEqual([
      [roma.id, at(0), 4],
      [roma.id, at(0), null],
      [roma.id, at(9), 1],
    ]);
    expect((await selectReviewRows(pool, client)).filter(({ undone_at }) => undone_at !== null)).toHaveLength(1);
    expect(reverse).toMatchObject({ front: "the dog", review_count: 1, last_review_date: at(5).slice(0, 10) });
    await expectConsistent(client);
    // The same file adds no reviews, and another round trip only the new ones.
    const log = await selectReviewRows(pool, client);
    expect((await importCollection(app, client, changed)).result).toMatchObject({ skipped: 5, reviews: 0 });
    expect(await selectReviewRows(pool, client)).toEqual(log);
    await rate(client, sol.id);
    const again = await changeCollection(await exportCollection(app, client), (database) =>
      reviewNoteInAnki(database, "sol", getTimeIn(HOUR), 3),
    );
    app.clock.advance(2 * HOUR);
    expect((await importCollection(app, client, again)).result).toMatchObject({ cards: 0, reviews: 1 });
    expect(await selectReviewRows(pool, client)).toHaveLength(log.length + 2);
    await expectConsistent(client);
    // `sol` and its log have changed since, so only the others are restored.
    expect((await undoImport(app, client, id)).result).toMatchObject({ kept: 1 });
    expect((await selectCardRows(pool, client))[2]).toMatchObject({
      front: "dog",
      review_count: 0,
      next_review_date: null,
    });
    expect(await readCardLog(roma.id)).toHaveLength(2);
    expect(await readCardLog(sol.id)).toHaveLength(6);
    await expectConsistent(client);
  });

  it("are deleted when their import is undone, which restores cards, log and calibration", async () => {
    const { client } = await createStudentWithCards();
    const [sol] = await selectCardRows(pool, client);
    await rate(client, sol.id);
    const exported = await exportCollection(app, client);
    const changed = await changeCollection(exported, (database) => {
      reviewNoteInAnki(database, "sol", getTimeIn(2 * DAY), 1);
      reviewNoteInAnki(database, "Roma", getTimeIn(3 * DAY), 3, 1);
    });
    app.clock.advance(5 * DAY);
    await signIn(client);
    await rate(client, sol.id, "easy");
    const [cards, log] = [await selectCardRows(pool, client), await selectReviewRows(pool, client)];
    const selectCalibration = async () =>
      (await pool.query("SELECT calibration_a, calibration_b FROM user_scheduling WHERE user_id = $1", [client.userId]))
        .rows[0];
    const before = await selectCalibration();
    const { id, result } = await importCollection(app, client, changed);
    expect(result).toMatchObject({ cards: 0, skipped: 5, reviews: 2 });
    expect(await selectCalibration()).not.toEqual(before);
    await expectConsistent(client);
    // An import of a version without a column for the mode has stored it like this.
    await pool.query(
      `UPDATE import_cards
      SET before = jsonb_set(before, '{log}', (SELECT jsonb_agg(entry - 'mode') FROM jsonb_array_elements(before->'log') AS entry))
      WHERE user_id = $1 AND jsonb_array_length(before->'log') > 0`,
      [client.userId],
    );
    expect((await undoImport(app, client, id)).result).toMatchObject({ kept: 0 });
    const withoutUpdatedAt = (rows: Record<string, unknown>[]) => rows.map((row) => ({ ...row, updated_at: null }));
    expect(withoutUpdatedAt(await selectCardRows(pool, client))).toEqual(withoutUpdatedAt(cards));
    expect(await selectReviewRows(pool, client)).toEqual(log);
    expect(await selectCalibration()).toEqual(before);
    await expectConsistent(client);
    expect((await importCollection(app, client, changed)).result).toMatchObject({ reviews: 2 });
  });

  it("are applied among chosen answers, which still move the due date alone, and undone with them", async () => {
    const { client } = await createStudentWithCards();
    const [sol] = await selectCardRows(pool, client);
    const choose = (answerResult: string) =>
      client.post(`/api/cards/${sol.id}/review`, { difficulty: "medium", answerResult, mode: "choose" });
    const changed = await rateHereAndInAnki(client, sol.id);
    for (const result of ["correct", "incorrect"]) expect((await choose(result)).status).toBe(200);
    const [cards, log] = [await selectCardRows(pool, client), await selectReviewRows(pool, client)];
    const { id } = await importCollection(app, client, changed);
    const merged = await selectReviewRows(pool, client);
    expect(merged.map(({ mode, practice, grade }) => [mode, practice, grade])).toEqual([
      ["flip", false, 4],
      ["flip", true, 4],
      ["choose", true, 3],
      ["choose", true, 1],
    ]);
    const [due] = (await selectCardRows(pool, client)).filter((row) => row.id === sol.id);
    const tomorrow = new Date(app.clock.now().getTime() + DAY).toISOString().slice(0, 10);
    expect(due).toMatchObject({ review_count: 2, next_review_date: tomorrow });
    await expectConsistent(client);
    await undoImport(app, client, id);
    expect(await selectReviewRows(pool, client)).toEqual(log);
    const withoutUpdatedAt = (rows: Record<string, unknown>[]) => rows.map((row) => ({ ...row, updated_at: null }));
    expect(withoutUpdatedAt(await selectCardRows(pool, client))).toEqual(withoutUpdatedAt(cards));
    await expectConsistent(client);
  });

  it("are applied among typed answers, which stay certain", async () => {
    const { client } = await createStudentWithCards();
    const [sol, perro] = await selectCardRows(pool, client);
    const changed = await rateHereAndInAnki(client, sol.id);
    for (const [answerResult, card] of [
      ["incorrect", sol],
      ["correct", perro],
    ] as const) {
      await client.post(`/api/cards/${card.id}/review`, { difficulty: "hard", answerResult, mode: "type" });
    }
    await importCollection(app, client, changed);
    const merged = await selectReviewRows(pool, client);
    // Only the reviews of the card with another review are applied again.
    expect(merged.map(({ mode, grade }) => [mode, grade])).toEqual([
      ["flip", 4],
      ["type", 2],
      ["flip", 4],
      ["type", 1],
    ]);
    expect(merged.map(({ state_after: { hardSinceForgotten } }) => hardSinceForgotten)).toEqual(Array(4).fill(null));
    const { rows } = await pool.query("SELECT hard_since_forgotten AS hard FROM user_scheduling WHERE user_id = $1", [
      client.userId,
    ]);
    expect(rows).toEqual([{ hard: null }]);
    await expectConsistent(client);
  });

  it("are applied with the learner's own weights, and undone even if these were fitted again", async () => {
    const { client } = await createStudentWithCards();
    const [sol, perro] = await selectCardRows(pool, client);
    const ctx = testContext(app.database);
    const fitWeights = async (factor: number) => {
      const stored = await selectMemory(ctx.db, client.userId as OwnerId);
      const weights = DEFAULT_WEIGHTS.map((weight, i) => (i < 4 ? weight * factor : weight));
      const folded = await foldInThread(stored?.log as string, weights);
      expect(await writeFolded(ctx, client.userId as OwnerId, stored as NonNullable<typeof stored>, folded, null)).toBe(
        true,
      );
    };
    for (const { id } of [sol, perro]) await rate(client, id);
    const changed = await changeCollection(await exportCollection(app, client), (database) =>
      reviewNoteInAnki(database, "sol", getTimeIn(2 * DAY), 1),
    );
    app.clock.advance(5 * DAY);
    await signIn(client);
    await rate(client, sol.id, "easy");
    await fitWeights(3);
    await rate(client, perro.id, "easy");
    const before = await selectCardRows(pool, client);
    const { id, result } = await importCollection(app, client, changed);
    expect(result).toMatchObject({ reviews: 1 });
    await expectConsistent(client);
    expect((await selectCardRows(pool, client))[0].stability).not.toBe(before[0].stability);
    expect((await selectCardRows(pool, client))[1].stability).toBe(before[1].stability);
    await fitWeights(2);
    expect((await undoImport(app, client, id)).result).toMatchObject({ kept: 0 });
    await expectConsistent(client);
    await fitWeights(3);
    expect((await selectCardRows(pool, client))[0].stability).toBeCloseTo(before[0].stability, 9);
  });

  it("count for a card that was reset here only if they are later than the reset", async () => {
    const { client } = await createStudentWithCards();
    const [sol, perro] = await selectCardRows(pool, client);
    for (const { id } of [sol, perro]) await rate(client, id);
    const exported = await exportCollection(app, client);
    const at = [getTimeIn(DAY), getTimeIn(3 * DAY)] as const;
    app.clock.advance(2 * DAY);
    await signIn(client);
    await client.post("/api/cards/batch", { cardIds: [sol.id, perro.id], action: "reset" });
    app.clock.advance(2 * DAY);
    await signIn(client);
    const changed = await changeCollection(exported, (database) => {
      reviewNoteInAnki(database, "sol", at[0], 3);
      reviewNoteInAnki(database, "sol", at[1], 4);
      reviewNoteInAnki(database, "perro", at[0], 3);
    });
    expect((await importCollection(app, client, changed)).result).toMatchObject({ reviews: 3 });
    const [newSol, newPerro] = await selectCardRows(pool, client);
    expect(newSol).toMatchObject({ review_count: 1, last_reviewed_at: at[1], difficulty: "easy" });
    expect(newPerro).toMatchObject({ review_count: 0, next_review_date: null });
    await expectFold(pool, client.userId, [perro.id]);
  });

  it("continue from the imported state of a card without a log", async () => {
    const client = await app.register();
    const card = cardWith({ front: "x", note: { guid: "X", template: 0 }, schedule: DUE_IN_TEN_DAYS });
    await importMaterial(app, client, materialOf([card]));
    const [before] = await selectCardRows(pool, client);
    const dayBefore = new Date(before.last_reviewed_at.getTime() - DAY).toISOString().slice(0, 10);
    const reviews = reviewsOn({ [dayBefore]: 3, [now().toISOString().slice(0, 10)]: 4 }, "05:00");
    expect((await importMaterial(app, client, materialOf([{ ...card, reviews }]))).result).toMatchObject({
      skipped: 1,
      reviews: 2,
    });
    const [after] = await selectCardRows(pool, client);
    expect(after).toMatchObject({ review_count: before.review_count + 1, difficulty: "easy" });
    expect(after.stability).toBeGreaterThan(before.stability);
    expect(
      (await selectReviewRows(pool, client)).map(({ practice, due_before }) => [practice, due_before === null]),
    ).toEqual([
      [true, true],
      [true, false],
    ]);
  });

  it("are not counted twice for a card that was deleted here, or is added again", async () => {
    const { client } = await createStudentWithCards();
    const [sol, perro] = await selectCardRows(pool, client);
    for (const { id } of [sol, perro]) {
      app.clock.advance(1000);
      await rate(client, id);
    }
    const changed = await changeCollection(await exportCollection(app, client), (database) =>
      reviewNoteInAnki(database, "sol", getTimeIn(HOUR), 3),
    );
    app.clock.advance(2 * HOUR);
    await client.delete(`/api/cards/${sol.id}`);
    const { result } = await importCollection(app, client, changed);
    expect(result).toMatchObject({ cards: 1, skipped: 4, reviews: 1 });
    expect((await selectCardRows(pool, client)).find(({ front }) => front === "sol")).toMatchObject({
      review_count: 2,
    });
    const copies = await importCollection(app, client, changed, { duplicates: "add" });
    expect(copies.result).toMatchObject({ cards: 5, reviews: 0 });
    expect(await selectReviewRows(pool, client)).toHaveLength(3);
  });

  it("are applied before a rating that is given while they are imported", async () => {
    const { client } = await createStudentWithCards();
    const [sol] = await selectCardRows(pool, client);
    await rate(client, sol.id);
    const changed = await changeCollection(await exportCollection(app, client), (database) =>
      reviewNoteInAnki(database, "sol", getTimeIn(2 * DAY), 1),
    );
    app.clock.advance(5 * DAY);
    await signIn(client);
    await client.get("/api/user/stats");
    const blocker = await pool.connect();
    try {
      await blocker.query("BEGIN");
      await blocker.query("SELECT FROM user_days WHERE user_id = $1 FOR UPDATE", [client.userId]);
      const importing = importCollection(app, client, changed);
      await waitForBlockedSessions(pool, { applicationName: "repasa-import" });
      const rating = rate(client, sol.id, "easy");
      await waitForBlockedSessions(pool, { sessions: 2 });
      await blocker.query("COMMIT");
      expect((await importing).result).toMatchObject({ reviews: 1 });
      expect((await rating).status).toBe(200);
    } finally {
      blocker.release();
    }
    expect((await readLog(client)).map(([, , grade]) => grade)).toEqual([3, 1, 4]);
    await expectConsistent(client);
  });

  it("are omitted if the options exclude the history, and added by a later import with it", async () => {
    const { client } = await createStudentWithCards();
    const changed = await changeCollection(await exportCollection(app, client), (database) =>
      reviewNoteInAnki(database, "sol", getTimeIn(-DAY), 3),
    );
    expect((await importCollection(app, client, changed, { history: false })).result).toMatchObject({ reviews: 0 });
    expect(await selectReviewRows(pool, client)).toEqual([]);
    expect((await importCollection(app, client, changed)).result).toMatchObject({ reviews: 1 });
    await expectConsistent(client);
  });

  const anyReview = fc.record({
    where: fc.constantFrom("here", "there"),
    card: fc.nat({ max: 2 }),
    ease: fc.constantFrom(1, 2, 3, 4),
    minutesLater: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 60, max: 20_000 })),
    undone: fc.boolean(),
  });
  const anyTrip = fc.record({
    reviews: fc.array(anyReview, { minLength: 1, maxLength: 6 }),
    duplicates: fc.constantFrom("skip", "update"),
    undone: fc.boolean(),
    /** The index of an earlier file that is imported again, modulo the number of files. */
    again: fc.nat(),
  });
  const PLACES = [
    ["sol", 0],
    ["perro", 1],
    ["Roma", 1],
  ] as const;
  const CARDS = [0, 2, 4];
  const DIFFICULTIES = { 1: "hard", 2: "hard", 3: "medium", 4: "easy" } as const;

  it("are in the log once, wherever they were given, and all values agree with the log", {
    timeout: 120_000,
  }, async () => {
    const trips = fc.array(anyTrip as fc.Arbitrary<Trip>, { minLength: 2, maxLength: 3 });
    await fc.assert(fc.asyncProperty(trips, expectConsistentTrips), { numRuns: runs(2, 12), endOnFailure: true });
  });

  type Review = { where: "here" | "there"; card: number; ease: 1 | 2 | 3 | 4; minutesLater: number; undone: boolean };
  type Trip = { reviews: Review[]; duplicates: "skip" | "update"; undone: boolean; again: number };

  async function expectConsistentTrips(trips: Trip[]): Promise<void> {
    const { client } = await createStudentWithCards();
    const ids = (await selectCardRows(pool, client)).map(({ id }) => id);
    const expected: string[] = [];
    const files: Uint8Array[] = [];
    const log = async () => (await readLog(client)).map(([id, at]) => `${id} ${at}`).sort();
    for (const { reviews, duplicates, undone, again } of trips) {
      const exported = await exportCollection(app, client);
      const inAnki: { at: Date; review: Review }[] = [];
      for (const review of reviews) {
        app.clock.advance(review.minutesLater * 60_000 + 1);
        const id = ids[CARDS[review.card] as number] as number;
        if (review.where === "there") inAnki.push({ at: now(), review });
        else await studyHere(client, id, review);
        expected.push(`${id} ${now().toISOString()}`);
      }
      const file = await changeCollection(exported, (database) => {
        for (const { at, review } of inAnki) {
          const [text, ord] = PLACES[review.card] as (typeof PLACES)[number];
          reviewNoteInAnki(database, text, at, review.ease, ord);
        }
      });
      files.push(file);
      await signIn(client);
      const before = await selectReviewRows(pool, client);
      const { id, result } = await importCollection(app, client, file, { duplicates });
      expect(result).toMatchObject({ cards: 0, reviews: inAnki.length });
      await expectConsistent(client);
      if (undone && inAnki.length > 0) {
        expect((await undoImport(app, client, id)).result).toMatchObject({ kept: 0 });
        expect(await selectReviewRows(pool, client)).toEqual(before);
        await expectConsistent(client);
        expect((await importCollection(app, client, file)).result).toMatchObject({ reviews: inAnki.length });
      }
      const earlier = files[again % files.length] as Uint8Array;
      expect((await importCollection(app, client, earlier)).result).toMatchObject({ cards: 0, reviews: 0 });
      expect(await log()).toEqual(expected.toSorted());
      await expectConsistent(client);
    }
  }

  async function studyHere(client: TestClient, id: number, { ease, undone }: Review): Promise<void> {
    await signIn(client);
    const answerResult = ease === 1 ? "incorrect" : "correct";
    const { status, body } = await client.post<{ reviewId: string }>(`/api/cards/${id}/review`, {
      difficulty: DIFFICULTIES[ease],
      answerResult,
    });
    expect(status).toBe(200);
    if (undone) await client.delete(`/api/cards/${id}/reviews/${body.reviewId}`);
  }
});
