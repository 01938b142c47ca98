// @vitest-environment node
import "#testing/indexed-db.ts";
import type { Card, CardPage } from "@repasa/contract/cards.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as paceEndpoints from "@repasa/contract/client/pace.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import * as weekEndpoints from "@repasa/contract/client/week.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { Backlog } from "@repasa/contract/pace.ts";
import type { DailyReview, NearDay, UserStats } from "@repasa/contract/stats.ts";
import type { CardHistory, QueuePortion } from "@repasa/contract/study.ts";
import { createWeek } from "@repasa/study-queue/testing/weeks.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type CopyDatabase, openCopyDatabase } from "#features/device/copy/copy.database.ts";
import { Copy } from "#features/device/copy/copy.opened.ts";
import { foldRatings, noteRating, readRatingsBefore } from "#features/device/copy/copy.ratings.ts";
import { respondFromCopy } from "#features/device/copy/copy.responses.ts";
import { listWeekCards } from "#features/device/copy/copy.week.ts";
import type { StoredEntry } from "#features/device/outbox/outbox.entry.ts";
import { addDays } from "#lib/local-date.ts";
import { ratingEntry, undoEntry } from "#testing/outbox.ts";
import { sampleCard, sampleFace, sampleFolder, sampleStats } from "#testing/sample-data.ts";

/** The date of `createWeek`. */
const NOON = new Date(2026, 2, 10, 12).getTime();
const NEXT_DAY = NOON + 86_400_000;

let databases = 1300;
let database: CopyDatabase;
let copy: Copy;

const store = (url: string, body: unknown, at = NOON - 1000) => database.put("answers", { url, at, body });

