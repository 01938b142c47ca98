import { randomUUID } from "node:crypto";
import type { Card } from "@repasa/contract/cards.ts";
import type { Exam } from "@repasa/contract/exams.ts";
import { makeFolderFace } from "@repasa/contract/folder-faces.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { UserStats } from "@repasa/contract/stats.ts";
import { toDayNumber } from "@repasa/scheduler/days.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { selectRatingRead } from "#features/study/study.queries.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { momentAt } from "#platform/time/local-days.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { testContext } from "#testing/test-context.ts";
import { findNearestExamDay } from "./exams.days.ts";
import { findExamsByFolder } from "./exams.service.ts";

const TODAY = "2026-03-10";
const NO_EXAM = { message: "El examen no existe", code: "not_found" };
const NO_FOLDER = { message: "La carpeta no existe", code: "not_found" };
const app = await sharedTestApp({ now: `${TODAY}T12:00:00Z` });
let ana: TestClient;
let biology: Folder;
let history: Folder;

beforeEach(async () => {
  app.clock.set(`${TODAY}T12:00:00Z`);
  ana = await app.register();
  biology = await createFolder(ana, "Biología", 2);
  history = await createFolder(ana, "Álgebra", 1);
});

async function createFolder(client: TestClient, name: string, cards = 0): Promise<Folder> {
  const { body } = await client.post<Folder>("/api/folders", { name });
  for (let index = 0; index < cards; index++) {
    await client.post(`/api/folders/${body.id}/cards`, { front: `f${index}`, back: "b" });
  }
  return body;
}

type Wanted = { name?: unknown; date?: unknown; folderIds?: unknown; clientId?: unknown };

const inDays = (days: number) => addDays(TODAY, days);
const bodyOf = (wanted: Wanted) => ({ name: "Anatomía", date: inDays(12), folderIds: [biology.id], ...wanted });
const create = (wanted: Wanted = {}, client = ana) => client.post<Exam>("/api/exams", bodyOf(wanted));
const change = (id: number, wanted: Wanted = {}, client = ana) => client.put<Exam>(`/api/exams/${id}`, bodyOf(wanted));
const list = async (client = ana) => (await client.get<Exam[]>("/api/exams")).body;

describe("an exam", () => {
  it("is created with its folders, ordered by name, and the number of their cards", async () => {
    const { status, body } = await create({ name: "  Anatomía ", folderIds: [biology.id, history.id, biology.id] });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      name: "Anatomía",
      date: "2026-03-22",
      daysLeft: 12,
      cards: 3,
      folders: [
        { folderId: history.id, name: "Álgebra", ...makeFolderFace("Álgebra"), cards: 1 },
        { folderId: biology.id, name: "Biología", ...makeFolderFace("Biología"), cards: 2 },
      ],
      createdAt: "2026-03-10T12:00:00.000Z",
      updatedAt: "2026-03-10T12:00:00.000Z",
    });
    expect(await list()).toEqual([body]);
  });

  it("can get another name, date and folders", async () => {
    const { body } = await create();
    app.clock.advance(60_000);
    const changed = await change(body.id, { name: "Final", date: inDays(30), folderIds: [history.id] });
    expect(changed).toMatchObject({
      status: 200,
      body: { id: body.id, name: "Final", daysLeft: 30, updatedAt: "2026-03-10T12:01:00.000Z" },
    });
    expect(changed.body.folders.map(({ folderId }) => folderId)).toEqual([history.id]);
    expect(await list()).toEqual([changed.body]);
  });

  it("can be deleted, which deletes neither folders nor cards", async () => {
    const { body } = await create();
    expect((await ana.delete(`/api/exams/${body.id}`)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await ana.get<Folder>(`/api/folders/${biology.id}`)).body.cardCount).toBe(2);
    expect(await ana.delete(`/api/exams/${body.id}`)).toMatchObject({ status: 404, body: NO_EXAM });
  });

  it("remains when its folders are deleted, even the last one", async () => {
    await create({ folderIds: [biology.id, history.id] });
    await ana.delete(`/api/folders/${biology.id}`);
    expect(await list()).toMatchObject([{ cards: 1, folders: [{ folderId: history.id }] }]);
    await ana.delete(`/api/folders/${history.id}`);
    expect(await list()).toMatchObject([{ name: "Anatomía", cards: 0, folders: [] }]);
  });

  it("is listed by date: upcoming exams first, the nearest at the top, then past ones, the latest at the top", async () => {
    for (const days of [3, 1, 20, 5]) await create({ name: `En ${days}`, date: inDays(days) });
    app.clock.set("2026-03-13T12:00:00Z");
    expect((await list()).map(({ name, daysLeft }) => [name, daysLeft])).toEqual([
      ["En 3", 0],
      ["En 5", 2],
      ["En 20", 17],
      ["En 1", -2],
    ]);
  });
});

