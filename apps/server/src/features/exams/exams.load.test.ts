import type { Card } from "@repasa/contract/cards.ts";
import type { Exam, ExamForecast, ExamLoad } from "@repasa/contract/exams.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { DayCount } from "@repasa/contract/stats.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { toCardSchedule } from "#features/schedule/schedule.state.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { StoredSchedule } from "#schema/schedule.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { testContext } from "#testing/test-context.ts";
import { parseExamCards } from "./exams.cards.ts";
import { selectExamCards, selectFolderCards } from "./forecast/forecast.queries.ts";

const TODAY = "2026-03-10";
const app = await sharedTestApp({ now: `${TODAY}T12:00:00Z` });
const inDays = (days: number) => addDays(TODAY, days);
let ana: TestClient;

beforeEach(async () => {
  app.clock.set(`${TODAY}T12:00:00Z`);
  ana = await app.register();
});

const folderOf = async (name: string) => (await ana.post<Folder>("/api/folders", { name })).body;
const examOf = async (name: string, date: string, ...folders: Folder[]) =>
  (await ana.post<Exam>("/api/exams", { name, date, folderIds: folders.map(({ id }) => id) })).body;
const load = async (days = 30) => (await ana.get<ExamLoad>(`/api/exams/load?days=${days}`)).body;
const due = async (days = 30) => (await ana.get<DayCount[]>(`/api/user/forecast?days=${days}`)).body;

async function cardsOf(folder: Folder, count: number, difficulty?: string): Promise<Card[]> {
  const made = [];
  for (let index = 0; index < count; index++) {
    const { body } = await ana.post<Card>(`/api/folders/${folder.id}/cards`, { front: `P${index}`, back: "b" });
    if (difficulty) await ana.post(`/api/cards/${body.id}/review`, { difficulty, answerResult: "correct" });
    made.push(body);
  }
  return made;
}

describe("the days' load", () => {
  it("is nothing without an exam to come", async () => {
    const nothing = { exams: [], until: null, extraMinutes: 0, busiest: null, days: [] };
    expect(await load()).toEqual(nothing);
    const exam = await examOf("Final", inDays(1), await folderOf("A"));
    app.clock.set(`${inDays(1)}T12:00:00Z`);
    expect(await load()).toEqual({ ...nothing, exams: [{ id: exam.id, name: "Final", date: inDays(1) }] });
    app.clock.set(`${inDays(2)}T12:00:00Z`);
    expect(await load()).toEqual(nothing);
  });

  it("tells the exam's cards as they are studied for it, and the others as they fall due", async () => {
    const [mine, other] = [await folderOf("Examen"), await folderOf("Otra")];
    await cardsOf(mine, 4, "medium");
    await cardsOf(other, 2, "easy");
    await cardsOf(other, 1, "hard");
    await cardsOf(other, 3);
    const exam = await examOf("Final", inDays(10), mine);
    const told = await load(14);
    expect(told).toMatchObject({ exams: [{ id: exam.id, name: "Final", date: inDays(10) }], until: inDays(10) });
    expect(told.days.map(({ date }) => date)).toEqual(Array.from({ length: 14 }, (_, day) => inDays(day)));
    // Today three new ones of the other folder are pending, and a Difícil is due tomorrow.
    const counts = told.days.map(({ withExams }) => withExams.cards);
    // The exam's four come on the third day, once.
    expect(counts.slice(0, 4)).toEqual([3, 1, 0, 4]);
    expect(told.days[0]?.without).toEqual(told.days[0]?.withExams);
    const [withExams, without] = (["withExams", "without"] as const).map((which) =>
      told.days.slice(0, 10).reduce((sum, day) => sum + day[which].minutes, 0),
    );
    expect(told.extraMinutes).toBeCloseTo((Number(withExams) - Number(without)) / 10, 0);
    expect(told.busiest).toEqual(
      told.days.slice(0, 10).toSorted((one, two) => two.withExams.cards - one.withExams.cards)[0],
    );
    expect(await load(14)).toEqual(told);
    const eva = await app.register();
    expect((await eva.get<ExamLoad>("/api/exams/load?days=14")).body.days).toEqual([]);
  });

  it("reaches to the last exam, however many days are asked for, and takes each card for its nearest", async () => {
    const [near, both] = [await folderOf("Cerca"), await folderOf("Las dos")];
    await cardsOf(near, 3);
    await cardsOf(both, 3);
    await examOf("Lejos", inDays(40), both);
    await examOf("Cerca", inDays(6), near, both);
    const told = await load(7);
    expect(told.days).toHaveLength(7);
    expect(told.exams.map(({ name }) => name)).toEqual(["Cerca", "Lejos"]);
    // No card is left that is studied for the far one first.
    expect(told.until).toBe(inDays(6));
    // Six new cards in the first half of six days.
    expect(told.days[0]?.withExams.cards).toBe(2);
  });

  it("counts what was begun today, and keeps to the new cards that the preference allows", async () => {
    const folder = await folderOf("Examen");
    await cardsOf(folder, 2, "medium");
    await cardsOf(folder, 28);
    await examOf("Final", inDays(20), folder);
    // 30 in 13 days are three a day, of which two were begun.
    expect((await load()).days[0]?.withExams.cards).toBe(1);
    await ana.put("/api/user/preferences", { newCardsPerDay: 2 });
    expect((await load()).days[0]?.withExams.cards).toBe(0);
  });

  it("agrees with what falls due where no exam is", async () => {
    const [mine, other] = [await folderOf("Examen"), await folderOf("Otra")];
    await cardsOf(other, 5, "medium");
    await examOf("Final", inDays(20), mine);
    const told = await load();
    expect(told.days.map(({ date, without }) => ({ date, count: without.cards }))).toEqual(await due());
    expect(told.extraMinutes).toBe(0);
  });

  it.each(["0", "366", "abc", ""])("refuses %j days", async (days) => {
    expect((await ana.get(`/api/exams/load?days=${days}`)).status).toBe(400);
  });
});

