import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openCardFile } from "@repasa/card-files/open-card-file.ts";
import type { ImportOptions } from "@repasa/contract/imports.forms.ts";
import type { CardImport } from "@repasa/contract/imports.ts";
import type { UserStats } from "@repasa/contract/stats.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readAll } from "#testing/account-reads.ts";
import { anyUse, useAccount } from "#testing/any-use.ts";
import { download } from "#testing/export-files.ts";
import { importMaterial } from "#testing/import-world.ts";
import { PASSWORD, sharedTestApp, type TestClient } from "#testing/test-app.ts";

const START = "2026-03-01T09:00:00Z";
const app = await sharedTestApp({ now: START });
const { pool } = app.database;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "repasa-copy-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function copyOf(client: TestClient, timeZone = "Europe/Madrid"): Promise<Buffer> {
  expect((await client.post("/api/user/confirmation", { password: PASSWORD })).status).toBe(204);
  const { status, body } = await download(app, client, "account/export", { "x-time-zone": timeZone });
  expect(status).toBe(200);
  return body;
}

async function bringCopy(client: TestClient, copy: Buffer, timeZone = "Europe/Madrid", options: ImportOptions = {}) {
  const file = path.join(folder, "copy.json");
  await writeFile(file, copy);
  const now = app.clock.now().getTime();
  const material = await openCardFile({ path: file, fileName: "copia.json" }, { tempFolder: folder, now, timeZone });
  try {
    return await importMaterial(app, client, material, { options, timeZone });
  } finally {
    await material.close();
  }
}

/** Creates an account with at least one row of every kind, and moves the clock ten days ahead. */
async function usedAccount(): Promise<TestClient> {
  app.clock.set(START);
  const client = await app.register();
  const make = async (name: string) => (await client.post<{ id: number }>("/api/folders", { name })).body.id;
  const add = async (folderId: number, front: string) =>
    (await client.post<{ id: number }>(`/api/folders/${folderId}/cards`, { front, back: "b" })).body.id;
  const [history, empty, gone] = [await make("Historia"), await make("Vacía"), await make("Borrada")];
  await client.put(`/api/folders/${empty}`, { name: "Vacía", description: "Aún sin cartas" });
  const kept = [await add(history, "uno"), await add(history, "uno"), await add(history, "dos")];
  const deleted = [await add(history, "tres"), await add(gone, "cuatro")];
  for (const id of [...kept, ...deleted]) await client.post(`/api/cards/${id}/review`, { difficulty: "medium" });
  await client.post("/api/study-sessions", { folderId: history, cardsStudied: 5 });
  await client.delete(`/api/cards/${deleted[0]}`);
  await client.delete(`/api/folders/${gone}`);
  await client.put("/api/user/preferences", { theme: "dark", newCardsPerDay: 7 });
  app.clock.set("2026-03-08T10:00:00Z");
  for (const id of kept) await client.post(`/api/cards/${id}/review`, { difficulty: "easy" });
  await client.post("/api/user/breaks", { from: "2026-03-12", to: "2026-03-13" });
  app.clock.set("2026-03-11T10:00:00Z");
  await client.post("/api/exams", { name: "Final", date: "2026-03-20", folderIds: [history] });
  await client.get("/api/user/stats");
  return client;
}

/** Counts an account's rows in the tables that an import of a copy writes. */
async function rowsOf({ userId }: TestClient): Promise<Record<string, number>> {
  const tables = ["folders", "cards", "reviews", "exams", "exam_moves", "user_breaks", "study_sessions"];
  const past = ["daily_figures", "streak_gaps", "shared_dates"];
  const counts = [...tables, ...past].map((one) => `(SELECT count(*)::int FROM ${one} WHERE user_id = $1) AS ${one}`);
  return (await pool.query(`SELECT ${counts.join(", ")}`, [userId])).rows[0];
}

async function undo(client: TestClient, importId: string): Promise<void> {
  await client.post(`/api/imports/${importId}/undo`);
  await app.runJobs("imports.undo");
  const { body } = await client.get<CardImport>(`/api/imports/${importId}`);
  expect(body.status).toBe("undone");
}