describe("an exam's date", () => {
  it("must be from tomorrow to 365 days ahead, in the user's time zone", async () => {
    for (const days of [1, 365]) expect((await create({ date: inDays(days) })).status).toBe(201);
    for (const days of [-1, 0, 366]) {
      const message = "La fecha debe estar entre mañana y dentro de un año";
      expect(await create({ date: inDays(days) })).toMatchObject({
        status: 400,
        body: { message, code: "validation_failed", issues: [{ path: "date", message }] },
      });
    }
    app.clock.set("2026-03-10T20:00:00Z");
    const inTokyo = (date: string) =>
      ana.post("/api/exams", { name: "x", date, folderIds: [biology.id] }, { timeZone: "Asia/Tokyo" });
    expect([(await inTokyo(inDays(1))).status, (await inTokyo(inDays(2))).status]).toEqual([400, 201]);
  });

  it("need not change when another field of a past exam does", async () => {
    const { body } = await create({ date: inDays(1) });
    app.clock.set("2026-03-20T12:00:00Z");
    expect(await change(body.id, { name: "Ya fue", date: inDays(1) })).toMatchObject({
      status: 200,
      body: { name: "Ya fue", daysLeft: -9 },
    });
    expect((await change(body.id, { date: inDays(5) })).status).toBe(400);
    expect((await change(body.id, { date: inDays(11) })).status).toBe(200);
  });
});

describe("creating or changing an exam", () => {
  it.each([
    [{ name: "  " }, "name", "Escribe el nombre del examen"],
    [{ name: "x".repeat(256) }, "name", "El texto no puede superar los 255 caracteres"],
    [{ date: "22/03/2026" }, "date", "La fecha debe tener el formato AAAA-MM-DD"],
    [{ date: "2026-02-30" }, "date", "La fecha debe tener el formato AAAA-MM-DD"],
    [{ folderIds: [] }, "folderIds", "Elige al menos una carpeta"],
    [{ folderIds: null }, "folderIds", "Elige al menos una carpeta"],
    [{ folderIds: [0.5] }, "folderIds.0", "La carpeta no es válida"],
    [{ folderIds: Array(201).fill(1) }, "folderIds", "Un examen puede tener hasta 200 carpetas"],
    [{ clientId: "1" }, "clientId", "El identificador no es válido"],
  ])("rejects %j", async (wanted, path, message) => {
    expect(await create(wanted)).toMatchObject({ status: 400, body: { issues: [{ path, message }] } });
    expect(await list()).toEqual([]);
  });

  it("answers 404 for folders that do not exist or belong to another user, and writes nothing", async () => {
    const eva = await app.register();
    const hers = await createFolder(eva, "Suya");
    for (const folderIds of [[biology.id, hers.id], [9_999_999]]) {
      expect(await create({ folderIds })).toMatchObject({ status: 404, body: NO_FOLDER });
    }
    expect(await list()).toEqual([]);
    const { body } = await create();
    expect(await change(body.id, { name: "Otro", folderIds: [hers.id] })).toMatchObject({
      status: 404,
      body: NO_FOLDER,
    });
    expect(await list()).toEqual([body]);
  });

  it("answers 404 for another user's exam and for invalid ids, and 401 without a session", async () => {
    const { body } = await create();
    const eva = await app.register();
    const hers = await createFolder(eva, "Suya");
    for (const id of [body.id, "x", 0]) {
      expect(await change(id as number, { folderIds: [hers.id] }, eva)).toMatchObject({ status: 404, body: NO_EXAM });
      expect(await eva.delete(`/api/exams/${id}`)).toMatchObject({ status: 404, body: NO_EXAM });
    }
    expect(await list(eva)).toEqual([]);
    expect(await list()).toEqual([body]);
    expect((await app.visitor().get("/api/exams")).status).toBe(401);
  });

  it("rejects a 51st upcoming exam, not counting past ones", async () => {
    await app.database.pool.query(
      `insert into exams (user_id, name, date, created_at, updated_at)
       select $1, 'x', ($2::date + number % 2 * 40 - 20)::date, $3, $3 from generate_series(1, 98) as number`,
      [ana.userId, TODAY, app.clock.now()],
    );
    const { body } = await create();
    expect(await create()).toMatchObject({
      status: 409,
      body: { message: "Puedes tener hasta 50 exámenes por venir. Elimina alguno." },
    });
    const past = (await list()).find(({ daysLeft }) => daysLeft < 0) as Exam;
    expect((await change(past.id)).status).toBe(409);
    expect((await change(body.id, { name: "Otro" })).status).toBe(200);
    expect(await list()).toHaveLength(99);
  });
});

