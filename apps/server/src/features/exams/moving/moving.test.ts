import type { Card } from "@repasa/contract/cards.ts";
import type { Exam } from "@repasa/contract/exams.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { addDays, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { checkData, type Found } from "#features/checks/checks.service.ts";
import { PASSWORD, sharedTestApp, type TestClient } from "#testing/test-app.ts";

const FIRST = "2026-03-01T12:00:00Z";
const SECOND = "2026-03-08T12:00:00Z";
const TODAY = "2026-03-10";
const NOW = `${TODAY}T12:00:00Z`;
const inDays = (days: number) => addDays(TODAY, days);

const app = await sharedTestApp({ now: NOW });
let ana: TestClient;
let folder: number;

beforeEach(async () => {
  app.clock.set(FIRST);
  ana = await app.register();
  folder = await folderOf();
});

async function folderOf(): Promise<number> {
  return (await ana.post<Folder>("/api/folders", { name: "Biología" })).body.id;
}

async function add(count: number, folderId = folder): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index++) {
    const { body } = await ana.post<Card>(`/api/folders/${folderId}/cards`, { front: `f${index}`, back: "b" });
    ids.push(body.id);
  }
  return ids;
}

const rate = (id: number, difficulty: string) =>
  ana.post<{ reviewId: string }>(`/api/cards/${id}/review`, { difficulty, answerResult: "correct" });

/** Cards that were known twice a week apart, and come again in more than three weeks. */
async function known(count: number, folderId = folder): Promise<number[]> {
  app.clock.set(FIRST);
  const ids = await add(count, folderId);
  for (const at of [FIRST, SECOND]) {
    app.clock.set(at);
    await ana.post("/api/auth/login", { email: ana.email, password: PASSWORD });
    for (const id of ids) await rate(id, "easy");
  }
  app.clock.set(NOW);
  return ids;
}

const cardsOf = async (folderId = folder) =>
  (await ana.get<Card[]>(`/api/folders/${folderId}/cards`)).body.toSorted((a, b) => a.id - b.id);
const dueOf = async (folderId = folder) => (await cardsOf(folderId)).map((card) => card.nextReviewDate as LocalDate);
const examIn = (days: number, folderIds = [folder]) =>
  ana.post<Exam>("/api/exams", { name: "Final", date: inDays(days), folderIds });
const change = (id: number, days: number, folderIds = [folder]) =>
  ana.put<Exam>(`/api/exams/${id}`, { name: "Final", date: inDays(days), folderIds });

async function differences(): Promise<Found[]> {
  const found: Found[] = [];
  await checkData(app.database.orm, false, (one) => found.push(one));
  return found.filter(({ owner }) => String(owner) === String(ana.userId));
}

describe("an exam that is made", () => {
  it("brings cards that would come after it to its last days, and says so wherever a due date is seen", async () => {
    const [id] = await known(1);
    const [before] = await cardsOf();
    expect(before).toMatchObject({ lastReviewedAt: "2026-03-08T12:00:00.000Z", nextReviewDate: "2026-05-02" });
    await examIn(21);
    const due = inDays(20);
    const nearer = { nextReviewAt: `${due}T12:00:00.000Z`, nextReviewDate: due, interval: 22 };
    expect(await cardsOf()).toEqual([{ ...before, ...nearer }]);
    const { body: forecast } = await ana.get<{ date: string; count: number }[]>("/api/user/forecast?days=30");
    expect(forecast.filter(({ count }) => count > 0)).toEqual([{ date: due, count: 1 }]);
    app.clock.set(`${due}T12:00:00Z`);
    await ana.post("/api/auth/login", { email: ana.email, password: PASSWORD });
    expect((await ana.get<Card[]>("/api/cards/review")).body.map((one) => one.id)).toEqual([id]);
  });

  it("spreads them, and keeps the counts of due dates right", async () => {
    await known(60);
    await examIn(21);
    const due = await dueOf();
    expect(due.every((date) => date < inDays(21))).toBe(true);
    const most = Math.max(
      ...Map.groupBy(due, (date) => date)
        .values()
        .map(({ length }) => length),
    );
    expect(most).toBeLessThanOrEqual(25);
    expect(await differences()).toEqual([]);
  });

  it("leaves alone what is new, was hard, is suspended, comes in time, is in another folder, or is sure anyway", async () => {
    const other = await folderOf();
    await known(2, other);
    const [suspended] = await known(1);
    await ana.post("/api/cards/batch", { cardIds: [suspended], action: "suspend" });
    const [hard = 0, soon = 0, sure = 0] = await add(4);
    await rate(hard, "hard");
    await rate(soon, "easy");
    await rate(sure, "easy");
    await app.database.pool.query(
      "UPDATE cards SET stability = 5000, next_review_date = '2026-06-10', next_review_at = '2026-06-10T12:00Z' WHERE id = $1",
      [sure],
    );
    const before = [await cardsOf(), await cardsOf(other)];
    await examIn(21);
    expect([await cardsOf(), await cardsOf(other)]).toEqual(before);
  });

  it("may be tomorrow: then they come today", async () => {
    await known(2);
    app.clock.set("2026-04-20T12:00:00Z");
    await ana.post("/api/auth/login", { email: ana.email, password: PASSWORD });
    await ana.post("/api/exams", { name: "Final", date: "2026-04-21", folderIds: [folder] });
    expect(await dueOf()).toEqual(["2026-04-20", "2026-04-20"]);
    expect((await ana.get<Card[]>("/api/cards/review")).body).toHaveLength(2);
  });
});

