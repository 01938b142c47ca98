import { makeFolderFace } from "@repasa/contract/folder-faces.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { ImportOptions } from "@repasa/contract/imports.forms.ts";
import type { Backlog } from "@repasa/contract/pace.ts";
import type { UserStats } from "@repasa/contract/stats.ts";
import type { Confusions, QueuedCard } from "@repasa/contract/study.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exportAccount, importAccount } from "#testing/account-copies.ts";
import { readAll } from "#testing/account-reads.ts";
import { anyUse, useAccount } from "#testing/any-use.ts";
import { createCard, createFolder } from "#testing/card-calls.ts";
import { undoImport } from "#testing/import-results.ts";
import { runs } from "#testing/more-cases.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const START = "2026-03-01T09:00:00Z";
const app = await sharedTestApp({ now: START });
const { pool } = app.database;

const exportFile = (client: TestClient, timeZone?: string) => exportAccount(app, client, timeZone);
const importFile = (client: TestClient, copy: Buffer, timeZone?: string, options?: ImportOptions) =>
  importAccount(app, client, copy, timeZone, options);

/** Creates an account with at least one row of every kind, and moves the clock ten days ahead. */
async function createUsedAccount(): Promise<TestClient> {
  app.clock.set(START);
  const client = await app.register();
  const addFolder = async (name: string) => (await createFolder(client, { name })).id;
  const addCard = async (folderId: number, front: string) =>
    (await createCard(client, folderId, { front, back: "b" })).id;
  const [history, empty, removed] = [await addFolder("Historia"), await addFolder("Vacía"), await addFolder("Borrada")];
  await client.put(`/api/folders/${empty}`, {
    name: "Vacía",
    description: "Aún sin cartas",
    color: "gray",
    icon: "Ñ",
  });
  const remaining = [await addCard(history, "uno"), await addCard(history, "uno"), await addCard(history, "dos")];
  const deleted = [await addCard(history, "tres"), await addCard(removed, "cuatro")];
  for (const id of [...remaining, ...deleted]) await client.post(`/api/cards/${id}/review`, { difficulty: "medium" });
  await client.post("/api/study-sessions", { folderId: history, cardsStudied: 5 });
  await client.delete(`/api/cards/${deleted[0]}`);
  await client.delete(`/api/folders/${removed}`);
  await client.put("/api/user/preferences", { theme: "dark", newCardsPerDay: 7 });
  app.clock.set("2026-03-08T10:00:00Z");
  for (const id of remaining) await client.post(`/api/cards/${id}/review`, { difficulty: "easy" });
  await client.post("/api/user/breaks", { from: "2026-03-12", to: "2026-03-13" });
  app.clock.set("2026-03-11T10:00:00Z");
  await client.post("/api/exams", { name: "Final", date: "2026-03-20", folderIds: [history] });
  await client.get("/api/user/stats");
  return client;
}

const readBacklog = async (client: TestClient) => (await client.get<Backlog>("/api/user/backlog")).body;

/** Rates everything in the queue, and returns the number of its cards. */
async function studyDay(client: TestClient): Promise<number> {
  const { body } = await client.get<QueuedCard[]>("/api/cards/review");
  for (const { id } of body) await client.post(`/api/cards/${id}/review`, { difficulty: "medium" });
  return body.length;
}

/** Creates an account that is on the second day of a plan to catch up on 40 cards in five days. */
async function createAccountCatchingUp(): Promise<TestClient> {
  app.clock.set(START);
  const client = await app.register();
  const { id } = await createFolder(client, { name: "Química" });
  for (let n = 0; n < 40; n++) {
    const card = await createCard(client, id, { front: `carta ${n}`, back: "b" });
    await client.post(`/api/cards/${card.id}/review`, { difficulty: "medium" });
  }
  app.clock.set("2026-03-25T09:00:00Z");
  const { catchUp } = (await client.post<Backlog>("/api/user/catch-up", { days: 5 })).body;
  expect(catchUp).toMatchObject({ until: "2026-03-29", doneToday: 0 });
  expect(await studyDay(client)).toBe(catchUp?.perDay);
  app.clock.set("2026-03-26T09:00:00Z");
  return client;
}

