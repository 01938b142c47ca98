import type { Card } from "@repasa/contract/cards.ts";
import type { Exam, ExamForecast } from "@repasa/contract/exams.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { CardHistory, QueuedCard, QueuePortion, ReviewResult } from "@repasa/contract/study.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import { describe, expect, it } from "vitest";
import { ana, folderId, registerBeforeEach } from "#testing/student-with-folder.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const TODAY = "2026-03-10";
const DAY_MS = 86_400_000;
const app = await sharedTestApp();
registerBeforeEach(app, `${TODAY}T12:00:00Z`);

const folderOf = async (client: TestClient, name: string) =>
  (await client.post<Folder>("/api/folders", { name })).body.id;
const addCard = async (front: string, id = folderId, client = ana) =>
  (await client.post<Card>(`/api/folders/${id}/cards`, { front, back: "x" })).body;
const rate = async ({ id }: { id: number }, difficulty: string, answerResult = "correct") =>
  (await ana.post<ReviewResult>(`/api/cards/${id}/review`, { difficulty, answerResult })).body.card;
const queueOf = (cardIds: string, client = ana) => client.get<QueuedCard[]>(`/api/cards/review?cardIds=${cardIds}`);
const frontsOf = async (cardIds: string) => (await queueOf(cardIds)).body.map(({ front }) => front);
const examIn = async (days: number) =>
  (await ana.post<Exam>("/api/exams", { name: "Anatomía", date: addDays(TODAY, days), folderIds: [folderId] })).body;

describe("the queue of an exam", () => {
  const queueFor = async (examId: number, query = "") =>
    (await ana.get<QueuedCard[]>(`/api/cards/review?examId=${examId}${query}`)).body;

  async function createThreeFolders() {
    const [second, outside] = [await folderOf(ana, "Segunda"), await folderOf(ana, "Fuera")];
    for (const [at, id] of [folderId, second, outside].entries()) {
      for (let card = 0; card < 4; card++) await rate(await addCard(`${at}.${card}`, id), "medium");
      await addCard(`${at} nueva`, id);
    }
    const date = addDays(TODAY, 20);
    const body = { name: "Anatomía", date, folderIds: [folderId, second] };
    return (await ana.post<Exam>("/api/exams", body)).body.id;
  }

  it("contains what is pending today in its folders, in the order of all, and as much as its page says", async () => {
    const exam = await createThreeFolders();
    app.clock.advance(5 * DAY_MS);
    const all = (await ana.get<QueuedCard[]>("/api/cards/review")).body.map(({ front }) => front);
    const asked = (await queueFor(exam)).map(({ front }) => front);
    expect(asked).toEqual(all.filter((front) => !front.startsWith("2")));
    expect(asked.length).toBeGreaterThan(7);
    const { plan } = (await ana.get<ExamForecast>(`/api/exams/${exam}/forecast`)).body;
    expect((plan[0]?.reviews ?? 0) + (plan[0]?.newCards ?? 0)).toBe(asked.length);
    const portion = (await ana.get<QueuePortion>(`/api/cards/review?examId=${exam}&limit=3`)).body;
    expect([portion.total, portion.cards.length]).toEqual([asked.length, 3]);
    const next = (await ana.get<QueuePortion>(`/api/cards/review?examId=${exam}&limit=20&after=${portion.next}`)).body;
    expect([...portion.cards, ...next.cards].map(({ front }) => front)).toEqual(asked);
  });

  it("is limited by a day's share and a plan to catch up, as all queues and the exam's page are, and open in a break", async () => {
    const exam = await createThreeFolders();
    app.clock.advance(5 * DAY_MS);
    const today = addDays(TODAY, 5);
    const restrictions = [
      { restrict: () => ana.put("/api/user/preferences", { reviewsPerDay: 6, newCardsPerDay: 1 }), asks: true },
      { restrict: () => ana.post("/api/user/catch-up", { days: 3 }), asks: true },
      { restrict: () => ana.post("/api/user/breaks", { from: today, to: addDays(today, 2) }), asks: false },
    ];
    const counts: number[] = [];
    for (const { restrict, asks } of restrictions) {
      expect((await restrict()).status).toBeLessThan(300);
      const all = (await ana.get<QueuedCard[]>("/api/cards/review")).body.map(({ front }) => front);
      const asked = (await queueFor(exam)).map(({ front }) => front);
      expect(asked).toEqual(all.filter((front) => !front.startsWith("2")));
      const { plan } = (await ana.get<ExamForecast>(`/api/exams/${exam}/forecast`)).body;
      expect((plan[0]?.reviews ?? 0) + (plan[0]?.newCards ?? 0)).toBeCloseTo(asks ? asked.length : 0, 0);
      counts.push(all.length);
    }
    expect(Math.max(...counts)).toBeLessThan(15);
  });

  it("does not exist for others, nor once the exam is deleted", async () => {
    const exam = await createThreeFolders();
    const bea = await app.register();
    const url = `/api/cards/review?examId=${exam}`;
    expect(await bea.get(url)).toMatchObject({ status: 404, body: { code: "not_found" } });
    await ana.delete(`/api/exams/${exam}`);
    expect(await ana.get(url)).toMatchObject({ status: 404 });
  });
});

