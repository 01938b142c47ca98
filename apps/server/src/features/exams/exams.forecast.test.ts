import type { Card } from "@repasa/contract/cards.ts";
import type { Exam, ExamForecast, ExamOutcome } from "@repasa/contract/exams.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { QueuedCard, ReviewResult } from "@repasa/contract/study.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const TODAY = "2026-03-10";
const app = await sharedTestApp({ now: `${TODAY}T12:00:00Z` });
const inDays = (days: number) => addDays(TODAY, days);
let ana: TestClient;
let folder: Folder;
let cards: Card[];

beforeEach(async () => {
  app.clock.set(`${TODAY}T12:00:00Z`);
  ana = await app.register();
  folder = (await ana.post<Folder>("/api/folders", { name: "Biología" })).body;
  cards = [];
  for (let index = 0; index < 6; index++) cards.push(await cardIn(folder, `Pregunta ${index}`));
});

async function cardIn({ id }: Folder, front: string): Promise<Card> {
  return (await ana.post<Card>(`/api/folders/${id}/cards`, { front, back: "b" })).body;
}

const examOf = async (date: string, folderIds = [folder.id]) =>
  (await ana.post<Exam>("/api/exams", { name: "Final", date, folderIds })).body;
const forecastOf = (exam: Exam, client = ana) => client.get<ExamForecast>(`/api/exams/${exam.id}/forecast`);
const outcomeOf = (exam: Exam, client = ana) => client.get<ExamOutcome>(`/api/exams/${exam.id}/outcome`);
const rate = async (card: Card, difficulty: string, answerResult = "correct", interval?: number) => {
  const rating = { difficulty, answerResult, durationMs: 6000, interval };
  return (await ana.post<ReviewResult>(`/api/cards/${card.id}/review`, rating)).body;
};

describe("a forecast", () => {
  it("says what is expected, what each day asks, and which cards are weakest", async () => {
    const [first, second] = cards as [Card, Card];
    await rate(first, "hard", "incorrect");
    await rate(second, "easy");
    const other = (await ana.post<Folder>("/api/folders", { name: "Vacía" })).body;
    const exam = await examOf(inDays(12), [other.id, folder.id]);
    const { status, body } = await forecastOf(exam);
    expect(status).toBe(200);
    expect(body).toMatchObject({ today: TODAY, daysLeft: 12, cards: 6, seen: 2 });
    for (const { low, mean, high } of [body.expected, body.ifStopped]) {
      expect([0, low, mean, high, 1]).toEqual([0, low, mean, high, 1].toSorted((a, b) => a - b));
    }
    expect(body.expected.mean).toBeGreaterThan(0.8);
    // Two of six cards were ever seen.
    expect(body.ifStopped.mean).toBeLessThan(2 / 6);
    expect(body.plan.map(({ date }) => date)).toEqual(Array.from({ length: 12 }, (_, day) => inDays(day)));
    expect(body.plan.reduce((sum, { newCards }) => sum + newCards, 0)).toBeCloseTo(4, 0);
    expect(body.folders).toEqual([
      { folderId: folder.id, name: "Biología", cards: 6, expected: expect.any(Number) },
      { folderId: other.id, name: "Vacía", cards: 0, expected: 0 },
    ]);
    const plain = { format: "plain", variant: null };
    expect(body.weakest).toEqual([
      { cardId: first.id, front: "Pregunta 0", ...plain, folderId: folder.id, recall: expect.any(Number) },
      { cardId: second.id, front: "Pregunta 1", ...plain, folderId: folder.id, recall: expect.any(Number) },
    ]);
    expect((await forecastOf(exam)).body).toEqual(body);
  });

  it("is there for an exam without cards, and on its own day", async () => {
    const exam = await examOf(inDays(1));
    await ana.delete(`/api/folders/${folder.id}`);
    expect((await forecastOf(exam)).body).toMatchObject({ cards: 0, seen: 0, folders: [], weakest: [] });
    app.clock.set(`${inDays(1)}T12:00:00Z`);
    expect(await forecastOf(exam)).toMatchObject({ status: 200, body: { daysLeft: 0, plan: [] } });
  });

  it("counts the new cards that the preference leaves no room for", async () => {
    await ana.put("/api/user/preferences", { newCardsPerDay: 1 });
    const { plan } = (await forecastOf(await examOf(inDays(3)))).body;
    for (const { newCards } of plan) expect(newCards).toBeLessThanOrEqual(1);
  });

  it("does not take days of a break for days without study", async () => {
    const exam = await examOf(inDays(60));
    for (const card of cards) await rate(card, "medium");
    await ana.post("/api/user/breaks", { from: inDays(1), to: inDays(20) });
    app.clock.set(`${inDays(21)}T12:00:00Z`);
    const rested = (await forecastOf(exam)).body.expected.mean;
    await app.database.pool.query("delete from user_breaks where user_id = $1", [ana.userId]);
    expect((await forecastOf(exam)).body.expected.mean).toBeLessThan(rested);
  });

  it("is less sure of who surprises it, once they tell what they forget, and until new weights are learned", async () => {
    const exam = await examOf(inDays(30));
    const width = async () => {
      const { low, high } = (await forecastOf(exam)).body.ifStopped;
      return high - low;
    };
    const asLearnedNow = `update user_scheduling set folded_through = (select max(id) from reviews) where user_id = $1`;
    const asBefore = "update user_scheduling set folded_through = null where user_id = $1";
    const set = (statement: string) => app.database.pool.query(statement, [ana.userId]);
    for (const card of cards) await rate(card, "medium");
    app.clock.set(`${inDays(3)}T12:00:00Z`);
    for (const card of cards) await rate(card, "medium");
    // So far Medio does not say that nothing is ever forgotten.
    const untold = await width();
    await set(asLearnedNow);
    expect(await width()).toBe(untold);
    await set(asBefore);
    await rate(cards[0] as Card, "hard", "incorrect");
    app.clock.set(`${inDays(4)}T12:00:00Z`);
    for (const card of cards) await rate(card, "hard", "incorrect");
    const told = await width();
    await set(asLearnedNow);
    expect(told).toBeGreaterThan(1.1 * (await width()));
  });

  it("is not there for an exam that is over, or somebody else's", async () => {
    const exam = await examOf(inDays(1));
    const eva = await app.register();
    const missing = { status: 404, body: { message: "El examen no existe" } };
    expect(await forecastOf(exam, eva)).toMatchObject(missing);
    expect(await outcomeOf(exam, eva)).toMatchObject(missing);
    app.clock.set(`${inDays(2)}T12:00:00Z`);
    expect(await forecastOf(exam)).toMatchObject({ status: 409, body: { message: "El examen ya pasó" } });
  });
});