describe("an exam that goes or changes", () => {
  it("puts cards back as they were, but not those that were rated since", async () => {
    const [, rated = 0] = await known(3);
    const before = await cardsOf();
    const { body: exam } = await examIn(21);
    await rate(rated, "medium");
    const withRated = (await cardsOf()).find(({ id }) => id === rated);
    expect((await ana.delete(`/api/exams/${exam.id}`)).status).toBe(204);
    expect(await cardsOf()).toEqual(before.map((card) => (card.id === rated ? withRated : card)));
    expect(await differences()).toEqual([]);
  });

  it("also those whose rating was undone", async () => {
    const [id = 0] = await known(1);
    const before = await cardsOf();
    const { body: exam } = await examIn(21);
    const moved = await cardsOf();
    const { body } = await rate(id, "easy");
    await ana.delete(`/api/cards/${id}/reviews/${body.reviewId}`);
    expect(await cardsOf()).toEqual(moved);
    await ana.delete(`/api/exams/${exam.id}`);
    expect(await cardsOf()).toEqual(before);
  });

  it("with a wrong date that is corrected leaves nothing behind", async () => {
    await known(6);
    const { body: wrong } = await examIn(1);
    await change(wrong.id, 25);
    const corrected = await dueOf();
    await ana.delete(`/api/exams/${wrong.id}`);
    await examIn(25);
    expect(await dueOf()).toEqual(corrected);
  });

  it("keeps cards where they are when only its name changes", async () => {
    await known(2);
    const { body } = await examIn(21);
    const before = await cardsOf();
    await ana.put(`/api/exams/${body.id}`, { name: "Otro", date: body.date, folderIds: [folder] });
    expect(await cardsOf()).toEqual(before);
  });

  it("whatever happens in between, without exams all is as it was", async () => {
    const other = await folderOf();
    await known(4);
    await known(3, other);
    const before = [await cardsOf(), await cardsOf(other)];
    const anyFolders = fc.constantFrom<number[]>([folder], [other], [folder, other]);
    const anyStep = fc.record({ which: fc.nat(2), days: fc.integer({ min: 1, max: 60 }), folders: anyFolders });
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 6 }), async (steps) => {
        const exams: number[] = [];
        for (const { which, days, folders } of steps) {
          const id = exams[which];
          if (id === undefined) exams.push((await examIn(days, folders)).body.id);
          else expect((await change(id, days, folders)).status).toBe(200);
        }
        for (const id of exams) await ana.delete(`/api/exams/${id}`);
        expect([await cardsOf(), await cardsOf(other)]).toEqual(before);
      }),
      { numRuns: 10 },
    );
  });
});

it("ratings that arrive while an exam is made are neither lost nor refused", async () => {
  const ids = await known(12);
  const answers = await Promise.all([...ids.map((id) => rate(id, "medium")), examIn(21), examIn(30)]);
  expect(answers.map(({ status }) => status)).toEqual([...ids.map(() => 200), 201, 201]);
  expect((await cardsOf()).every(({ reviewCount }) => reviewCount === 3)).toBe(true);
  expect(await differences()).toEqual([]);
});
