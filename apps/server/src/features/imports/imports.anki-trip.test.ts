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
import { cardWith, DUE_IN_TEN_DAYS, importMaterial, materialOf, reviewsOn } from "#testing/import-world.ts";
import { untilSomebodyWaits } from "#testing/lock-wait.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { testContext } from "#testing/test-context.ts";

const app = await sharedTestApp({ now: "2026-03-10T12:00:00Z" });
const { pool } = app.database;

const cardRows = async ({ userId }: TestClient) =>
  (await pool.query("SELECT * FROM cards WHERE user_id = $1 ORDER BY id", [userId])).rows;
const folderNames = async (client: TestClient) =>
  (await client.get<Folder[]>("/api/folders")).body.map(({ name }) => name).sort();

const reviewRows = async ({ userId }: TestClient) =>
  (await pool.query("SELECT * FROM reviews WHERE user_id = $1 ORDER BY id", [userId])).rows;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Checks that the log is in order and that everything computed from it agrees with it. */
async function expectSound({ userId }: TestClient): Promise<void> {
  await expectFold(pool, userId);
  const found: string[] = [];
  await countDifferences(app.database.orm, userId as OwnerId, (what) => void found.push(what));
  expect(found).toEqual([]);
}

async function undo(client: TestClient, id: string) {
  expect((await client.post(`/api/imports/${id}/undo`)).status).toBe(202);
  await app.runJobs("imports.undo");
  return (await client.get<{ result: { kept: number } }>(`/api/imports/${id}`)).body.result;
}

const GAPS = "{{c1::Roma}} y {{c2::París}}";

/** A lone card, one with its reverse, and two gaps: five cards. */
async function studentWithCards() {
  const client = await app.register();
  const { body: folder } = await client.post<Folder>("/api/folders", { name: "Viajes / Europa" });
  const add = async (card: object) => (await client.post<Card>(`/api/folders/${folder.id}/cards`, card)).body;
  await add({ front: "sol", back: "sun" });
  await add({ front: "perro", back: "dog", reverse: true });
  await add({ front: GAPS, back: "", format: "markdown" });
  expect(await cardRows(client)).toHaveLength(5);
  return { client, folder };
}

const setFields = (database: DatabaseSync, text: string, ...fields: string[]) =>
  database.prepare("update notes set flds = ? where instr(flds, ?) > 0").run(fields.join("\u001f"), text);