describe("a repeated create call", () => {
  it("creates one exam, and returns it", async () => {
    const clientId = randomUUID();
    const first = await create({ clientId });
    app.clock.advance(60_000);
    expect(await create({ clientId, name: "Otro nombre", folderIds: [history.id] })).toMatchObject({
      status: 201,
      body: first.body,
    });
    app.clock.set("2026-04-10T12:00:00Z");
    expect(await create({ clientId })).toMatchObject({ status: 201, body: { id: first.body.id, daysLeft: -19 } });
  });

  it("creates one exam when the calls are concurrent", async () => {
    const clientId = randomUUID();
    const responses = await Promise.all(Array.from({ length: 8 }, () => create({ clientId })));
    for (const response of responses) expect(response).toMatchObject({ status: 201, body: responses[0]?.body });
    expect(await list()).toHaveLength(1);
  });

  it("creates another exam if the first was deleted, or if another user sent the same id", async () => {
    const clientId = randomUUID();
    const { body } = await create({ clientId });
    await ana.delete(`/api/exams/${body.id}`);
    expect((await create({ clientId })).body.id).not.toBe(body.id);
    const eva = await app.register();
    expect((await create({ clientId, folderIds: [(await createFolder(eva, "Suya")).id] }, eva)).status).toBe(201);
  });
});

describe("the next exam of the statistics", () => {
  const next = async () => (await ana.get<UserStats>("/api/user/stats")).body.nextExam;

  it("is the nearest one, up to the end of its day", async () => {
    expect(await next()).toBeNull();
    await create({ name: "Lejos", date: inDays(20) });
    const { body } = await create({ name: "Cerca", date: inDays(2) });
    expect(await next()).toEqual({ id: body.id, name: "Cerca", date: "2026-03-12" });
    app.clock.set("2026-03-13T03:59:00Z");
    expect(await next()).toMatchObject({ name: "Cerca" });
    app.clock.set("2026-03-13T04:00:00Z");
    expect(await next()).toMatchObject({ name: "Lejos" });
  });
});

describe("the exam that a card is scheduled for", () => {
  /** Returns the exam day that ratings find, and the one that the previews of the queue find. */
  async function findExamDays(folder: Folder, today: string) {
    const [card] = (await ana.get<Card[]>(`/api/folders/${folder.id}/cards`)).body as [Card];
    const { rows } = await app.database.pool.query("select id from users where id = $1", [ana.userId]);
    const owner = rows[0].id as OwnerId;
    const read = await selectRatingRead(app.database.pool, owner, card.id, null);
    const exams = await findExamsByFolder(
      testContext(app.database),
      owner,
      momentAt(new Date(`${today}T12:00:00Z`), { timeZone: "UTC", dayStartHour: 0 }),
    );
    return { rating: findNearestExamDay(read?.examDates[folder.id] ?? [], today), previews: exams.get(folder.id)?.day };
  }
  const sameForBoth = (day: string | undefined) => {
    const examDay = day === undefined ? undefined : toDayNumber(day);
    return { rating: examDay, previews: examDay };
  };

  it("is the nearest of its folder's exams after today, for ratings and for previews", async () => {
    const eva = await app.register();
    await create({ date: inDays(1), folderIds: [(await createFolder(eva, "Suya")).id] }, eva);
    expect(await findExamDays(biology, TODAY)).toEqual(sameForBoth(undefined));
    await create({ date: inDays(12), folderIds: [biology.id, history.id] });
    await create({ date: inDays(5), folderIds: [biology.id] });
    expect(await findExamDays(biology, TODAY)).toEqual(sameForBoth(inDays(5)));
    expect(await findExamDays(history, TODAY)).toEqual(sameForBoth(inDays(12)));
    expect(await findExamDays(biology, inDays(5))).toEqual(sameForBoth(inDays(12)));
    expect(await findExamDays(biology, inDays(12))).toEqual(sameForBoth(undefined));
  });
});