describe("the course of a forecast", () => {
  it("goes from today to the exam, where it says what is expected", async () => {
    const folder = await folderOf("Examen");
    await cardsOf(folder, 3, "hard");
    await cardsOf(folder, 2);
    const exam = await examOf("Final", inDays(9), folder);
    const { body } = await ana.get<ExamForecast>(`/api/exams/${exam.id}/forecast`);
    expect(body.course.map(({ date }) => date)).toEqual(Array.from({ length: 10 }, (_, day) => inDays(day)));
    expect(body.course.at(-1)).toEqual({ date: inDays(9), ...body.expected, ifStopped: body.ifStopped.mean });
    // Three of five were met today.
    expect(body.course[0]?.mean).toBeCloseTo(0.6, 1);
    expect(body.course[9]?.mean).toBeGreaterThan(0.9);
  });
});

describe("an exam's cards as they are sent to the thread", () => {
  it("are what the scheduler sees of their rows, the oldest first", async () => {
    const [folder, left] = [await folderOf("Examen"), await folderOf("Otra")];
    await cardsOf(folder, 2, "easy");
    app.clock.advance(86_400_000);
    await cardsOf(folder, 2);
    await cardsOf(left, 1, "medium");
    const exam = await examOf("Final", inDays(9), folder);
    const { db } = testContext(app.database);
    const owner = ana.userId as OwnerId;
    const { rows } = await app.database.pool.query(
      `select id, folder_id as "folderId", difficulty, review_count as "reviewCount", last_review_date as "lastReviewDate",
        next_review_date as "nextReviewDate", interval, ease_factor as "easeFactor", stability,
        memory_difficulty as "memoryDifficulty"
      from cards where user_id = $1 order by created_at, id`,
      [ana.userId],
    );
    const seen = rows.map((row: StoredSchedule & { id: number; folderId: number }) => {
      return { id: row.id, folderId: row.folderId, schedule: toCardSchedule(row) };
    });
    expect(parseExamCards(await selectExamCards(db, owner, exam.id))).toEqual(seen.slice(0, 4));
    expect(parseExamCards(await selectFolderCards(db, owner, [left.id, folder.id]))).toEqual(seen);
    expect(parseExamCards(await selectFolderCards(db, owner, []))).toEqual([]);
  });
});