/** Cards 1 and 2 are due, card 3 tomorrow, and card 4 is new; 2 and 4 are in folder 2. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  databases += 1;
  copy = new Copy(databases);
  database = await openCopyDatabase(databases);
  const week = createWeek({
    rated: [
      { id: 1, dueIn: 0, stability: 2 },
      { id: 2, dueIn: -1, stability: 50, folderId: 2 },
      { id: 3, dueIn: 1 },
    ],
    fresh: [{ id: 4, folderId: 2 }],
  });
  await database.put("facts", "1", "cursor");
  await store(weekEndpoints.read.path, week);
  await store(statsEndpoints.userStats.path, sampleStats({ cardsDueToday: 3, reviewedToday: 0, currentStreak: 4 }));
  const daily: DailyReview = {
    date: "2026-03-10",
    totalDue: 3,
    newWaiting: 5,
    dueWaiting: 0,
    break: null,
    folders: [],
  };
  await store(statsEndpoints.dailyReview.path, daily);
  for (const id of [1, 2]) await database.put("folders", sampleFolder({ id, name: `Tema ${id}`, dueCount: 9 }));
  for (const id of [1, 2, 3, 4]) {
    const nextReviewDate = id === 4 ? null : `2026-03-${id === 3 ? "11" : "10"}`;
    const rated = id !== 4 && { difficulty: "medium" as const, reviewCount: 1 };
    await database.put(
      "cards",
      sampleCard({ id, folderId: id % 2 === 0 ? 2 : 1, front: `Carta ${id}`, nextReviewDate, ...rated }),
    );
  }
});
afterEach(() => {
  database.close();
  copy.close();
});

const queue = (query: object = {}) =>
  respondFromCopy(copy, studyEndpoints.reviewQueue, { query: { limit: "50", ...query } }) as Promise<QueuePortion>;
const fronts = async (query?: object) => (await queue(query)).cards.map(({ front }) => front);
const readDaily = () => respondFromCopy(copy, statsEndpoints.dailyReview, {}) as Promise<DailyReview>;
const readStats = () => respondFromCopy(copy, statsEndpoints.userStats, {}) as Promise<UserStats>;
const rated = (cardId: number, reviewId: string, at = NOON) =>
  ratingEntry({ cardId, reviewId, at, difficulty: "easy", answerResult: "correct" });

it("asks what is pending, in all folders or in one, with intervals", async () => {
  expect(await fronts()).toEqual(["Carta 1", "Carta 2", "Carta 4"]);
  expect(await fronts({ folderId: "2" })).toEqual(["Carta 2", "Carta 4"]);
  expect((await queue()).cards[0]?.nextIntervals).toMatchObject({ easy: expect.any(Number) });
});

it("asks what is pending in the folders of an exam that it knows", async () => {
  const exam = { id: 7, name: "Final", date: "2026-04-01", daysLeft: 22, cards: 2, createdAt: "", updatedAt: "" };
  await database.put("exams", { ...exam, folders: [{ folderId: 2, name: "Tema 2", ...sampleFace, cards: 2 }] });
  expect(await fronts({ examId: "7" })).toEqual(["Carta 2", "Carta 4"]);
  expect(await queue({ examId: "8" })).toBeUndefined();
});

it("reads a week of many cards in small parts, and completely", async () => {
  const ids = Array.from({ length: 1100 }, (_, place) => 10 + place);
  await store(weekEndpoints.read.path, createWeek({ fresh: ids.map((id) => ({ id })) }));
  const { store: cards, done } = database.transaction("cards", "readwrite");
  for (const id of ids) void cards.put(sampleCard({ id, folderId: 1, front: `Carta ${id}`, nextReviewDate: null }));
  await done;
  const getAll = vi.spyOn(IDBObjectStore.prototype, "getAll");
  expect(await listWeekCards(copy)).toHaveLength(1100);
  const sizes = getAll.mock.results.map(({ value }) => (value as IDBRequest<unknown[]>).result.length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
  getAll.mockRestore();
});

it("follows ratings and their undo, whatever the server knows of them", async () => {
  await noteRating(copy, rated(1, "a"));
  await noteRating(copy, rated(1, "a"));
  await noteRating(copy, rated(4, "b"));
  expect(await fronts()).toEqual(["Carta 2"]);
  await noteRating(copy, undoEntry({ cardId: 4, reviewId: "b" }));
  expect(await fronts()).toEqual(["Carta 2", "Carta 4"]);
  expect(await readDaily()).toMatchObject({
    totalDue: 2,
    folders: [{ folderId: 2, name: "Tema 2", ...sampleFace, total: 2, new: 1 }],
  });
  expect(await readStats()).toMatchObject({ cardsDueToday: 2, reviewedToday: 1, currentStreak: 5 });
  const folders = await respondFromCopy(copy, folderEndpoints.list, {});
  expect(folders).toMatchObject([
    { id: 2, dueCount: 2 },
    { id: 1, dueCount: 0 },
  ]);
});

it("shows what ratings did to cards, wherever they are listed, until the server's rows contain it", async () => {
  const [{ nextIntervals }] = (await queue()).cards as [QueuePortion["cards"][0]];
  const params = { id: 1 };
  const listed = async () => (await respondFromCopy(copy, cardEndpoints.listInFolder, { params })) as Card[];
  const found = async (state: string) => {
    const page = await respondFromCopy(copy, cardEndpoints.search, { query: { q: "carta", state } });
    return (page as CardPage).cards.map(({ id }) => id);
  };
  const before = await listed();
  expect(await found("due")).toEqual([2, 1]);
  await noteRating(copy, rated(1, "a", NOON + 5));
  const after = {
    id: 1,
    difficulty: "easy",
    reviewCount: 2,
    interval: nextIntervals.easy,
    nextReviewDate: addDays("2026-03-10", nextIntervals.easy),
    lastReviewedAt: new Date(NOON + 5).toISOString(),
  };
  expect(await listed()).toMatchObject([{ id: 3, reviewCount: 1 }, after]);
  expect(await respondFromCopy(copy, studyEndpoints.history, { params })).toMatchObject({
    card: after,
    nextReviewAt: new Date(`${after.nextReviewDate}T12:00`).toISOString(),
    recall: expect.closeTo(1, 2),
    stability: expect.any(Number),
    reviews: [{ reviewId: "a", difficulty: "easy", answerResult: "correct", date: "2026-03-10", undone: false }],
  });
  expect(await respondFromCopy(copy, folderEndpoints.stats, { params })).toMatchObject({ masteredCards: 1 });
  expect([await found("due"), await found("easy")]).toEqual([[2], [1]]);
  await noteRating(copy, undoEntry({ cardId: 1, reviewId: "a" }));
  expect(await listed()).toEqual(before);

  await noteRating(copy, rated(1, "b"));
  const newer = sampleCard({ id: 1, reviewCount: 3, difficulty: "hard" });
  await database.put("cards", newer);
  expect((await listed()).find(({ id }) => id === 1)).toEqual(newer);
});

it("computes a card's recall anew on a page that stays open over night", async () => {
  const readRecall = async () =>
    ((await respondFromCopy(copy, studyEndpoints.history, { params: { id: 1 } })) as CardHistory).recall;
  await noteRating(copy, rated(1, "a"));
  const today = await readRecall();
  vi.setSystemTime(NEXT_DAY);
  expect(await readRecall()).toBeLessThan(today ?? 0);
});

it("asks tomorrow what falls due tomorrow, by the page's clock", async () => {
  await noteRating(copy, rated(1, "a"));
  await noteRating(
    copy,
    ratingEntry({ cardId: 2, reviewId: "b", at: NOON, difficulty: "hard", answerResult: "incorrect" }),
  );
  vi.setSystemTime(NEXT_DAY);
  expect((await fronts()).toSorted()).toEqual(["Carta 2", "Carta 3", "Carta 4"]);
  expect(await readDaily()).toMatchObject({ date: "2026-03-11", totalDue: 3, newWaiting: 0 });
  expect(await readStats()).toMatchObject({ reviewedToday: 0 });
});

it("counts the days of the streak that were studied without a network, and ends it by a day that was not", async () => {
  const dayAfter = (days: number) => NOON + days * 86_400_000;
  const readStreak = async () => (await readStats()).currentStreak;
  await noteRating(copy, rated(1, "a"));
  vi.setSystemTime(dayAfter(1));
  expect(await readStreak()).toBe(5);
  await noteRating(copy, rated(3, "b", dayAfter(1)));
  expect(await readStreak()).toBe(6);
  vi.setSystemTime(dayAfter(2));
  await noteRating(copy, rated(2, "c", dayAfter(2)));
  expect(await readStats()).toMatchObject({ reviewedToday: 1, currentStreak: 7, longestStreak: 7 });
  // Card 4 waited on the day between.
  vi.setSystemTime(dayAfter(4));
  expect(await readStats()).toMatchObject({ currentStreak: 0, longestStreak: 7 });
  await noteRating(copy, rated(4, "d", dayAfter(4)));
  expect(await readStreak()).toBe(1);
});

/** Describes a day in short: its day of the month, how it went, and what falls due on it and is asked. */
const mark = ({ date, completed, studied, due, asked }: NearDay) =>
  [date.slice(8), ...(completed ? ["all"] : studied ? ["some"] : []), ...(due + asked > 0 ? [due, asked] : [])].join(
    " ",
  );

