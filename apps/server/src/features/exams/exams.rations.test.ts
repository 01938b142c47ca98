import type { Card } from "@repasa/contract/cards.ts";
import type { Exam, ExamForecast } from "@repasa/contract/exams.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { DailyReview, UserStats } from "@repasa/contract/stats.ts";
import type { QueuedCard } from "@repasa/contract/study.ts";
import { type Day, toDayNumber } from "@repasa/scheduler/days.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import { type RestsOn, rationNewCards } from "@repasa/scheduler/new-cards.ts";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { insertEmailReminders, isDayToRemind } from "#features/reminders/planning/planning.queries.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { runs } from "#testing/more-cases.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const TODAY = "2026-03-10";
const DAY_MS = 86_400_000;
const app = await sharedTestApp({ now: `${TODAY}T12:00:00Z` });
const inDays = (days: number) => addDays(TODAY, days);
let ana: TestClient;

beforeEach(async () => {
  app.clock.set(`${TODAY}T12:00:00Z`);
  ana = await app.register();
});

const createFolder = async (name = "Biología") => (await ana.post<Folder>("/api/folders", { name })).body;

/** Adds `count` new cards, created a minute apart, by a statement, which is faster than calls. */
async function addCards({ id }: Folder, count: number): Promise<void> {
  await app.database.pool.query(
    `INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
       SELECT user_id, id, 'Carta ' || n, 'x', '2026-03-01Z'::timestamptz + n * interval '1 minute', '2026-03-01Z'
       FROM folders, generate_series(1, $2) AS n WHERE id = $1`,
    [id, count],
  );
}

const createExam = async (date: string, folders: Folder[]) =>
  (await ana.post<Exam>("/api/exams", { name: "Final", date, folderIds: folders.map(({ id }) => id) })).body;
const limitTo = (newCardsPerDay: number | null) => ana.put("/api/user/preferences", { newCardsPerDay });
const queue = async () => (await ana.get<QueuedCard[]>("/api/cards/review")).body;
const review = async () => (await ana.get<DailyReview>("/api/cards/daily-review")).body;
const readForecast = async ({ id }: Exam) => (await ana.get<ExamForecast>(`/api/exams/${id}/forecast`)).body;
const rate = async (card: { id: number }) =>
  expect((await ana.post(`/api/cards/${card.id}/review`, { difficulty: "easy" })).status).toBe(200);
const inFolder = async ({ id }: Folder) => (await queue()).filter(({ folderId }) => folderId === id).length;

