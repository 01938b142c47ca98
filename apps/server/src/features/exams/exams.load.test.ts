import type { Exam, ExamForecast, ExamLoad } from "@repasa/contract/exams.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { DayCount } from "@repasa/contract/stats.ts";
import type { Rating } from "@repasa/contract/study.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { toCardSchedule } from "#features/schedule/schedule.state.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { StoredSchedule } from "#schema/schedule.ts";
import { insertCards, rateAll } from "#testing/card-calls.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { testContext } from "#testing/test-context.ts";
import { parseExamCards } from "./exams.cards.ts";
import { selectFolderCards } from "./forecast/forecast.queries.ts";

const TODAY = "2026-03-10";
const app = await sharedTestApp({ now: `${TODAY}T12:00:00Z` });
const inDays = (days: number) => addDays(TODAY, days);
/** The number of days that a comparison covers. */
const DAYS = 40;
let ana: TestClient;

beforeEach(async () => {
  app.clock.set(`${TODAY}T12:00:00Z`);
  ana = await app.register();
});

const createFolder = async (name: string) => (await ana.post<Folder>("/api/folders", { name })).body;
const createExam = async (name: string, date: string, ...folders: Folder[]) =>
  (await ana.post<Exam>("/api/exams", { name, date, folderIds: folders.map(({ id }) => id) })).body;
const load = async (days = 30) => (await ana.get<ExamLoad>(`/api/exams/load?days=${days}`)).body;
const due = async (days = 30) => (await ana.get<DayCount[]>(`/api/user/forecast?days=${days}`)).body;

async function addCards(folder: Folder, count: number, difficulty?: Rating["difficulty"]): Promise<number[]> {
  const ids = await insertCards(app, folder.id, count);
  if (difficulty) {
    await rateAll(
      ana,
      ids.map((cardId) => ({ cardId, difficulty, answerResult: "correct" })),
    );
  }
  return ids;
}

/** Gives cards the schedules of a student who has known them for weeks: due on different days within two months. */
async function scheduleCards(ids: readonly number[]): Promise<void> {
  await app.database.pool.query(
    `update cards set difficulty = 'medium', review_count = 4, stability = 50 + place % 7, memory_difficulty = 5,
      last_reviewed_at = $2::date - 7 + time '12:00', last_review_date = $2::date - 7,
      next_review_at = $2::date + 1 + place * 3 / 2 + time '12:00', next_review_date = $2::date + 1 + place * 3 / 2,
      interval = 8 + place * 3 / 2
    from unnest($1::bigint[]) with ordinality as made (card_id, nth), lateral (select nth::integer - 1 as place) as placed
    where id = card_id`,
    [ids, TODAY],
  );
}

