import type { Card } from "@repasa/contract/cards.ts";
import type { Exam } from "@repasa/contract/exams.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { addDays, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkData, type ReportedDifference } from "#features/checks/checks.service.ts";
import { runs } from "#testing/more-cases.ts";
import { ana, folderId as folder, registerBeforeEach } from "#testing/student-with-folder.ts";
import { PASSWORD, sharedTestApp } from "#testing/test-app.ts";

const FIRST = "2026-03-01T12:00:00Z";
const SECOND = "2026-03-08T12:00:00Z";
const TODAY = "2026-03-10";
const NOW = `${TODAY}T12:00:00Z`;
const inDays = (days: number) => addDays(TODAY, days);

const app = await sharedTestApp({ now: NOW });
registerBeforeEach(app, FIRST);

async function createFolder(): Promise<number> {
  return (await ana.post<Folder>("/api/folders", { name: "Biología" })).body.id;
}

async function addCards(count: number, folderId = folder): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index++) {
    const { body } = await ana.post<Card>(`/api/folders/${folderId}/cards`, { front: `f${index}`, back: "b" });
    ids.push(body.id);
  }
  return ids;
}

const rate = (id: number, difficulty: string) =>
  ana.post<{ reviewId: string }>(`/api/cards/${id}/review`, { difficulty, answerResult: "correct" });

/** Adds cards that were rated easy twice, a week apart, and are due in more than three weeks. */
async function addKnownCards(count: number, folderId = folder): Promise<number[]> {
  app.clock.set(FIRST);
  const ids = await addCards(count, folderId);
  for (const at of [FIRST, SECOND]) {
    app.clock.set(at);
    await ana.post("/api/auth/login", { email: ana.email, password: PASSWORD });
    for (const id of ids) await rate(id, "easy");
  }
  app.clock.set(NOW);
  return ids;
}

const listCards = async (folderId = folder) =>
  (await ana.get<Card[]>(`/api/folders/${folderId}/cards`)).body.toSorted((a, b) => a.id - b.id);
const listDueDates = async (folderId = folder) =>
  (await listCards(folderId)).map((card) => card.nextReviewDate as LocalDate);
const createExam = (days: number, folderIds = [folder]) =>
  ana.post<Exam>("/api/exams", { name: "Final", date: inDays(days), folderIds });
const changeExam = (id: number, days: number, folderIds = [folder]) =>
  ana.put<Exam>(`/api/exams/${id}`, { name: "Final", date: inDays(days), folderIds });

/** Returns what `checkData` finds for the user. */
async function findDifferences(): Promise<ReportedDifference[]> {
  const found: ReportedDifference[] = [];
  await checkData(app.database.orm, false, (one) => found.push(one));
  return found.filter(({ owner }) => String(owner) === String(ana.userId));
}

describe("creating an exam", () => {
  it("moves cards that would be due after it to its last days, in the folder, the forecast and the queue", async () => {
    const [id] = await addKnownCards(1);
    const [before] = await listCards();
    expect(before).toMatchObject({ lastReviewedAt: "2026-03-08T12:00:00.000Z", nextReviewDate: "2026-05-02" });
    await createExam(21);
    const due = inDays(20);
    const nearer = { nextReviewAt: `${due}T12:00:00.000Z`, nextReviewDate: due, interval: 22 };
    expect(await listCards()).toEqual([{ ...before, ...nearer }]);
    const { body: forecast } = await ana.get<{ date: string; count: number }[]>("/api/user/forecast?days=30");
    expect(forecast.filter(({ count }) => count > 0)).toEqual([{ date: due, count: 1, asked: 1 }]);
    app.clock.set(`${due}T12:00:00Z`);
    await ana.post("/api/auth/login", { email: ana.email, password: PASSWORD });
    expect((await ana.get<Card[]>("/api/cards/review")).body.map((one) => one.id)).toEqual([id]);
  });

  it("spreads the moved cards over days, and updates the counts of due dates", async () => {
    await addKnownCards(60);
    await createExam(21);
    const due = await listDueDates();
    expect(due.every((date) => date < inDays(21))).toBe(true);
    const most = Math.max(
      ...Map.groupBy(due, (date) => date)
        .values()
        .map(({ length }) => length),
    );
    expect(most).toBeLessThanOrEqual(25);
    expect(await findDifferences()).toEqual([]);
  });

  it("does not move cards that are new, hard, suspended, due in time, in another folder, or certain to be recalled", async () => {
    const other = await createFolder();
    await addKnownCards(2, other);
    const [suspended] = await addKnownCards(1);
    await ana.post("/api/cards/batch", { cardIds: [suspended], action: "suspend" });
    const [hard = 0, soon = 0, sure = 0] = await addCards(4);
    await rate(hard, "hard");
    await rate(soon, "easy");
    await rate(sure, "easy");
    await app.database.pool.query(
      "UPDATE cards SET stability = 5000, next_review_date = '2026-06-10', next_review_at = '2026-06-10T12:00Z' WHERE id = $1",
      [sure],
    );
    const before = [await listCards(), await listCards(other)];
    await createExam(21);
    expect([await listCards(), await listCards(other)]).toEqual(before);
  });

  it("moves cards to today if the exam is tomorrow", async () => {
    await addKnownCards(2);
    app.clock.set("2026-04-20T12:00:00Z");
    await ana.post("/api/auth/login", { email: ana.email, password: PASSWORD });
    await ana.post("/api/exams", { name: "Final", date: "2026-04-21", folderIds: [folder] });
    expect(await listDueDates()).toEqual(["2026-04-20", "2026-04-20"]);
    expect((await ana.get<Card[]>("/api/cards/review")).body).toHaveLength(2);
  });
});