it("describes the days around today as they went here, and what falls due as it is counted here", async () => {
  const near = Array.from({ length: 11 }, (_, place) => ({
    date: `2026-03-${String(5 + place).padStart(2, "0")}`,
    due: 0,
    asked: 0,
    completed: place === 4,
    studied: place === 4,
  }));
  await store(statsEndpoints.nearDays.path, near);
  const read = (query = {}) => respondFromCopy(copy, statsEndpoints.nearDays, { query }) as Promise<NearDay[]>;
  const marks = async () => (await read()).map(mark);
  expect(await marks()).toEqual(["05", "06", "07", "08", "09 all", "10", "11 1 1", "12", "13", "14", "15"]);
  for (const [place, id] of [1, 2, 4].entries()) await noteRating(copy, rated(id, `rating ${place}`));
  vi.setSystemTime(NEXT_DAY);
  await noteRating(copy, rated(1, "again", NEXT_DAY));
  vi.setSystemTime(NEXT_DAY + 86_400_000);
  // Card 3 waited on the 11th.
  expect((await marks()).slice(0, 6)).toEqual(["07", "08", "09 all", "10 all", "11 some", "12"]);
  expect(await read({ around: "2026-03-12" })).toEqual(await read());
  expect(await read({ around: "2026-03-01" })).toBeUndefined();
});

it("estimates the minutes of a session from its cards by the times that the server measured", async () => {
  const suggestion = { days: 0, perDay: 0, leftToday: 0 };
  const seconds = { review: 60, newCard: 150 };
  const before = { pending: 2, overdue: 1, minutes: 9, seconds, catchUp: null, suggestion, offered: false };
  await store(paceEndpoints.backlog.path, before);
  const minutes = async () => ((await respondFromCopy(copy, paceEndpoints.backlog, {})) as Backlog).minutes;
  expect(await minutes(), "two reviews and a new card").toBe(5);
  const [asked] = (await queue()).cards;
  await noteRating(copy, rated(asked?.id ?? 0, "a"));
  expect(await minutes(), "a review and a new card").toBe(4);
});