describe("new cards of an exam", () => {
  it("are pending up to the day's ration, the oldest first; the others wait", async () => {
    const folder = await createFolder();
    await addCards(folder, 230);
    expect(await review()).toMatchObject({ totalDue: 230, newWaiting: 0 });
    const exam = await createExam(inDays(30), [folder]);
    expect((await queue()).map(({ front }) => front)).toEqual(Array.from({ length: 10 }, (_, n) => `Carta ${n + 1}`));
    expect(await review()).toMatchObject({ totalDue: 10, newWaiting: 220 });
    expect((await readForecast(exam)).plan[0]).toMatchObject({ newCards: 10, reviews: 0 });
    for (const card of (await queue()).slice(0, 4)) await rate(card);
    expect(await review()).toMatchObject({ totalDue: 6, newWaiting: 220 });
    expect((await readForecast(exam)).plan[0]).toMatchObject({ newCards: 6 });
    for (const card of await queue()) await rate(card);
    expect((await ana.get<Folder[]>(`/api/folders/completed/${TODAY}`)).body).toHaveLength(1);
  });

  it("are all rated in time if the student studies everything pending each day", async () => {
    const folder = await createFolder();
    await addCards(folder, 25);
    await createExam(inDays(9), [folder]);
    for (let day = 0; day < 9; day++) {
      const fresh = (await queue()).filter(({ recall }) => recall === null);
      expect(fresh.length).toBeLessThanOrEqual(5);
      for (const card of fresh) await rate(card);
      app.clock.advance(DAY_MS);
    }
    expect((await review()).folders[0]?.new ?? 0).toBe(0);
  });

  it("are no longer rationed on the exam day, nor after the exam is deleted", async () => {
    const folder = await createFolder();
    await addCards(folder, 60);
    const exam = await createExam(inDays(14), [folder]);
    expect(await inFolder(folder)).toBe(9);
    app.clock.set(`${inDays(14)}T12:00:00Z`);
    expect(await inFolder(folder)).toBe(60);
    app.clock.set(`${TODAY}T12:00:00Z`);
    await ana.delete(`/api/exams/${exam.id}`);
    expect(await inFolder(folder)).toBe(60);
  });

  it("come before other new cards within the daily limit, the nearest exam first", async () => {
    const [near, far, none] = [
      await createFolder("Cerca"),
      await createFolder("Lejos"),
      await createFolder("Sin examen"),
    ];
    for (const folder of [none, far, near]) await addCards(folder, 70);
    await createExam(inDays(14), [near]);
    await createExam(inDays(21), [far, near]);
    const counts = async () => Promise.all([near, far, none].map(inFolder));
    expect(await counts()).toEqual([10, 5, 70]);
    await limitTo(20);
    expect(await counts()).toEqual([10, 5, 5]);
    await limitTo(12);
    expect(await counts()).toEqual([10, 2, 0]);
    await limitTo(0);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it("complete the day when the ration is rated, and end the streak when none of it is", async () => {
    const folder = await createFolder();
    await addCards(folder, 60);
    await createExam(inDays(40), [folder]);
    const streak = async () => (await ana.get<UserStats>("/api/user/stats")).body.currentStreak;
    const completed = async (date: string) => (await ana.get<Folder[]>(`/api/folders/completed/${date}`)).body.length;
    for (const card of await queue()) await rate(card);
    app.clock.advance(DAY_MS);
    await rate((await queue())[0] as QueuedCard);
    app.clock.advance(DAY_MS);
    expect([await completed(TODAY), await completed(inDays(1)), await streak()]).toEqual([1, 0, 2]);
    app.clock.advance(DAY_MS);
    expect(await streak()).toBe(0);
  });

  it("are counted by reminders only as far as they are pending", async () => {
    const folder = await createFolder();
    await addCards(folder, 60);
    await createExam(inDays(14), [folder]);
    const { rows } = await app.database.pool.query("select id from users where id = $1", [ana.userId]);
    const scheduledAt = new Date(`${TODAY}T18:00:00Z`);
    const day = { userId: rows[0].id as OwnerId, date: TODAY, timeZone: "UTC", scheduledAt, isLast: false };
    const planReminder = async () => {
      await app.database.pool.query("delete from email_reminders where user_id = $1", [ana.userId]);
      const isToRemind = await app.database.statements.transaction(async (_db, client) => {
        await insertEmailReminders(client, day, 500, scheduledAt);
        return isDayToRemind(client, day);
      });
      const { rowCount } = await app.database.pool.query("select from email_reminders where user_id = $1", [
        ana.userId,
      ]);
      return [rowCount, isToRemind];
    };
    expect(await planReminder()).toEqual([9, true]);
    await limitTo(4);
    expect(await planReminder()).toEqual([4, true]);
    await limitTo(0);
    expect(await planReminder()).toEqual([0, false]);
  });

  it("wait while the student catches up, unless the exam is too near for that", async () => {
    const [near, far] = [await createFolder("Cerca"), await createFolder("Lejos")];
    await addCards(near, 12);
    await addCards(far, 12);
    // The plan ends in 9 days; the new cards of an exam within a week after it would come too late.
    await createExam(inDays(16), [near]);
    await createExam(inDays(17), [far]);
    await ana.post("/api/user/catch-up", { days: 10 });
    expect([await inFolder(near), await inFolder(far)]).toEqual([2, 0]);
    await ana.delete("/api/user/catch-up");
    expect([await inFolder(near), await inFolder(far)]).toEqual([2, 2]);
  });
});

describe("new cards before a break", () => {
  it("are rationed over the days of study alone, so that none is missed by a break until the exam", async () => {
    const folder = await createFolder();
    await addCards(folder, 60);
    await limitTo(20);
    const exam = await createExam(inDays(30), [folder]);
    expect(await inFolder(folder)).toBe(3);
    await ana.post("/api/user/breaks", { from: inDays(5), to: inDays(29) });
    expect(await inFolder(folder)).toBe(12);
    expect((await readForecast(exam)).newCards).toEqual({ missed: 0, limit: 20, enough: null });
    await ana.delete("/api/user/breaks");
    expect(await inFolder(folder)).toBe(3);
  });

  it("do not wait for the end of a plan to catch up that only a break follows", async () => {
    const folder = await createFolder();
    await addCards(folder, 12);
    await createExam(inDays(30), [folder]);
    await ana.post("/api/user/catch-up", { days: 10 });
    expect(await inFolder(folder)).toBe(0);
    await ana.post("/api/user/breaks", { from: inDays(10), to: inDays(26) });
    expect(await inFolder(folder)).toBe(2);
  });
});

describe("the new cards of a forecast", () => {
  it("are the number missed because of the daily limit, and the lowest limit that is enough", async () => {
    const folder = await createFolder();
    await addCards(folder, 123);
    const exam = await createExam(inDays(10), [folder]);
    expect((await readForecast(exam)).newCards).toEqual({ missed: 0, limit: null, enough: null });
    await limitTo(10);
    expect((await readForecast(exam)).newCards).toEqual({ missed: 23, limit: 10, enough: 13 });
    await limitTo(13);
    expect((await readForecast(exam)).newCards).toEqual({ missed: 0, limit: 13, enough: null });
    await limitTo(12);
    expect((await readForecast(exam)).newCards).toMatchObject({ missed: 3, enough: 13 });
  });

  it("come after those of a nearer exam", async () => {
    const [near, far] = [await createFolder("Cerca"), await createFolder("Lejos")];
    await addCards(near, 20);
    await addCards(far, 20);
    await limitTo(4);
    await createExam(inDays(5), [near]);
    const exam = await createExam(inDays(8), [far]);
    // For five days the nearer exam uses the limit, except for what its rations leave of it.
    expect((await readForecast(exam)).newCards).toEqual({ missed: 8, limit: 4, enough: 5 });
  });
});

const scene = fc.record({
  decks: fc.array(fc.record({ cards: fc.nat({ max: 150 }), started: fc.nat({ max: 4 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  exams: fc.array(
    fc.record({
      inDays: fc.integer({ min: 1, max: 60 }),
      places: fc.uniqueArray(fc.nat({ max: 2 }), { minLength: 1 }),
    }),
    { maxLength: 3 },
  ),
  limit: fc.option(fc.nat({ max: 60 })),
  breaks: fc.array(fc.record({ from: fc.integer({ min: 1, max: 20 }), days: fc.nat({ max: 20 }) }), { maxLength: 2 }),
});

it("rationedCardIds computes in SQL the rations that rationNewCards of the scheduler computes", async () => {
  await fc.assert(
    fc.asyncProperty(scene, async ({ decks, exams, limit, breaks }) => {
      ana = await app.register();
      const folders: Folder[] = [];
      for (const { cards, started } of decks) {
        const folder = await createFolder();
        folders.push(folder);
        await addCards(folder, cards);
        const { body } = await ana.get<Card[]>(`/api/folders/${folder.id}/cards`);
        for (const card of body.slice(0, started)) await rate(card);
      }
      const nearest = folders.map((): Day | null => null);
      for (const { inDays: days, places } of exams) {
        const chosen = places.filter((place) => place < folders.length);
        if (chosen.length === 0) continue;
        await createExam(
          inDays(days),
          chosen.map((place) => folders[place] as Folder),
        );
        for (const place of chosen) {
          nearest[place] = Math.min(nearest[place] ?? Number.POSITIVE_INFINITY, toDayNumber(TODAY) + days);
        }
      }
      await limitTo(limit);
      for (const { from, days } of breaks) {
        const { status } = await ana.post("/api/user/breaks", { from: inDays(from), to: inDays(from + days) });
        expect(status).toBe(201);
      }
      const restsOn = (day: Day) =>
        breaks.some(({ from, days }) => day >= toDayNumber(TODAY) + from && day <= toDayNumber(TODAY) + from + days);
      const byExam = new Map<Day | null, number>();
      for (const { id, name: _, ...counts } of await foldersWithNew(folders)) {
        const exam = nearest[folders.findIndex((folder) => folder.id === id)] ?? null;
        byExam.set(exam, (byExam.get(exam) ?? 0) + counts.fresh);
      }
      expect(byExam).toEqual(expectedRations(decks, nearest, limit, restsOn));
    }),
    { numRuns: runs(25, 50), endOnFailure: true },
  );
});

async function foldersWithNew(folders: Folder[]) {
  const { folders: pending } = await review();
  return folders.map(({ id, name }) => ({ id, name, fresh: pending.find((each) => each.folderId === id)?.new ?? 0 }));
}

function expectedRations(
  decks: readonly { cards: number; started: number }[],
  nearest: readonly (Day | null)[],
  limit: number | null,
  restsOn: RestsOn,
): Map<Day | null, number> {
  const countStarted = ({ cards, started }: { cards: number; started: number }) => Math.min(cards, started);
  let room =
    limit === null ? Number.POSITIVE_INFINITY : limit - decks.reduce((sum, deck) => sum + countStarted(deck), 0);
  const days = [...new Set(nearest)].sort((one, other) => (one ?? Infinity) - (other ?? Infinity));
  return new Map(
    days.map((day) => {
      const own = decks.filter((_, place) => nearest[place] === day);
      const started = own.reduce((sum, deck) => sum + countStarted(deck), 0);
      const unseen = own.reduce((sum, deck) => sum + deck.cards, 0) - started;
      const ration =
        day === null
          ? unseen
          : rationNewCards({ unseen, startedToday: started, limit: null }, toDayNumber(TODAY), day, restsOn).today;
      const taken = Math.max(0, Math.min(ration, room));
      room -= taken;
      return [day, taken];
    }),
  );
}