describe("GET /api/exams/load", () => {
  it("returns no days without an upcoming exam", async () => {
    const nothing = { exams: [], until: null, extraMinutes: 0, busiest: null, days: [] };
    expect(await load()).toEqual(nothing);
    const exam = await createExam("Final", inDays(1), await createFolder("A"));
    app.clock.set(`${inDays(1)}T12:00:00Z`);
    expect(await load()).toEqual({ ...nothing, exams: [{ id: exam.id, name: "Final", date: inDays(1) }] });
    app.clock.set(`${inDays(2)}T12:00:00Z`);
    expect(await load()).toEqual(nothing);
  });

  it("counts the exam's cards on the days on which they are studied for it, and the others on their due dates", async () => {
    const [mine, other] = [await createFolder("Examen"), await createFolder("Otra")];
    await addCards(mine, 4, "medium");
    await addCards(other, 2, "easy");
    await addCards(other, 1, "hard");
    await addCards(other, 3);
    const exam = await createExam("Final", inDays(10), mine);
    const loaded = await load(14);
    expect(loaded).toMatchObject({ exams: [{ id: exam.id, name: "Final", date: inDays(10) }], until: inDays(10) });
    expect(loaded.days.map(({ date }) => date)).toEqual(Array.from({ length: 14 }, (_, day) => inDays(day)));
    // Today three new ones of the other folder are pending, and a Difícil is due tomorrow.
    const counts = loaded.days.map(({ withExams }) => withExams.cards);
    // The exam's four cards are due on the third day, once.
    expect(counts.slice(0, 4)).toEqual([3, 1, 0, 4]);
    expect(loaded.days[0]?.without).toEqual(loaded.days[0]?.withExams);
    const [withExams, without] = (["withExams", "without"] as const).map((which) =>
      loaded.days.slice(0, 10).reduce((sum, day) => sum + day[which].minutes, 0),
    );
    expect(loaded.extraMinutes).toBeCloseTo((Number(withExams) - Number(without)) / 10, 0);
    expect(loaded.busiest).toEqual(
      loaded.days.slice(0, 10).toSorted((one, two) => two.withExams.cards - one.withExams.cards)[0],
    );
    expect(await load(14)).toEqual(loaded);
    const eva = await app.register();
    expect((await eva.get<ExamLoad>("/api/exams/load?days=14")).body.days).toEqual([]);
  });

  it("sums up to the last exam, however few days are requested, and assigns each card to its nearest exam", async () => {
    const [near, both] = [await createFolder("Cerca"), await createFolder("Las dos")];
    await addCards(near, 3);
    await addCards(both, 3);
    await createExam("Lejos", inDays(40), both);
    await createExam("Cerca", inDays(6), near, both);
    const loaded = await load(7);
    expect(loaded.days).toHaveLength(7);
    expect(loaded.exams.map(({ name }) => name)).toEqual(["Cerca", "Lejos"]);
    // The far exam is not the nearest one of any card.
    expect(loaded.until).toBe(inDays(6));
    // Six new cards in the first half of six days.
    expect(loaded.days[0]?.withExams.cards).toBe(2);
  });

  it("subtracts the new cards rated today, and has no more new cards than the preference allows", async () => {
    const folder = await createFolder("Examen");
    await addCards(folder, 2, "medium");
    await addCards(folder, 28);
    await createExam("Final", inDays(20), folder);
    // 30 new cards in 13 days are three a day, two of which were rated today.
    expect((await load()).days[0]?.withExams.cards).toBe(1);
    await ana.put("/api/user/preferences", { newCardsPerDay: 2 });
    expect((await load()).days[0]?.withExams.cards).toBe(0);
  });

  it("agrees with the forecast of due cards if the exam has no cards", async () => {
    const [mine, other] = [await createFolder("Examen"), await createFolder("Otra")];
    await addCards(other, 5, "medium");
    await createExam("Final", inDays(20), mine);
    const loaded = await load();
    const falling = (await due()).map(({ date, count }) => ({ date, count }));
    expect(loaded.days.map(({ date, without }) => ({ date, count: without.cards }))).toEqual(falling);
    expect(loaded.extraMinutes).toBe(0);
  });

  it("starts the days without exams from the dates that the cards get back when the exams are deleted", async () => {
    const [biology, history, other] = [
      await createFolder("Biología"),
      await createFolder("Historia"),
      await createFolder("Otra"),
    ];
    for (const folder of [biology, history, other]) await scheduleCards(await addCards(folder, 40));
    const exams = [await createExam("Parcial", inDays(14), biology), await createExam("Final", inDays(21), history)];
    const { days, busiest } = await load(DAYS);
    const moved = await due(DAYS);
    for (const { id } of exams) expect((await ana.delete(`/api/exams/${id}`)).status).toBe(204);
    const unmoved = await due(DAYS);
    // The exams bring most of the cards to a few days, of which one has several times as many as without them.
    expect(Math.max(...moved.map(({ count }) => count))).toBeGreaterThan(
      3 * Math.max(...unmoved.map(({ count }) => count)),
    );
    expect(busiest?.withExams.cards).toBeGreaterThan(3 * Number(busiest?.without.cards));
    // An exam so far away that no card is due after it moves none. The load includes what comes back after these dates.
    await createExam("Lejos", inDays(364), biology, history);
    expect(await due(DAYS)).toEqual(unmoved);
    const deleted = (await load(DAYS)).days.map(({ date, without }) => ({ date, cards: without.cards }));
    expect(deleted.every(({ cards }, day) => cards >= Number(unmoved[day]?.count))).toBe(true);
    for (const [day, { date, without }] of days.entries()) {
      expect({ date, cards: without.cards }).toEqual({ date, cards: expect.closeTo(Number(deleted[day]?.cards), 0) });
    }
  });

  it.each(["0", "366", "abc", ""])("rejects %j days", async (days) => {
    expect((await ana.get(`/api/exams/load?days=${days}`)).status).toBe(400);
  });
});

describe("the course of a forecast", () => {
  it("has each date from today to the exam, and ends with the expected recall", async () => {
    const folder = await createFolder("Examen");
    await addCards(folder, 3, "hard");
    await addCards(folder, 2);
    const exam = await createExam("Final", inDays(9), folder);
    const { body } = await ana.get<ExamForecast>(`/api/exams/${exam.id}/forecast`);
    expect(body.course.map(({ date }) => date)).toEqual(Array.from({ length: 10 }, (_, day) => inDays(day)));
    expect(body.course.at(-1)).toEqual({ date: inDays(9), ...body.expected, ifStopped: body.ifStopped.mean });
    // Three of five cards were rated today.
    expect(body.course[0]?.mean).toBeCloseTo(0.6, 1);
    expect(body.course[9]?.mean).toBeGreaterThan(0.9);
  });
});

describe("parseExamCards", () => {
  it("reads the same schedules as toCardSchedule from the rows, the oldest card first", async () => {
    const [folder, other] = [await createFolder("Examen"), await createFolder("Otra")];
    await addCards(folder, 2, "easy");
    app.clock.advance(86_400_000);
    await addCards(folder, 2);
    await addCards(other, 1, "medium");
    await createExam("Final", inDays(9), folder);
    const { db } = testContext(app.database);
    const owner = ana.userId as OwnerId;
    const { rows } = await app.database.pool.query(
      `select id, folder_id as "folderId", difficulty, review_count as "reviewCount", last_review_date as "lastReviewDate",
        next_review_date as "nextReviewDate", interval, ease_factor as "easeFactor", stability,
        memory_difficulty as "memoryDifficulty"
      from cards where user_id = $1 order by created_at, id`,
      [ana.userId],
    );
    const expected = rows.map((row: StoredSchedule & { id: number; folderId: number }) => {
      const schedule = toCardSchedule(row);
      return { id: row.id, folderId: row.folderId, schedule, unmoved: schedule };
    });
    expect(parseExamCards(await selectFolderCards(db, owner, [folder.id]))).toEqual(expected.slice(0, 4));
    expect(parseExamCards(await selectFolderCards(db, owner, [other.id, folder.id]))).toEqual(expected);
    expect(parseExamCards(await selectFolderCards(db, owner, []))).toEqual([]);
  });
});