it("offers a plan with the new cards of an exam that cannot wait until it ends, and without the others", async () => {
  const cards = { rated: [{ id: 1, dueIn: -1 }], fresh: [2, 3].map((id) => ({ id, folderId: id })) };
  const exams = [{ name: "Final", date: addDays("2026-03-10", 8), folderIds: [2] }];
  await store(weekEndpoints.read.path, createWeek(cards, { exams }));
  const suggestion = { days: 4, perDay: 40, leftToday: 40 };
  await store(paceEndpoints.backlog.path, {
    pending: 1,
    overdue: 1,
    minutes: 1,
    catchUp: null,
    suggestion,
    offered: true,
  });
  const read = async () => ((await respondFromCopy(copy, paceEndpoints.backlog, {})) as Backlog).suggestion;
  expect(await read()).toEqual({ ...suggestion, leftToday: 41 });
  await noteRating(copy, rated(2, "a"));
  expect(await read(), "after the new card").toEqual(suggestion);
});

it("counts what waits for another day, in each folder and in all, and what is done of a plan to catch up", async () => {
  const cards = {
    rated: [1, 2, 3].map((id) => ({ id, dueIn: -id, folderId: id === 1 ? 1 : 2 })),
    fresh: [{ id: 4, folderId: 2 }],
  };
  const until = addDays("2026-03-10", 3);
  await store(weekEndpoints.read.path, createWeek(cards, { catchUp: { until, perDay: 1 } }));
  const plan = { until, perDay: 1, doneToday: 0 };
  const suggestion = { days: 4, perDay: 1, leftToday: 1 };
  const before = { pending: 3, overdue: 3, minutes: 1, catchUp: plan, suggestion, offered: false };
  await store(paceEndpoints.backlog.path, before);
  const readBacklog = () => respondFromCopy(copy, paceEndpoints.backlog, {});
  const readFolders = () => respondFromCopy(copy, folderEndpoints.list, {}) as Promise<Folder[]>;
  const readFigures = (id: number) => respondFromCopy(copy, folderEndpoints.stats, { params: { id } });
  expect(await readBacklog()).toEqual(before);
  const [asked] = (await queue()).cards;
  await noteRating(copy, rated(asked?.id ?? 0, "a"));
  expect(await readBacklog()).toMatchObject({
    pending: 2,
    catchUp: { ...plan, doneToday: 1 },
    suggestion: { leftToday: 0 },
  });
  const waiting = { newWaiting: 1, dueWaiting: 2 };
  expect([await readDaily(), await readStats()]).toMatchObject([waiting, waiting]);
  const folders = await readFolders();
  expect(folders.map(({ dueCount }) => dueCount)).toEqual([0, 0]);
  expect(folders.reduce((sum, { dueWaiting }) => sum + dueWaiting, 0)).toBe(2);
  expect(await readFigures(2)).toMatchObject({ dueCards: 0, newWaiting: 1 });
  // The day after, which moves its end: a day with a review does not.
  vi.setSystemTime(NEXT_DAY);
  expect(await readBacklog()).toMatchObject({ catchUp: { ...plan, doneToday: 0 }, suggestion: { days: 3 } });
  expect(await readDaily()).toMatchObject({ totalDue: 1, newWaiting: 1, dueWaiting: 1 });
});

it("keeps the streak on days without pending cards", async () => {
  for (const [place, id] of [1, 2, 4].entries()) await noteRating(copy, rated(id, `rating ${place}`));
  await noteRating(copy, rated(3, "early"));
  vi.setSystemTime(NOON + 2 * 86_400_000);
  expect(await readDaily()).toMatchObject({ totalDue: 0 });
  expect(await readStats()).toMatchObject({ reviewedToday: 0, currentStreak: 5 });
});