/** Counts an account's rows in the tables that an import of a copy writes. */
async function countRows({ userId }: TestClient): Promise<Record<string, number>> {
  const tables = ["folders", "cards", "reviews", "exams", "exam_moves", "user_breaks", "study_sessions"];
  const past = ["daily_figures", "streak_gaps", "shared_dates"];
  const counts = [...tables, ...past].map((one) => `(SELECT count(*)::int FROM ${one} WHERE user_id = $1) AS ${one}`);
  return (await pool.query(`SELECT ${counts.join(", ")}`, [userId])).rows[0];
}

describe("a copy of a whole account", () => {
  it("makes an empty account equal to the copied one after any use of that one", async () => {
    await fc.assert(
      fc.asyncProperty(anyUse, fc.constantFrom(0, 30, 100), async (steps, hoursLater) => {
        app.clock.set(START);
        const [ana, copy] = [await app.register(), await app.register()];
        const timeZone = await useAccount(app, ana, steps);
        const file = await exportFile(ana, timeZone);
        app.clock.advance(hoursLater * 3_120_000);
        await copy.get("/api/user/stats", { timeZone });
        await importFile(copy, file, timeZone);
        const expected = await readAll(app, ana, timeZone);
        expect(expected["user/stats"]).toMatchObject({ status: 200 });
        expect(await readAll(app, copy, timeZone)).toEqual(expected);
      }),
      { numRuns: runs(2, 12), endOnFailure: true },
    );
  }, 120_000);

  it("restores the faces that were chosen, and leads to made ones if it has none or ones that no folder can have", async () => {
    const [ana, copy] = [await createUsedAccount(), await app.register()];
    const file = await exportFile(ana);
    const emptyFolder = async (client: TestClient) =>
      (await client.get<Folder[]>("/api/folders")).body.find(({ name }) => name === "Vacía");
    await importFile(copy, file);
    expect(await emptyFolder(copy)).toMatchObject({ color: "gray", colorChosen: true, icon: "Ñ", iconChosen: true });
    const { folders, ...rest } = JSON.parse(String(file));
    for (const face of [{}, { color: "mauve", icon: "<b>" }, { color: 7, icon: ["Ñ"] }]) {
      const other = await app.register();
      const changed = folders.map(({ color: _, icon: __, ...folder }: Record<string, unknown>) => ({
        ...folder,
        ...face,
      }));
      await importFile(other, Buffer.from(JSON.stringify({ ...rest, folders: changed })));
      const made = { ...makeFolderFace("Vacía"), colorChosen: false, iconChosen: false };
      expect(await emptyFolder(other)).toMatchObject(made);
    }
  });

  it("restores the colours that folders got automatically, except those that the account's own folders have", async () => {
    const [ana, copy, other] = [await app.register(), await app.register(), await app.register()];
    const names = ["Farmacología 1", "Farmacología 2", "Farmacología 3"];
    for (const name of names) await ana.post("/api/folders", { name });
    const listColors = async (client: TestClient) => {
      const folders = (await client.get<Folder[]>("/api/folders")).body;
      return folders.sort((a, b) => a.name.localeCompare(b.name)).map(({ color }) => color);
    };
    const colors = await listColors(ana);
    // The remaining folders would get other colours if they were chosen anew.
    const [first] = (await ana.get<Folder[]>("/api/folders")).body.filter(({ name }) => name === names[0]);
    await ana.delete(`/api/folders/${first?.id}`);
    const file = await exportFile(ana);
    await importFile(copy, file);
    expect(await listColors(copy)).toEqual(colors.slice(1));
    const own = await createFolder(other, { name: "Farmacología 0" });
    await other.put(`/api/folders/${own.id}`, { name: own.name, color: colors[1] });
    await importFile(other, file);
    expect(new Set(await listColors(other)).size).toBe(3);
  });

  it("restores how the cards of folders are answered, and lets them be turned over if it says nothing or nonsense", async () => {
    const [ana, copy] = [await app.register(), await app.register()];
    await ana.post("/api/folders", { name: "Inglés", answerMode: "mix", strictAccents: true });
    const file = await exportFile(ana);
    const list = async (client: TestClient) =>
      (await client.get<Folder[]>("/api/folders")).body.map((folder) => [
        folder.answerMode,
        folder.answerModeChosen,
        folder.strictAccents,
      ]);
    await importFile(copy, file);
    expect(await list(copy)).toEqual([["mix", true, true]]);
    const { folders, ...rest } = JSON.parse(String(file));
    const { answerMode: _, strictAccents: __, automaticColor, ...older } = folders[0];
    const restore = async (record: object) => {
      const other = await app.register();
      await importFile(other, Buffer.from(JSON.stringify({ ...rest, folders: [record] })));
      return list(other);
    };
    for (const record of [
      older,
      { ...older, answerMode: "choose", strictAccents: "sí" },
      { ...older, answerMode: "flip" },
    ]) {
      expect(await restore(record)).toEqual([["flip", false, false]]);
    }
    expect(await restore({ ...older, automaticColor, answerMode: "flip" })).toEqual([["flip", true, false]]);
  });

  it("restores which cards were confused, whatever their order, and none with a card that is gone", async () => {
    const [ana, copy] = [await app.register(), await app.register()];
    const { id: folderId } = await createFolder(ana, { name: "Capitales" });
    const cards = [];
    for (const front of ["Perú", "Chile", "Bolivia"])
      cards.push(await createCard(ana, folderId, { front, back: front }));
    const [peru, chile, bolivia] = cards.map(({ id }) => id);
    const wrong = { difficulty: "hard", answerResult: "incorrect", mode: "type" };
    for (const [asked, confusedWith] of [
      [peru, chile],
      [chile, peru],
      [peru, bolivia],
    ]) {
      await ana.post(`/api/cards/${asked}/review`, { ...wrong, confusedWith });
    }
    await ana.delete(`/api/cards/${bolivia}`);
    await importFile(copy, await exportFile(ana));
    const { body } = await copy.get<Confusions>("/api/confusions");
    const fronts = new Map(body.cards.map(({ id, front }) => [id, front]));
    expect(body.confusions.map(({ cardId, otherId }) => [fronts.get(cardId), fronts.get(otherId)])).toEqual([
      ["Chile", "Perú"],
      ["Perú", "Chile"],
    ]);
  });

  it("restores the channels of reminders, and chooses mail if it names none or unknown ones", async () => {
    const [ana, copy] = [await createUsedAccount(), await app.register()];
    const chosen = { reminder: true, reminderHour: 7, reminderChannels: ["push", "mail"] };
    await ana.put("/api/user/preferences", chosen);
    const readChoice = async (client: TestClient) => (await client.get("/api/user/preferences")).body;
    const file = await exportFile(ana);
    await importFile(copy, file);
    expect(await readChoice(copy)).toMatchObject(chosen);
    const { reminders, ...rest } = JSON.parse(String(file));
    const { reminderChannels: _, ...old } = reminders;
    for (const [record, expected] of [
      [old, { ...chosen, reminderChannels: ["mail"] }],
      [
        { ...old, reminderChannels: ["sms"] },
        { reminder: false, reminderChannels: ["mail"] },
      ],
    ]) {
      const other = await app.register();
      await importFile(other, Buffer.from(JSON.stringify({ ...rest, reminders: record })));
      expect(await readChoice(other)).toMatchObject(expected);
    }
  });

  it("adds everything the first time, and nothing the second time", async () => {
    const [ana, copy] = [await createUsedAccount(), await app.register()];
    const file = await exportFile(ana);
    const { result } = await importFile(copy, file);
    const rows = await countRows(ana);
    expect(result).toMatchObject({ folders: 2, cards: 3, reviews: 8, skipped: 0 });
    expect(await countRows(copy)).toEqual(rows);
    expect(rows).toMatchObject({ exams: 1, exam_moves: 3, user_breaks: 1, study_sessions: 1, streak_gaps: 1 });
    const { id, ...again } = await importFile(copy, file);
    expect(again.result).toMatchObject({ folders: 0, cards: 0, reviews: 0, skipped: 3 });
    expect(again.preview).toMatchObject({
      duplicates: 3,
      unsupported: [{ reason: expect.stringMatching(/ya se usa/) }],
    });
    expect(await countRows(copy)).toEqual(rows);
    await undoImport(app, copy, id);
    expect(await countRows(copy)).toEqual(rows);
  });

  it("leaves only preferences when its import is undone", async () => {
    const [ana, copy] = [await createUsedAccount(), await app.register()];
    await copy.get("/api/user/stats");
    const before = await countRows(copy);
    const { id } = await importFile(copy, await exportFile(ana));
    await undoImport(app, copy, id);
    expect(await countRows(copy)).toEqual(before);
    const { body } = await copy.get("/api/user/preferences");
    expect(body).toMatchObject({ theme: "dark", newCardsPerDay: 7 });
    const { body: stats } = await copy.get("/api/user/stats");
    expect(stats).toMatchObject({ currentStreak: 0, longestStreak: 0, totalCards: 0 });
  });

  it("can be imported again after its import was undone", async () => {
    const [ana, copy] = [await createUsedAccount(), await app.register()];
    const file = await exportFile(ana);
    const { id } = await importFile(copy, file);
    await undoImport(app, copy, id);
    await importFile(copy, file);
    expect(await readAll(app, copy, "Europe/Madrid")).toEqual(await readAll(app, ana, "Europe/Madrid"));
  });

  it("leaves cards and exams that were studied or changed since when its import is undone", async () => {
    const [ana, copy] = [await createUsedAccount(), await app.register()];
    const { id } = await importFile(copy, await exportFile(ana));
    app.clock.advance(60_000);
    const { body } = await copy.get<{ cards: { id: number }[] }>("/api/cards/search?q=dos");
    const card = body.cards[0]?.id ?? 0;
    await copy.post(`/api/cards/${card}/review`, { difficulty: "easy" });
    const { body: exams } = await copy.get<{ id: number; folders: { folderId: number }[] }[]>("/api/exams");
    const [exam] = exams;
    const folderIds = exam?.folders.map(({ folderId }) => folderId);
    await copy.put(`/api/exams/${exam?.id}`, { name: "Otro", date: "2026-03-20", folderIds });
    await undoImport(app, copy, id);
    const { streak_gaps: _, daily_figures: __, exam_moves: ___, ...rows } = await countRows(copy);
    expect(rows).toEqual({
      folders: 1,
      cards: 1,
      reviews: 3,
      exams: 1,
      user_breaks: 0,
      study_sessions: 0,
      shared_dates: 0,
    });
  });

  it("adds cards, reviews and exams to an account in use, without changing its preferences, breaks and folders", async () => {
    const [ana, used] = [await createUsedAccount(), await app.register()];
    const { body: folder } = await used.post<{ id: number }>("/api/folders", { name: "Historia", description: "Mía" });
    await used.post("/api/user/breaks", { from: "2026-03-12", to: "2026-03-14" });
    await used.put("/api/user/preferences", { theme: "light" });
    const before = await used.get("/api/user/preferences");
    const { preview, result } = await importFile(used, await exportFile(ana));
    expect(preview.unsupported).toMatchObject([{ reason: expect.stringMatching(/se quedan sus preferencias/) }]);
    expect(result).toMatchObject({ folders: 1, cards: 3, reviews: 8 });
    expect((await used.get("/api/user/preferences")).body).toEqual(before.body);
    expect((await used.get("/api/user/breaks")).body).toEqual([{ from: "2026-03-12", to: "2026-03-14" }]);
    expect((await used.get("/api/exams")).body).toMatchObject([{ name: "Final", folders: [{ folderId: folder.id }] }]);
    const { body } = await used.get<{ name: string; description: string | null }[]>("/api/folders");
    const folders = body.map(({ name, description }) => ({ name, description }));
    expect(folders).toContainEqual({ name: "Historia", description: "Mía" });
    expect(folders).toContainEqual({ name: "Vacía", description: "Aún sin cartas" });
  });

  it("gets its streak gaps from the log if it comes from a version that did not export past days", async () => {
    const [ana, copy] = [await createUsedAccount(), await app.register()];
    const { settled: _, days: __, streakGaps: ___, ...old } = JSON.parse((await exportFile(ana)).toString());
    await importFile(copy, Buffer.from(JSON.stringify(old)));
    const [expected, found] = await Promise.all([ana, copy].map((one) => one.get<UserStats>("/api/user/stats")));
    const streak = ({ currentStreak, longestStreak }: UserStats) => ({ currentStreak, longestStreak });
    expect(streak(found?.body as UserStats)).toEqual(streak(expected?.body as UserStats));
  });

  it("continues a plan to catch up with the same number each day and the same end", async () => {
    const [ana, copy] = [await createAccountCatchingUp(), await app.register()];
    const plan = (await readBacklog(ana)).catchUp;
    await importFile(copy, await exportFile(ana));
    expect(await readBacklog(copy)).toEqual(await readBacklog(ana));
    for (const date of ["2026-03-26", "2026-03-27"]) {
      app.clock.set(`${date}T09:00:00Z`);
      expect((await readBacklog(copy)).catchUp, date).toEqual({ ...plan, doneToday: 0 });
      for (const client of [ana, copy]) expect(await studyDay(client), date).toBe(plan?.perDay);
    }
    expect(await readBacklog(copy)).toEqual(await readBacklog(ana));
  });

  it("has no plan to catch up if it comes from a version that did not store the number", async () => {
    const [ana, copy] = [await createAccountCatchingUp(), await app.register()];
    const { preferences, ...old } = JSON.parse((await exportFile(ana)).toString());
    const { catchUpPerDay, ...before } = preferences;
    expect(before).toMatchObject({ catchUpUntil: "2026-03-29" });
    expect(catchUpPerDay).toBeGreaterThan(0);
    await importFile(copy, Buffer.from(JSON.stringify({ ...old, preferences: before })));
    const { catchUp, pending } = await readBacklog(copy);
    expect({ catchUp, pending }).toEqual({ catchUp: null, pending: (await readBacklog(ana)).pending });
    expect(await studyDay(copy), "everything that is due is pending again").toBe(pending);
    const { rows } = await pool.query(
      "SELECT catch_up_until, catch_up_per_day FROM user_preferences WHERE user_id = $1",
      [copy.userId],
    );
    expect(rows).toEqual([{ catch_up_until: null, catch_up_per_day: null }]);
  });

  it("adds new cards and no past days if the options exclude the history", async () => {
    const [ana, copy] = [await createUsedAccount(), await app.register()];
    await importFile(copy, await exportFile(ana), "Europe/Madrid", { history: false });
    expect(await countRows(copy)).toMatchObject({
      cards: 3,
      reviews: 0,
      study_sessions: 0,
      daily_figures: 0,
      streak_gaps: 0,
      exams: 1,
    });
  });

  it("includes folders without cards, and reports broken records", async () => {
    const [ana, copy] = [await app.register(), await app.register()];
    await ana.post("/api/folders", { name: "Vacía" });
    const file = JSON.parse((await exportFile(ana)).toString());
    file.breaks = [
      { fromDate: "2026-03-40" },
      { fromDate: "2026-03-12", toDate: "2029-03-12", spreadUntil: "2029-03-12" },
    ];
    file.otherReviews = [{ id: 1 }];
    file.preferences = { theme: "<script>" };
    const { preview, result } = await importFile(copy, Buffer.from(JSON.stringify(file)));
    expect(preview).toMatchObject({ cards: 0, folders: [{ name: "Vacía", cards: 0, existing: false }] });
    expect(preview.unsupported).toMatchObject([{ reason: "Datos de la cuenta que no se pueden leer", count: 3 }]);
    expect(result).toMatchObject({ folders: 1, cards: 0 });
    expect(await countRows(copy)).toMatchObject({ folders: 1, user_breaks: 0, reviews: 0 });
  });
});