describe("the queue of given cards", () => {
  it("contains only these, due or not, in the order of study: pending ones first, then those recalled least", async () => {
    const [fresh, strong, weak, other] = [
      await addCard("nueva"),
      await addCard("fuerte"),
      await addCard("débil", await folderOf(ana, "Otra")),
      await addCard("ajena a la lista"),
    ];
    for (const [card, difficulty] of [
      [strong, "easy"],
      [weak, "medium"],
      [other, "medium"],
    ] as const) {
      await rate(card, difficulty);
    }
    app.clock.advance(DAY_MS);
    expect(await frontsOf([fresh, strong, weak].map(({ id }) => id).join(","))).toEqual(["nueva", "débil", "fuerte"]);
    expect(await frontsOf(`${weak.id},${weak.id}`)).toEqual(["débil"]);
  });

  it("says which cards were not recalled the last time, at their first rating or a later one", async () => {
    const [first, later, hard, relearnt] = [
      await addCard("a la primera"),
      await addCard("más tarde"),
      await addCard("difícil"),
      await addCard("otra vez sabida"),
    ];
    const cards = [first, later, hard, relearnt];
    const listForgotten = async () => {
      const { body } = await queueOf(cards.map(({ id }) => id).join(","));
      return body.flatMap(({ front, forgotten }) => (forgotten ? [front] : [])).sort();
    };
    for (const card of [first, relearnt]) await rate(card, "hard", "incorrect");
    for (const card of [later, hard]) await rate(card, "hard");
    expect(await listForgotten()).toEqual(["a la primera", "otra vez sabida"]);
    app.clock.advance(DAY_MS);
    await rate(later, "hard", "incorrect");
    for (const card of [hard, relearnt]) await rate(card, "hard");
    expect(await listForgotten()).toEqual(["a la primera", "más tarde"]);
  });

  it("leaves out cards that do not exist or belong to another user", async () => {
    const eva = await app.register();
    const hers = await addCard("suya", await folderOf(eva, "Suya"), eva);
    const own = await addCard("mía");
    expect(await frontsOf(`${hers.id},${own.id},987654321`)).toEqual(["mía"]);
    expect((await queueOf(`${hers.id}`)).body).toEqual([]);
    expect((await queueOf(`${own.id}`, eva)).body).toEqual([]);
  });

  it("accepts 1 to 50 ids, and nothing else", async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, n) => n + 1).join(",");
    expect((await queueOf(ids(50))).status).toBe(200);
    for (const wrong of [ids(51), "", "0", "1,", "1,,2", "-1", "1.5", "x", "1%20,2", `${"9".repeat(16)}`]) {
      expect(await queueOf(wrong)).toMatchObject({
        status: 400,
        body: { issues: [{ path: "cardIds", message: "Indica de 1 a 50 cartas por su número" }] },
      });
    }
  });

  it("shows the intervals that the weakest cards of an exam then get, before the exam and never earlier than before", async () => {
    for (let n = 0; n < 6; n++) await rate(await addCard(`carta ${n}`), n % 2 === 0 ? "medium" : "easy");
    const exam = await examIn(9);
    app.clock.advance(DAY_MS);
    const forecast = async () => (await ana.get<ExamForecast>(`/api/exams/${exam.id}/forecast`)).body;
    const before = await forecast();
    const cardIds = before.weakest.map(({ cardId }) => cardId).join(",");
    for (const card of (await queueOf(cardIds)).body) {
      const after = await rate(card, "medium");
      expect(after.interval).toBe(card.nextIntervals.medium);
      const [was, is] = [card.nextReviewDate as string, after.nextReviewDate as string];
      expect(is < exam.date).toBe(true);
      if (was < exam.date) expect(is >= was).toBe(true);
    }
    expect((await forecast()).ifStopped.mean).toBeGreaterThan(before.ifStopped.mean);
  });
});