it("keeps the streak in a break", async () => {
  const away = { from: "2026-03-10", to: "2026-03-11", spreadUntil: "2026-03-12" };
  await store(weekEndpoints.read.path, createWeek({ fresh: [{ id: 4, folderId: 2 }] }, { breaks: [away] }));
  vi.setSystemTime(NOON + 2 * 86_400_000);
  expect(await readStats()).toMatchObject({ reviewedToday: 0, currentStreak: 4 });
  vi.setSystemTime(NOON + 3 * 86_400_000);
  expect(await readStats()).toMatchObject({ reviewedToday: 0, currentStreak: 0 });
});

/** The server describes the week anew, with the card 1 rated, and then the figures for Home. */
async function readWeekAgain(waiting: readonly StoredEntry[], received: readonly string[] = []) {
  const before = await readRatingsBefore(copy, waiting);
  const cards = [
    { id: 1, dueIn: 7, reviewedAgo: 0 },
    { id: 2, dueIn: -1, stability: 50, folderId: 2 },
  ];
  const after = { reviewed: 1, received };
  const week = createWeek({ rated: [...cards, { id: 3, dueIn: 1 }], fresh: [{ id: 4, folderId: 2 }] }, after);
  await store(weekEndpoints.read.path, week, NOON + 1000);
  await foldRatings(copy, before, week);
  const stats = sampleStats({ cardsDueToday: 2, reviewedToday: 1, currentStreak: 5 });
  await store(statsEndpoints.userStats.path, stats, NOON + 1000);
}
const waits = (entry: ReturnType<typeof rated> | ReturnType<typeof undoEntry>): StoredEntry => ({
  ...entry,
  attempted: true,
});

it("asks a card again whose rating was undone after the server had described the week with it", async () => {
  const [asked] = (await queue()).cards;
  await noteRating(copy, rated(1, "a"));
  await readWeekAgain([]);
  await database.put("cards", {
    ...(await database.get("cards", 1)),
    difficulty: "easy",
    reviewCount: 2,
  } as Card);
  expect(await fronts()).toEqual(["Carta 2", "Carta 4"]);
  const undo = undoEntry({ cardId: 1, reviewId: "a", at: NOON + 2000 });
  await noteRating(copy, undo);
  const { difficulty, reviewCount, nextIntervals, recall } = asked as QueuePortion["cards"][0];
  expect((await queue()).cards[0]).toMatchObject({ id: 1, difficulty, reviewCount, nextIntervals, recall });
  expect(await fronts()).toEqual(["Carta 1", "Carta 2", "Carta 4"]);
  expect(await readDaily()).toMatchObject({ totalDue: 3 });
  expect(await readStats()).toMatchObject({ cardsDueToday: 3, reviewedToday: 0, currentStreak: 4 });
  // The server describes the week again before it has the undo.
  await readWeekAgain([waits(undo)]);
  expect(await fronts()).toEqual(["Carta 1", "Carta 2", "Carta 4"]);
  await noteRating(copy, rated(1, "b", NOON + 3000));
  expect(await fronts()).toEqual(["Carta 2", "Carta 4"]);
});

it("takes back the last of several ratings of a card, also one that arrived while the week was read", async () => {
  const forgotten = { difficulty: "hard", answerResult: "incorrect" } as const;
  await noteRating(copy, ratingEntry({ cardId: 1, reviewId: "a", at: NOON, ...forgotten }));
  await noteRating(copy, rated(1, "b"));
  await readWeekAgain([waits(rated(1, "b"))], ["a", "b"]);
  await noteRating(copy, undoEntry({ cardId: 1, reviewId: "b", at: NOON + 2000 }));
  vi.setSystemTime(NEXT_DAY);
  expect(await fronts()).toContain("Carta 1");
});

it("notes the ratings of a day until they are settled or the day is over", async () => {
  await noteRating(copy, rated(1, "a"));
  await noteRating(copy, rated(2, "b"));
  await noteRating(copy, rated(4, "c", NOON - 86_400_000));
  await noteRating(copy, rated(3, "d"));
  await noteRating(copy, undoEntry({ cardId: 3, reviewId: "d" }));
  await readWeekAgain([waits(rated(2, "b"))]);
  const noted = await database.getAll("ratings");
  expect(noted.map(({ reviewId, before }) => [reviewId, before?.id])).toEqual(
    [
      ["b", undefined],
      ["a", 1],
    ].toSorted(),
  );
});

it("lists the cards whose media are needed first", async () => {
  expect((await listWeekCards(copy)).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});