describe("cards created here that return from Anki", () => {
  it("are recognised, and updated only if the options say so", async () => {
    const { client } = await studentWithCards();
    const before = await cardRows(client);
    const changed = await changeCollection(await exportCollection(app, client), (database) => {
      setFields(database, "sol", "el sol", "the sun");
      setFields(database, "perro", "el perro", "the dog");
      setFields(database, "Roma", "{{c1::Roma}}, {{c2::París}} y más", "");
    });
    const skipped = await importCollection(app, client, changed);
    expect(skipped.preview).toMatchObject({ cards: 5, duplicates: 5, folders: [{ existing: true }] });
    expect(skipped.result).toMatchObject({ cards: 0, folders: 0, skipped: 5, updated: 0 });
    expect(await cardRows(client)).toEqual(before);
    const updated = await importCollection(app, client, changed, { duplicates: "update" });
    expect(updated.result).toMatchObject({ cards: 0, folders: 0, skipped: 0, updated: 5 });
    expect((await cardRows(client)).map(({ id, front, back }) => [id, front, back])).toEqual(
      [
        ["el sol", "the sun"],
        ["el perro", "the dog"],
        ["the dog", "el perro"],
        ["{{c1::Roma}}, {{c2::París}} y más", ""],
        ["{{c1::Roma}}, {{c2::París}} y más", ""],
      ].map(([front, back], place) => [before[place].id, front, back]),
    );
  });

  it("stay in their folder if their deck differs there, or if the folder was renamed here", async () => {
    const { client, folder } = await studentWithCards();
    const moved = await changeCollection(await exportCollection(app, client), (database) => {
      setFields(database, "sol", "el sol", "the sun");
      database.prepare("update cards set did = 1 where id = ?").run(cardInAnki(database, "el sol"));
    });
    await client.put(`/api/folders/${folder.id}`, { name: "Idiomas" });
    const { preview, result } = await importCollection(app, client, moved, { duplicates: "update" });
    expect(preview).toMatchObject({ duplicates: 5, folders: [{ name: "Idiomas", cards: 5, existing: true }] });
    expect(result).toMatchObject({ cards: 0, folders: 0, updated: 1, skipped: 4 });
    expect(await folderNames(client)).toEqual(["Idiomas"]);
    expect((await cardRows(client))[0]).toMatchObject({ front: "el sol", folder_id: folder.id });
  });

  it("get siblings that were created there, and are recognised with them again", async () => {
    const { client, folder } = await studentWithCards();
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
    const rows = await cardRows(client);
    const groupOf = (variant: string | null, front: string) => {
      const found = rows.filter((row) => row.variant === variant && row.front.startsWith(front));
      expect(found).toHaveLength(1);
      return found[0].group_id;
    };
    expect(groupOf("reverse", "sun")).toBe(groupOf(null, "sol"));
    expect(groupOf("c3", "{{c1::Roma")).toBe(groupOf("c1", "{{c1::Roma"));
    expect((await importCollection(app, client, more)).result).toMatchObject({ cards: 0, skipped: 7 });
    const again = await exportCollection(app, client);
    expect((await importCollection(app, client, again)).result).toMatchObject({ cards: 0, skipped: 7 });
  });

  it("are recognised after they got a reverse here, and among copies that share a note", async () => {
    const { client, folder } = await studentWithCards();
    const [sol] = await cardRows(client);
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
    // An import that adds known cards once more leaves cards like these.
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
    expect((await cardRows(client)).slice(-2).map(({ front }) => front)).toEqual(["la luna 1", "la luna 2"]);
  });
});