describe("what became of an exam", () => {
  it("is what was last foretold before its day, beside the reviews around it", async () => {
    for (const card of cards) await rate(card, "easy");
    const exam = await examOf(inDays(10));
    expect((await outcomeOf(exam)).body).toEqual({ foretold: null, reviews: 0, recalled: 0, predicted: null });
    await forecastOf(exam);
    app.clock.set(`${inDays(8)}T12:00:00Z`);
    const { expected } = (await forecastOf(exam)).body;
    await rate(cards[0] as Card, "hard", "incorrect");
    app.clock.set(`${inDays(10)}T12:00:00Z`);
    await forecastOf(exam);
    await rate(cards[1] as Card, "medium");
    app.clock.set(`${inDays(18)}T12:00:00Z`);
    await rate(cards[2] as Card, "medium");
    expect((await outcomeOf(exam)).body).toEqual({
      foretold: { on: inDays(8), ...expected },
      reviews: 2,
      recalled: 1,
      predicted: expect.closeTo(0.9, 0),
    });
  });

  it("forgets what was foretold for another date or other folders, and keeps it for another name", async () => {
    const other = (await ana.post<Folder>("/api/folders", { name: "Otra" })).body;
    const foretold = async (exam: Exam, change: object) => {
      await forecastOf(exam);
      const body = { name: "Final", date: exam.date, folderIds: [folder.id], ...change };
      expect((await ana.put(`/api/exams/${exam.id}`, body)).status).toBe(200);
      return (await outcomeOf(exam)).body.foretold;
    };
    const exam = await examOf(inDays(5));
    expect(await foretold(exam, { name: "Otro nombre" })).not.toBeNull();
    expect(await foretold(exam, { folderIds: [folder.id, other.id] })).toBeNull();
    expect(await foretold(exam, { date: inDays(6) })).toBeNull();
  });
});

describe("a card of an exam", () => {
  it("comes back when its buttons say, whatever is pressed", async () => {
    const press = fc.constantFrom("easy", "medium", "hard");
    const presses = fc.array(fc.record({ press, pause: fc.integer({ min: 0, max: 4 }) }), {
      minLength: 1,
      maxLength: 6,
    });
    await examOf(inDays(9));
    await fc.assert(
      fc.asyncProperty(presses, async (presses) => {
        app.clock.set(`${TODAY}T12:00:00Z`);
        const card = await cardIn(folder, "Otra");
        let day = 0;
        for (const { press, pause } of presses) {
          day += pause;
          if (day >= 8) break;
          app.clock.set(`${inDays(day)}T12:00:00Z`);
          const queue = (await ana.get<QueuedCard[]>(`/api/cards/review?folderId=${folder.id}&practice=true`)).body;
          const shown = queue.find(({ id }) => id === card.id)?.nextIntervals[press];
          const { card: rated } = await rate(card, press, "correct", shown);
          expect(rated.interval).toBe(shown);
        }
      }),
      { numRuns: 12 },
    );
  });

  it("comes back in time, sooner than without the exam", async () => {
    const [card] = cards as [Card];
    const onceKnown = async (card: Card) => {
      app.clock.set(`${TODAY}T12:00:00Z`);
      await rate(card, "hard", "incorrect");
      app.clock.set(`${inDays(1)}T12:00:00Z`);
      return (await rate(card, "medium")).card.interval;
    };
    const usual = await onceKnown(card);
    expect(usual).toBeGreaterThanOrEqual(3);
    app.clock.set(`${TODAY}T12:00:00Z`);
    await examOf(inDays(3));
    expect(await onceKnown(cards[1] as Card)).toBe(1);
  });

  it("returns to the normal rule after it", async () => {
    const [card] = cards as [Card];
    await examOf(inDays(1));
    app.clock.set(`${inDays(1)}T12:00:00Z`);
    expect((await rate(card, "easy")).card.interval).toBe(7);
  });
});
