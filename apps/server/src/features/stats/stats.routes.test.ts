import type { Card } from "@repasa/contract/cards.ts";
import type { ErrorBody } from "@repasa/contract/errors.ts";
import { makeFolderFace } from "@repasa/contract/folder-faces.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { DailyReview, ForecastDay, NearDay, ScheduledFolder, UserStats } from "@repasa/contract/stats.ts";
import type { ReviewResult } from "@repasa/contract/study.ts";
import { expect, test } from "vitest";
import { get, registerBeforeEach, registerNext, student, timeZone } from "#testing/student-in-brazil.ts";
import { sharedTestApp } from "#testing/test-app.ts";

const world = await sharedTestApp();
registerBeforeEach(world);

async function newFolder(name: string): Promise<number> {
  return (await student.post<Folder>("/api/folders", { name }, { timeZone })).body.id;
}

async function newCard(folder: number): Promise<number> {
  const response = await student.post<Card>(`/api/folders/${folder}/cards`, { front: "a", back: "b" }, { timeZone });
  return response.body.id;
}

async function rate(card: number, difficulty = "medium"): Promise<string> {
  const response = await student.post<ReviewResult>(`/api/cards/${card}/review`, { difficulty }, { timeZone });
  expect(response).toMatchObject({ status: 200 });
  return response.body.reviewId;
}

const names = async (path: string) => (await get<Folder[]>(path)).map(({ name }) => name);

test("all calls return the right figures during a week of study", async () => {
  const biology = await newFolder("Biología");
  const history = await newFolder("Historia");
  const [cell, empire] = [await newCard(biology), await newCard(history)];
  expect(await get<DailyReview>("/api/cards/daily-review")).toEqual({
    date: "2026-03-10",
    totalDue: 2,
    newWaiting: 0,
    dueWaiting: 0,
    break: null,
    folders: [
      {
        folderId: biology,
        name: "Biología",
        ...makeFolderFace("Biología"),
        total: 1,
        new: 1,
        hard: 0,
        medium: 0,
        easy: 0,
      },
      {
        folderId: history,
        name: "Historia",
        ...makeFolderFace("Historia"),
        total: 1,
        new: 1,
        hard: 0,
        medium: 0,
        easy: 0,
      },
    ],
  });

  await rate(cell, "hard");
  await rate(empire, "medium");
  expect(await get<UserStats>("/api/user/stats")).toEqual({
    cardsDueToday: 0,
    newWaiting: 0,
    dueWaiting: 0,
    totalFolders: 2,
    foldersWithPendingCards: 0,
    totalCards: 2,
    reviewedToday: 2,
    currentStreak: 1,
    longestStreak: 1,
    nextExam: null,
    breaks: [],
  });
  expect(await get<ForecastDay[]>("/api/user/forecast?days=5")).toEqual([
    { date: "2026-03-10", count: 0, asked: 0 },
    { date: "2026-03-11", count: 1, asked: 1 },
    { date: "2026-03-12", count: 0, asked: 0 },
    { date: "2026-03-13", count: 1, asked: 1 },
    { date: "2026-03-14", count: 0, asked: 0 },
  ]);
  expect(await names("/api/folders/scheduled/2026-03-11")).toEqual(["Biología"]);
  expect(await names("/api/folders/scheduled/2026-03-13")).toEqual(["Historia"]);
  const dueOn = async (date: string) =>
    (await get<ScheduledFolder[]>(`/api/folders/scheduled/${date}`)).map(({ dueOnDate }) => dueOnDate);
  expect(await dueOn("2026-03-13")).toEqual([1]);
  expect(await dueOn("2026-03-10")).toEqual([null, null]);

  // 22:00 of the 11th in São Paulo is the 12th in UTC.
  world.clock.set("2026-03-12T01:00:00Z");
  const reviewId = await rate(cell, "easy");
  world.clock.set("2026-03-14T12:00:00Z");
  expect(await get<UserStats>("/api/user/stats")).toMatchObject({
    currentStreak: 0,
    longestStreak: 2,
    cardsDueToday: 1,
  });
  await rate(empire, "easy");
  const undone = await student.delete(`/api/cards/${cell}/reviews/${reviewId}`, { timeZone });
  expect(undone).toMatchObject({ status: 200 });
  expect((await student.delete(`/api/cards/${empire}`, { timeZone })).status).toBe(204);

  expect(await get<UserStats>("/api/user/stats")).toMatchObject({
    currentStreak: 1,
    longestStreak: 2,
    cardsDueToday: 1,
  });
  expect(await get<ForecastDay[]>("/api/user/activity?from=2026-03-01&to=2026-03-31")).toEqual([
    { date: "2026-03-10", count: 2, durationMs: 0 },
    { date: "2026-03-11", count: 1, durationMs: 0 },
    { date: "2026-03-14", count: 1, durationMs: 0 },
  ]);
  const days: Record<string, string[][]> = {};
  for (const date of ["09", "10", "11", "12", "13", "14"]) {
    const [completed, scheduled] = ["completed", "scheduled"].map((list) =>
      names(`/api/folders/${list}/2026-03-${date}`),
    );
    days[date] = [(await scheduled)?.sort() ?? [], (await completed)?.sort() ?? []];
  }
  expect(days).toEqual({
    "09": [[], []],
    "10": [
      ["Biología", "Historia"],
      ["Biología", "Historia"],
    ],
    "11": [["Biología"], ["Biología"]],
    "12": [[], []],
    "13": [["Historia"], []],
    "14": [["Biología", "Historia"], ["Historia"]],
  });
  const near = await get<NearDay[]>("/api/user/days");
  expect(near.map(({ date }) => date)).toEqual(
    Array.from({ length: 11 }, (_, day) => `2026-03-${day + 9}`.replace("-9", "-09")),
  );
  expect(near.filter(({ completed }) => completed).map(({ date }) => date)).toEqual(["2026-03-10", "2026-03-11"]);
  // The date that a browser with a wrong clock sends.
  const aroundWrongDate = await get<NearDay[]>("/api/user/days?around=2026-03-16");
  expect(aroundWrongDate.map(({ date }) => date)).toEqual(
    Array.from({ length: 11 }, (_, day) => `2026-03-${day + 11}`),
  );
  expect(aroundWrongDate.filter(({ completed }) => completed).map(({ date }) => date)).toEqual(["2026-03-11"]);
});