describe("reviews made in Anki", () => {
  const rate = (client: TestClient, id: number, difficulty = "medium") =>
    client.post<{ reviewId: string }>(`/api/cards/${id}/review`, { difficulty, answerResult: "correct" });
  const inAnki = (database: DatabaseSync, text: string, at: Date, ease: 1 | 2 | 3 | 4, ord = 0) =>
    reviewInAnki(database, cardInAnki(database, text, ord), at, ease);
  const now = () => app.clock.now();
  const later = (milliseconds: number) => new Date(now().getTime() + milliseconds);
  const signIn = ({ email, post }: TestClient) => post("/api/auth/login", { email, password: "una clave larga" });
  const logOf = async (client: TestClient) =>
    (await reviewRows(client)).map((row) => [row.card_id, row.reviewed_at.toISOString(), row.grade]);

  it("join the log of cards made here, each once, back and forth", async () => {
    const { client } = await studentWithCards();
    const [sol, , , roma] = await cardRows(client);
    await rate(client, sol.id);
    await rate(client, roma.id, "easy");
    const undone = await rate(client, roma.id, "hard");
    const exported = await exportCollection(app, client);
    await client.delete(`/api/cards/${roma.id}/reviews/${undone.body.reviewId}`);
    const begun = now();
    // Both collections are studied further, in Anki and here.
    const there = await changeCollection(exported, (database) => {
      setFields(database, "perro", "el perro", "the dog");
      inAnki(database, "sol", later(2 * DAY), 2);
      inAnki(database, "sol", later(6 * DAY), 3);
      inAnki(database, "Roma", later(9 * DAY), 1);
      inAnki(database, "perro", later(5 * DAY), 4, 1);
    });
    app.clock.advance(4 * DAY);
    await signIn(client);
    await rate(client, sol.id, "easy");
    app.clock.advance(6 * DAY);
    await signIn(client);
    const { id, result } = await importCollection(app, client, there, { duplicates: "update" });
    expect(result).toMatchObject({ cards: 0, updated: 2, skipped: 3, reviews: 4 });
    const reverse = (await cardRows(client))[2];
    const at = (days: number) => new Date(begun.getTime() + days * DAY).toISOString();
    const ofCard = async (cardId: number) => (await logOf(client)).filter(([one]) => one === cardId);
    expect(await ofCard(sol.id)).toEqual([
      [sol.id, at(0), 3],
      [sol.id, at(2), 2],
      [sol.id, at(4), 4],
      [sol.id, at(6), 3],
    ]);
    expect(await ofCard(roma.id)).toEqual([
      [roma.id, at(0), 4],
      [roma.id, at(0), null],
      [roma.id, at(9), 1],
    ]);
    expect((await reviewRows(client)).filter(({ undone_at }) => undone_at !== null)).toHaveLength(1);
    expect(reverse).toMatchObject({ front: "the dog", review_count: 1, last_review_date: at(5).slice(0, 10) });
    await expectSound(client);
    // The same file adds no reviews, and another round trip only the new ones.
    const log = await reviewRows(client);
    expect((await importCollection(app, client, there)).result).toMatchObject({ skipped: 5, reviews: 0 });
    expect(await reviewRows(client)).toEqual(log);
    await rate(client, sol.id);
    const again = await changeCollection(await exportCollection(app, client), (database) =>
      inAnki(database, "sol", later(HOUR), 3),
    );
    app.clock.advance(2 * HOUR);
    expect((await importCollection(app, client, again)).result).toMatchObject({ cards: 0, reviews: 1 });
    expect(await reviewRows(client)).toHaveLength(log.length + 2);
    await expectSound(client);
    // `sol` and its log have changed since, so only the others are restored.
    expect(await undo(client, id)).toMatchObject({ kept: 1 });
    expect((await cardRows(client))[2]).toMatchObject({ front: "dog", review_count: 0, next_review_date: null });
    expect(await ofCard(roma.id)).toHaveLength(2);
    expect(await ofCard(sol.id)).toHaveLength(6);
    await expectSound(client);
  });

  it("are deleted with their import, as if it had never happened", async () => {
    const { client } = await studentWithCards();
    const [sol] = await cardRows(client);
    await rate(client, sol.id);
    const exported = await exportCollection(app, client);
    const there = await changeCollection(exported, (database) => {
      inAnki(database, "sol", later(2 * DAY), 1);
      inAnki(database, "Roma", later(3 * DAY), 3, 1);
    });
    app.clock.advance(5 * DAY);
    await signIn(client);
    await rate(client, sol.id, "easy");
    const [cards, log] = [await cardRows(client), await reviewRows(client)];
    const learner = async () =>
      (await pool.query("SELECT calibration_a, calibration_b FROM user_scheduling WHERE user_id = $1", [client.userId]))
        .rows[0];
    const before = await learner();
    const { id, result } = await importCollection(app, client, there);
    expect(result).toMatchObject({ cards: 0, skipped: 5, reviews: 2 });
    expect(await learner()).not.toEqual(before);
    await expectSound(client);
    expect(await undo(client, id)).toMatchObject({ kept: 0 });
    const unchanged = (rows: Record<string, unknown>[]) => rows.map((row) => ({ ...row, updated_at: null }));
    expect(unchanged(await cardRows(client))).toEqual(unchanged(cards));
    expect(await reviewRows(client)).toEqual(log);
    expect(await learner()).toEqual(before);
    await expectSound(client);
    expect((await importCollection(app, client, there)).result).toMatchObject({ reviews: 2 });
  });

  it("are applied with the learner's own weights, even if these were fitted since", async () => {
    const { client } = await studentWithCards();
    const [sol, perro] = await cardRows(client);
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
    const there = await changeCollection(await exportCollection(app, client), (database) =>
      inAnki(database, "sol", later(2 * DAY), 1),
    );
    app.clock.advance(5 * DAY);
    await signIn(client);
    await rate(client, sol.id, "easy");
    await fitWeights(3);
    await rate(client, perro.id, "easy");
    const before = await cardRows(client);
    const { id, result } = await importCollection(app, client, there);
    expect(result).toMatchObject({ reviews: 1 });
    await expectSound(client);
    expect((await cardRows(client))[0].stability).not.toBe(before[0].stability);
    expect((await cardRows(client))[1].stability).toBe(before[1].stability);
    await fitWeights(2);
    expect(await undo(client, id)).toMatchObject({ kept: 0 });
    await expectSound(client);
    await fitWeights(3);
    expect((await cardRows(client))[0].stability).toBeCloseTo(before[0].stability, 9);
  });

  it("count for a card that was made new again here only since then", async () => {
    const { client } = await studentWithCards();
    const [sol, perro] = await cardRows(client);
    for (const { id } of [sol, perro]) await rate(client, id);
    const exported = await exportCollection(app, client);
    const at = [later(DAY), later(3 * DAY)] as const;
    app.clock.advance(2 * DAY);
    await signIn(client);
    await client.post("/api/cards/batch", { cardIds: [sol.id, perro.id], action: "reset" });
    app.clock.advance(2 * DAY);
    await signIn(client);
    const there = await changeCollection(exported, (database) => {
      inAnki(database, "sol", at[0], 3);
      inAnki(database, "sol", at[1], 4);
      inAnki(database, "perro", at[0], 3);
    });
    expect((await importCollection(app, client, there)).result).toMatchObject({ reviews: 3 });
    const [newSol, newPerro] = await cardRows(client);
    expect(newSol).toMatchObject({ review_count: 1, last_reviewed_at: at[1], difficulty: "easy" });
    expect(newPerro).toMatchObject({ review_count: 0, next_review_date: null });
    await expectFold(pool, client.userId, [perro.id]);
  });

  it("continue from the state with which a card without a log was imported", async () => {
    const client = await app.register();
    const card = cardWith({ front: "x", note: { guid: "X", template: 0 }, schedule: DUE_IN_TEN_DAYS });
    await importMaterial(app, client, materialOf([card]));
    const [before] = await cardRows(client);
    const dayBefore = new Date(before.last_reviewed_at.getTime() - DAY).toISOString().slice(0, 10);
    const reviews = reviewsOn({ [dayBefore]: 3, [now().toISOString().slice(0, 10)]: 4 }, "05:00");
    expect((await importMaterial(app, client, materialOf([{ ...card, reviews }]))).result).toMatchObject({
      skipped: 1,
      reviews: 2,
    });
    const [after] = await cardRows(client);
    expect(after).toMatchObject({ review_count: before.review_count + 1, difficulty: "easy" });
    expect(after.stability).toBeGreaterThan(before.stability);
    expect((await reviewRows(client)).map(({ practice, due_before }) => [practice, due_before === null])).toEqual([
      [true, true],
      [true, false],
    ]);
  });

  it("are not counted twice for a card that was deleted here, or is added again", async () => {
    const { client } = await studentWithCards();
    const [sol, perro] = await cardRows(client);
    for (const { id } of [sol, perro]) {
      app.clock.advance(1000);
      await rate(client, id);
    }
    const there = await changeCollection(await exportCollection(app, client), (database) =>
      inAnki(database, "sol", later(HOUR), 3),
    );
    app.clock.advance(2 * HOUR);
    await client.delete(`/api/cards/${sol.id}`);
    const { result } = await importCollection(app, client, there);
    expect(result).toMatchObject({ cards: 1, skipped: 4, reviews: 1 });
    expect((await cardRows(client)).find(({ front }) => front === "sol")).toMatchObject({ review_count: 2 });
    const copies = await importCollection(app, client, there, { duplicates: "add" });
    expect(copies.result).toMatchObject({ cards: 5, reviews: 0 });
    expect(await reviewRows(client)).toHaveLength(3);
  });

  it("precede a rating that is given while they are imported", async () => {
    const { client } = await studentWithCards();
    const [sol] = await cardRows(client);
    await rate(client, sol.id);
    const there = await changeCollection(await exportCollection(app, client), (database) =>
      inAnki(database, "sol", later(2 * DAY), 1),
    );
    app.clock.advance(5 * DAY);
    await signIn(client);
    await client.get("/api/user/stats");
    const rival = await pool.connect();
    try {
      await rival.query("BEGIN");
      await rival.query("SELECT FROM user_days WHERE user_id = $1 FOR UPDATE", [client.userId]);
      const importing = importCollection(app, client, there);
      await untilSomebodyWaits(pool, { applicationName: "test" });
      const rating = rate(client, sol.id, "easy");
      await untilSomebodyWaits(pool, { sessions: 2 });
      await rival.query("COMMIT");
      expect((await importing).result).toMatchObject({ reviews: 1 });
      expect((await rating).status).toBe(200);
    } finally {
      rival.release();
    }
    expect((await logOf(client)).map(([, , grade]) => grade)).toEqual([3, 1, 4]);
    await expectSound(client);
  });

  it("are left out without the history, and added with it", async () => {
    const { client } = await studentWithCards();
    const there = await changeCollection(await exportCollection(app, client), (database) =>
      inAnki(database, "sol", later(-DAY), 3),
    );
    expect((await importCollection(app, client, there, { history: false })).result).toMatchObject({ reviews: 0 });
    expect(await reviewRows(client)).toEqual([]);
    expect((await importCollection(app, client, there)).result).toMatchObject({ reviews: 1 });
    await expectSound(client);
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
    /** The index of an earlier file that is imported once more. */
    again: fc.nat(),
  });
  const PLACES = [
    ["sol", 0],
    ["perro", 1],
    ["Roma", 1],
  ] as const;
  const CARDS = [0, 2, 4];
  const DIFFICULTIES = { 1: "hard", 2: "hard", 3: "medium", 4: "easy" } as const;

  it("are in the log once wherever they were given, and all values follow from the log", {
    timeout: 120_000,
  }, async () => {
    const trips = fc.array(anyTrip as fc.Arbitrary<Trip>, { minLength: 2, maxLength: 3 });
    await fc.assert(fc.asyncProperty(trips, travel), { numRuns: 6, endOnFailure: true });
  });

  type Review = { where: "here" | "there"; card: number; ease: 1 | 2 | 3 | 4; minutesLater: number; undone: boolean };
  type Trip = { reviews: Review[]; duplicates: "skip" | "update"; undone: boolean; again: number };

  async function travel(trips: Trip[]): Promise<void> {
    const { client } = await studentWithCards();
    const ids = (await cardRows(client)).map(({ id }) => id);
    const expected: string[] = [];
    const files: Uint8Array[] = [];
    const log = async () => (await logOf(client)).map(([id, at]) => `${id} ${at}`).sort();
    for (const { reviews, duplicates, undone, again } of trips) {
      const exported = await exportCollection(app, client);
      const there: { at: Date; review: Review }[] = [];
      for (const review of reviews) {
        app.clock.advance(review.minutesLater * 60_000 + 1);
        const id = ids[CARDS[review.card] as number] as number;
        if (review.where === "there") there.push({ at: now(), review });
        else await studyHere(client, id, review);
        expected.push(`${id} ${now().toISOString()}`);
      }
      const file = await changeCollection(exported, (database) => {
        for (const { at, review } of there) {
          const [text, ord] = PLACES[review.card] as (typeof PLACES)[number];
          inAnki(database, text, at, review.ease, ord);
        }
      });
      files.push(file);
      await signIn(client);
      const before = await reviewRows(client);
      const { id, result } = await importCollection(app, client, file, { duplicates });
      expect(result).toMatchObject({ cards: 0, reviews: there.length });
      await expectSound(client);
      if (undone && there.length > 0) {
        expect(await undo(client, id)).toMatchObject({ kept: 0 });
        expect(await reviewRows(client)).toEqual(before);
        await expectSound(client);
        expect((await importCollection(app, client, file)).result).toMatchObject({ reviews: there.length });
      }
      const known = files[again % files.length] as Uint8Array;
      expect((await importCollection(app, client, known)).result).toMatchObject({ cards: 0, reviews: 0 });
      expect(await log()).toEqual(expected.toSorted());
      await expectSound(client);
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
