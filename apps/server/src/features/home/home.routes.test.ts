import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { Home } from "@repasa/contract/home.ts";
import type { ActivityDay, ForecastDay, NearDay } from "@repasa/contract/stats.ts";
import { expect, test } from "vitest";
import { selectPendingByFolder } from "#features/schedule/pending/pending.queries.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { get, registerBeforeEach, registerNext, student, timeZone } from "#testing/student-in-brazil.ts";
import { sharedTestApp } from "#testing/test-app.ts";

const world = await sharedTestApp();
registerBeforeEach(world);

async function folderWith(name: string, cards: number): Promise<{ folder: number; cards: number[] }> {
  const folder = (await student.post<Folder>("/api/folders", { name }, { timeZone })).body.id;
  const ids = [];
  for (let card = 0; card < cards; card++) {
    const body = { front: `${name} ${card}`, back: "b" };
    ids.push((await student.post<Card>(`/api/folders/${folder}/cards`, body, { timeZone })).body.id);
  }
  return { folder, cards: ids };
}

const rate = (card: number, difficulty = "medium") =>
  student.post(`/api/cards/${card}/review`, { difficulty }, { timeZone });

/** Computes the days from the lists of scheduled and completed folders and from the reviews of each date. */
async function computeDays(): Promise<NearDay[]> {
  const days = [];
  const activity = await get<ActivityDay[]>("/api/user/activity");
  for (let day = 5; day <= 15; day++) {
    const date = `2026-03-${String(day).padStart(2, "0")}`;
    const [scheduled, completed] = [
      await get<Folder[]>(`/api/folders/scheduled/${date}`),
      await get<Folder[]>(`/api/folders/completed/${date}`),
    ];
    const done = new Set(completed.map(({ id }) => id));
    const due = (await get<ForecastDay[]>("/api/user/forecast?days=6")).find((one) => one.date === date);
    days.push({
      date,
      completed: day < 10 && completed.length > 0 && scheduled.every(({ id }) => done.has(id)),
      studied: day < 10 && activity.some((one) => one.date === date),
      due: day > 10 ? (due?.count ?? 0) : 0,
      asked: day > 10 ? (due?.asked ?? 0) : 0,
    });
  }
  return days;
}

/** Expects each part of Home to be the response of its own call. */
async function expectParts({ backlog, ...home }: Home) {
  for (const [part, answer] of Object.entries(home)) expect(await get(`/api/user/${part}`), part).toEqual(answer);
  if (backlog) expect(await get("/api/user/backlog")).toEqual(backlog);
}

test("Home of a new user has empty statistics and no backlog", async () => {
  const home = await get<Home>("/api/user/home");
  expect(home).toMatchObject({ stats: { totalFolders: 0 }, backlog: null, plan: { premium: false } });
  expect(home.days).toEqual(await computeDays());
  await expectParts(home);
});

test("each part of Home is the response of its own call, after completed, missed and empty days", async () => {
  world.clock.set("2026-03-05T12:00:00Z");
  const biology = await folderWith("Biología", 2);
  const history = await folderWith("Historia", 1);
  for (const card of [...biology.cards, ...history.cards]) await rate(card, "hard");
  world.clock.set("2026-03-06T12:00:00Z");
  // Only one of the two folders is studied.
  for (const card of biology.cards) await rate(card, "hard");
  world.clock.set("2026-03-07T12:00:00Z");
  for (const card of [...biology.cards, ...history.cards]) await rate(card, "medium");
  // A folder that is studied on the 8th, and deleted on the same day.
  const gone = await folderWith("Química", 1);
  world.clock.set("2026-03-08T12:00:00Z");
  for (const card of gone.cards) await rate(card, "easy");
  expect((await student.delete(`/api/folders/${gone.folder}`, { timeZone })).status).toBe(204);
  world.clock.set("2026-03-10T12:00:00Z");
  for (const card of [...biology.cards, ...history.cards]) await rate(card, "easy");
  const home = await get<Home>("/api/user/home");
  const completed = home.days.filter((day) => day.completed).map(({ date }) => date);
  expect(completed).toEqual(["2026-03-05", "2026-03-07"]);
  const studied = home.days.filter((day) => day.studied).map(({ date }) => date);
  expect(studied).toEqual(["2026-03-05", "2026-03-06", "2026-03-07", "2026-03-08"]);
  expect(home.days).toEqual(await computeDays());
  await expectParts(home);
});

test("Home includes the backlog when enough cards are pending or waiting", async () => {
  const { folder } = await folderWith("Biología", 1);
  const sql = (text: string, values: unknown[]) => world.database.pool.query(text, values);
  await sql(
    `insert into cards (user_id, folder_id, front, back, created_at, updated_at, next_review_date)
      select user_id, folder_id, 'carta ' || n, 'b', created_at, updated_at, '2026-03-08'
      from cards, generate_series(1, 70) as n where folder_id = $1`,
    [folder],
  );
  const home = await get<Home>("/api/user/home");
  expect(home.backlog).toMatchObject({ pending: 70, overdue: 70 });
  await expectParts(home);
});

test("Home includes a plan to catch up also when few cards are left of it", async () => {
  const { cards } = await folderWith("Biología", 20);
  await world.database.pool.query(
    "update cards set next_review_date = '2026-03-08', difficulty = 'medium' where user_id = $1 and id = any($2)",
    [student.userId, cards],
  );
  await student.post("/api/user/catch-up", { days: 4 }, { timeZone });
  const home = await get<Home>("/api/user/home");
  expect(home.stats.dueWaiting).toBeGreaterThan(0);
  expect(home.backlog?.catchUp).toMatchObject({ doneToday: 0 });
  await expectParts(home);
});

test("Home has no data of other users, and a visitor gets 401", async () => {
  await folderWith("Secreta", 1);
  expect(await world.visitor().get("/api/user/home")).toMatchObject({ status: 401 });
  await registerNext(world);
  expect(await get<Home>("/api/user/home")).toMatchObject({ stats: { totalFolders: 0, totalCards: 0 } });
});

test("the statement for pending cards by folder gets a generic plan after a few executions", async () => {
  await folderWith("Biología", 3);
  const client = await world.database.pool.connect();
  try {
    for (let time = 0; time < 10; time++) {
      const folders = await selectPendingByFolder(client, student.userId as OwnerId, "2026-03-10");
      expect(folders).toMatchObject([{ name: "Biología", total: 3 }]);
    }
    const { rows } = await client.query(
      "select generic_plans as count from pg_prepared_statements where name = 'schedule-pending-by-folder'",
    );
    expect(rows[0].count).toBeGreaterThanOrEqual(4);
  } finally {
    client.release();
  }
});