describe("a copy of a whole account", () => {
  it("makes an empty account equal, whatever was done in the copied one", async () => {
    await fc.assert(
      fc.asyncProperty(anyUse, fc.constantFrom(0, 30, 100), async (steps, hoursLater) => {
        app.clock.set(START);
        const [ana, copy] = [await app.register(), await app.register()];
        const timeZone = await useAccount(app, ana, steps);
        const file = await copyOf(ana, timeZone);
        app.clock.advance(hoursLater * 3_120_000);
        await copy.get("/api/user/stats", { timeZone });
        await bringCopy(copy, file, timeZone);
        const expected = await readAll(app, ana, timeZone);
        expect(expected["user/stats"]).toMatchObject({ status: 200 });
        expect(await readAll(app, copy, timeZone)).toEqual(expected);
      }),
      { numRuns: 6, endOnFailure: true },
    );
  }, 120_000);

  it("adds everything the first time, and nothing the second time", async () => {
    const [ana, copy] = [await usedAccount(), await app.register()];
    const file = await copyOf(ana);
    const { result } = await bringCopy(copy, file);
    const rows = await rowsOf(ana);
    expect(result).toMatchObject({ folders: 2, cards: 3, reviews: 8, skipped: 0 });
    expect(await rowsOf(copy)).toEqual(rows);
    expect(rows).toMatchObject({ exams: 1, exam_moves: 3, user_breaks: 1, study_sessions: 1, streak_gaps: 1 });
    const { id, ...again } = await bringCopy(copy, file);
    expect(again.result).toMatchObject({ folders: 0, cards: 0, reviews: 0, skipped: 3 });
    expect(again.preview).toMatchObject({
      duplicates: 3,
      unsupported: [{ reason: expect.stringMatching(/ya se usa/) }],
    });
    expect(await rowsOf(copy)).toEqual(rows);
    await undo(copy, id);
    expect(await rowsOf(copy)).toEqual(rows);
  });

  it("that is undone leaves nothing but preferences", async () => {
    const [ana, copy] = [await usedAccount(), await app.register()];
    await copy.get("/api/user/stats");
    const before = await rowsOf(copy);
    const { id } = await bringCopy(copy, await copyOf(ana));
    await undo(copy, id);
    expect(await rowsOf(copy)).toEqual(before);
    const { body } = await copy.get("/api/user/preferences");
    expect(body).toMatchObject({ theme: "dark", newCardsPerDay: 7 });
    const { body: stats } = await copy.get("/api/user/stats");
    expect(stats).toMatchObject({ currentStreak: 0, longestStreak: 0, totalCards: 0 });
  });

  it("that was undone can be imported again as if for the first time", async () => {
    const [ana, copy] = [await usedAccount(), await app.register()];
    const file = await copyOf(ana);
    const { id } = await bringCopy(copy, file);
    await undo(copy, id);
    await bringCopy(copy, file);
    expect(await readAll(app, copy, "Europe/Madrid")).toEqual(await readAll(app, ana, "Europe/Madrid"));
  });

  it("that is undone keeps what was studied or changed since", async () => {
    const [ana, copy] = [await usedAccount(), await app.register()];
    const { id } = await bringCopy(copy, await copyOf(ana));
    app.clock.advance(60_000);
    const { body } = await copy.get<{ cards: { id: number }[] }>("/api/cards/search?q=dos");
    const card = body.cards[0]?.id ?? 0;
    await copy.post(`/api/cards/${card}/review`, { difficulty: "easy" });
    const { body: exams } = await copy.get<{ id: number; folders: { folderId: number }[] }[]>("/api/exams");
    const [exam] = exams;
    const folderIds = exam?.folders.map(({ folderId }) => folderId);
    await copy.put(`/api/exams/${exam?.id}`, { name: "Otro", date: "2026-03-20", folderIds });
    await undo(copy, id);
    const { streak_gaps: _, daily_figures: __, exam_moves: ___, ...rows } = await rowsOf(copy);
    expect(rows).toEqual({
      ...{ folders: 1, cards: 1, reviews: 3, exams: 1, user_breaks: 0, study_sessions: 0 },
      shared_dates: 0,
    });
  });

  it("changes nothing of an account in use, but for exams that it does not have", async () => {
    const [ana, used] = [await usedAccount(), await app.register()];
    const { body: folder } = await used.post<{ id: number }>("/api/folders", { name: "Historia", description: "Mía" });
    await used.post("/api/user/breaks", { from: "2026-03-12", to: "2026-03-14" });
    await used.put("/api/user/preferences", { theme: "light" });
    const before = await used.get("/api/user/preferences");
    const { preview, result } = await bringCopy(used, await copyOf(ana));
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

  it("from before it said how past days ended has their gaps by the log", async () => {
    const [ana, copy] = [await usedAccount(), await app.register()];
    const { settled: _, days: __, streakGaps: ___, ...old } = JSON.parse((await copyOf(ana)).toString());
    await bringCopy(copy, Buffer.from(JSON.stringify(old)));
    const [expected, found] = await Promise.all([ana, copy].map((one) => one.get<UserStats>("/api/user/stats")));
    const streak = ({ currentStreak, longestStreak }: UserStats) => ({ currentStreak, longestStreak });
    expect(streak(found?.body as UserStats)).toEqual(streak(expected?.body as UserStats));
  });

  it("without history adds new cards, and no past days", async () => {
    const [ana, copy] = [await usedAccount(), await app.register()];
    await bringCopy(copy, await copyOf(ana), "Europe/Madrid", { history: false });
    expect(await rowsOf(copy)).toMatchObject({
      ...{ cards: 3, reviews: 0, study_sessions: 0, daily_figures: 0, streak_gaps: 0, exams: 1 },
    });
  });

  it("includes folders without cards, and reports a broken record", async () => {
    const [ana, copy] = [await app.register(), await app.register()];
    await ana.post("/api/folders", { name: "Vacía" });
    const file = JSON.parse((await copyOf(ana)).toString());
    file.breaks = [
      { fromDate: "2026-03-40" },
      { fromDate: "2026-03-12", toDate: "2029-03-12", spreadUntil: "2029-03-12" },
    ];
    file.otherReviews = [{ id: 1 }];
    file.preferences = { theme: "<script>" };
    const { preview, result } = await bringCopy(copy, Buffer.from(JSON.stringify(file)));
    expect(preview).toMatchObject({ cards: 0, folders: [{ name: "Vacía", cards: 0, existing: false }] });
    expect(preview.unsupported).toMatchObject([{ reason: "Datos de la cuenta que no se pueden leer", count: 3 }]);
    expect(result).toMatchObject({ folders: 1, cards: 0 });
    expect(await rowsOf(copy)).toMatchObject({ folders: 1, user_breaks: 0, reviews: 0 });
  });
});