describe("the intervals of a queued card", () => {
  const intervalsOf = async ({ id }: Card) => (await queueOf(`${id}`)).body[0]?.nextIntervals;

  it("say so if an exam makes those of medium and easy the same", async () => {
    const card = await addCard("fémur");
    const usual = { hard: 1, medium: 3, easy: 7 };
    expect(await intervalsOf(card)).toEqual(usual);
    const exam = await examIn(4);
    expect(await intervalsOf(card)).toEqual({ hard: 1, medium: 3, easy: 3, sameForExam: true });
    await ana.put(`/api/exams/${exam.id}`, { name: "Anatomía", date: addDays(TODAY, 6), folderIds: [folderId] });
    const { sameForExam, ...later } = (await intervalsOf(card)) as QueuedCard["nextIntervals"];
    expect(sameForExam).toBe(later.medium === later.easy ? true : undefined);
    await ana.delete(`/api/exams/${exam.id}`);
    expect(await intervalsOf(card)).toEqual(usual);
  });
});

describe("the exam that determined a card's due date", () => {
  const findExamOf = async ({ id }: Card) => {
    const { body: history } = await ana.get<CardHistory>(`/api/cards/${id}/history`);
    const [queued] = (await queueOf(`${id}`)).body as [QueuedCard];
    expect(queued.exam).toEqual(history.exam);
    return history.exam;
  };

  it("is returned with the queue and the card's history, until it is over or deleted", async () => {
    const card = await addCard("fémur");
    const exam = await examIn(4);
    expect(await findExamOf(card)).toBeUndefined();
    // Without the exam it would be due in 7 days.
    expect((await rate(card, "easy")).nextReviewDate).toBe(addDays(TODAY, 3));
    expect(await findExamOf(card)).toEqual({ name: "Anatomía", date: exam.date });
    app.clock.set(`${addDays(TODAY, 3)}T12:00:00Z`);
    expect(await findExamOf(card)).toEqual({ name: "Anatomía", date: exam.date });
    app.clock.set(`${exam.date}T12:00:00Z`);
    expect(await findExamOf(card)).toBeUndefined();
    app.clock.set(`${TODAY}T12:00:00Z`);
    await ana.delete(`/api/exams/${exam.id}`);
    expect(await findExamOf(card)).toBeUndefined();
  });

  it("is left out if the card has the due date that it would have without the exam", async () => {
    await examIn(40);
    expect(await findExamOf(await rate(await addCard("tibia"), "medium"))).toBeUndefined();
    expect(await findExamOf(await rate(await addCard("peroné"), "hard"))).toBeUndefined();
    await examIn(3);
    expect(await findExamOf(await rate(await addCard("rótula"), "hard", "incorrect"))).toBeUndefined();
  });
});