test("a rating that was sent late counts for the day on which it was given", async () => {
  const card = await newCard(await newFolder("Biología"));
  world.clock.set("2026-03-11T12:00:00Z");
  const body = { difficulty: "easy", waitedMs: 86_400_000 };
  expect(await student.post(`/api/cards/${card}/review`, body, { timeZone })).toMatchObject({ status: 200 });
  expect(await get<UserStats>("/api/user/stats")).toMatchObject({ currentStreak: 1, reviewedToday: 0 });
  expect(await names("/api/folders/completed/2026-03-10")).toEqual(["Biología"]);
});

test("an unknown time zone is treated as UTC", async () => {
  world.clock.set("2026-03-11T03:30:00Z");
  for (const zone of ["Marte/Olympus", "+05:00", ""]) {
    expect((await get<DailyReview>("/api/cards/daily-review", zone)).date).toBe("2026-03-10");
  }
  expect((await get<DailyReview>("/api/cards/daily-review", "Europe/Madrid")).date).toBe("2026-03-11");
});

test.each([
  "/api/folders/completed/2026-02-30",
  "/api/folders/completed/ayer",
  "/api/folders/scheduled/2026-3-1",
  "/api/folders/scheduled/10000-01-01",
  "/api/folders/scheduled/-000001-01-01",
  "/api/user/activity?from=2026-13-01",
  "/api/user/activity?from=2026-03-11&to=2026-03-10",
  "/api/user/activity?from=2021-03-09&to=2026-03-10",
  "/api/user/activity?from=0001-01-01&to=9999-12-31",
  "/api/user/days?around=2026-02-30",
  "/api/user/forecast?days=0",
  "/api/user/forecast?days=366",
  "/api/user/forecast?days=2.5",
])("%s answers 400 with the reason", async (path) => {
  const { status, body } = await student.get<ErrorBody>(path, { timeZone });
  expect(status).toBe(400);
  expect(body.code).toBe("validation_failed");
  expect(body.issues?.length).toBeGreaterThan(0);
});

test("the first and last dates of the calendar are accepted", async () => {
  await newCard(await newFolder("Biología"));
  for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    for (const date of ["0000-01-01", "0001-01-01", "9999-12-31"]) {
      for (const list of ["completed", "scheduled"]) {
        expect(await get(`/api/folders/${list}/${date}`, zone)).toEqual([]);
      }
      expect(await get(`/api/user/activity?from=${date}&to=${date}`, zone)).toEqual([]);
      expect(await get(`/api/user/days?around=${date}`, zone)).toEqual([]);
    }
  }
  expect(await get<ForecastDay[]>("/api/user/forecast?days=365")).toHaveLength(365);
  expect(await get<ForecastDay[]>("/api/user/forecast")).toHaveLength(30);
});

test("a user does not see another user's days, and a visitor gets 401", async () => {
  await rate(await newCard(await newFolder("Secreta")));
  await registerNext(world);
  expect(await get("/api/folders/completed/2026-03-10")).toEqual([]);
  expect(await get("/api/folders/scheduled/2026-03-10")).toEqual([]);
  expect(await get("/api/user/activity")).toEqual([]);
  const visitor = await world.visitor().get("/api/user/stats");
  expect(visitor).toMatchObject({ status: 401, body: { message: "Unauthorized" } });
});