describe("deleting or changing an exam", () => {
  it("restores the due dates of its cards, except those rated since", async () => {
    const [, rated = 0] = await addKnownCards(3);
    const before = await listCards();
    const { body: exam } = await createExam(21);
    await rate(rated, "medium");
    const withRated = (await listCards()).find(({ id }) => id === rated);
    expect((await ana.delete(`/api/exams/${exam.id}`)).status).toBe(204);
    expect(await listCards()).toEqual(before.map((card) => (card.id === rated ? withRated : card)));
    expect(await findDifferences()).toEqual([]);
  });

  it("restores the due date of a card whose rating was undone", async () => {
    const [id = 0] = await addKnownCards(1);
    const before = await listCards();
    const { body: exam } = await createExam(21);
    const moved = await listCards();
    const { body } = await rate(id, "easy");
    await ana.delete(`/api/cards/${id}/reviews/${body.reviewId}`);
    expect(await listCards()).toEqual(moved);
    await ana.delete(`/api/exams/${exam.id}`);
    expect(await listCards()).toEqual(before);
  });

  it("gives the same due dates after correcting a wrong date as creating the exam with the right one", async () => {
    await addKnownCards(6);
    const { body: wrong } = await createExam(1);
    await changeExam(wrong.id, 25);
    const corrected = await listDueDates();
    await ana.delete(`/api/exams/${wrong.id}`);
    await createExam(25);
    expect(await listDueDates()).toEqual(corrected);
  });

  it("does not move cards when only the name changes", async () => {
    await addKnownCards(2);
    const { body } = await createExam(21);
    const before = await listCards();
    await ana.put(`/api/exams/${body.id}`, { name: "Otro", date: body.date, folderIds: [folder] });
    expect(await listCards()).toEqual(before);
  });

  it("restores all due dates once every exam is deleted, after random creations and changes", async () => {
    const other = await createFolder();
    await addKnownCards(4);
    await addKnownCards(3, other);
    const before = [await listCards(), await listCards(other)];
    const anyFolders = fc.constantFrom<number[]>([folder], [other], [folder, other]);
    const anyStep = fc.record({ which: fc.nat(2), days: fc.integer({ min: 1, max: 60 }), folders: anyFolders });
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 6 }), async (steps) => {
        const exams: number[] = [];
        for (const { which, days, folders } of steps) {
          const id = exams[which];
          if (id === undefined) exams.push((await createExam(days, folders)).body.id);
          else expect((await changeExam(id, days, folders)).status).toBe(200);
        }
        for (const id of exams) await ana.delete(`/api/exams/${id}`);
        expect([await listCards(), await listCards(other)]).toEqual(before);
      }),
      { numRuns: runs(4, 20) },
    );
  });
});

it("accepts and stores all ratings that arrive while exams are being created", async () => {
  const ids = await addKnownCards(12);
  const responses = await Promise.all([...ids.map((id) => rate(id, "medium")), createExam(21), createExam(30)]);
  expect(responses.map(({ status }) => status)).toEqual([...ids.map(() => 200), 201, 201]);
  expect((await listCards()).every(({ reviewCount }) => reviewCount === 3)).toBe(true);
  expect(await findDifferences()).toEqual([]);
});
