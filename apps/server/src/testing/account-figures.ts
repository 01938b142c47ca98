// Compares the numbers that different calls state about an account at one moment.
import { isDeepStrictEqual } from "node:util";
import type { Preferences } from "@repasa/contract/account.ts";
import type { Card, CardPage } from "@repasa/contract/cards.ts";
import type { Assignment, AssignmentFigures, Class } from "@repasa/contract/classes.ts";
import type { Exam, ExamForecast, ExamLoad } from "@repasa/contract/exams.ts";
import type { Folder, FolderStats } from "@repasa/contract/folders.ts";
import type { Home } from "@repasa/contract/home.ts";
import type { Backlog, BreakDays } from "@repasa/contract/pace.ts";
import type { CardStates } from "@repasa/contract/progress.ts";
import type {
  ActivityDay,
  DailyReview,
  ForecastDay,
  NearDay,
  ScheduledFolder,
  UserStats,
} from "@repasa/contract/stats.ts";
import type { QueuedCard, QueuePortion } from "@repasa/contract/study.ts";
import type { StudyWeek } from "@repasa/contract/week.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import { countAsked, listAskedAhead } from "@repasa/study-queue/days-ahead.ts";
import { listPending, listWaiting } from "@repasa/study-queue/pending.ts";
import { listQueue } from "@repasa/study-queue/queue.ts";
import { replayWeek } from "@repasa/study-queue/ratings.ts";
import { estimateSession } from "@repasa/study-queue/session.ts";
import { expect } from "vitest";
import { offersPlanOnVisit } from "#features/pace/pace.service.ts";
import { listPendingFolders } from "#features/stats/stats.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { isAmong, type Moment, momentAt } from "#platform/time/local-days.ts";
import { expectBody } from "#testing/expect-body.ts";
import { follow as copyAccount } from "#testing/follower.ts";
import type { TestApp, TestClient } from "#testing/test-app.ts";

const FORECAST_DAYS = 31;
const STRIP_DAYS = 5;

export type Figures = { today: string; pending: number; rests: boolean; tomorrow: number };

/** Reads everything that the screens of an account show, and compares the numbers that are the same. */
export async function expectSameFigures(app: TestApp, client: TestClient, timeZone: string): Promise<Figures> {
  const read = async <T>(url: string) => expectBody(await client.get<T>(`/api/${url}`, { timeZone }), 200);
  const { dayStartHour } = await read<Preferences>("user/preferences");
  const moment = momentAt(app.clock.now(), { timeZone, dayStartHour });
  // Before a call settles the days that are over.
  const owner = client.userId as OwnerId;
  const reminded = await listPendingFolders(app.ctx, owner, moment);
  const offersPlan = await offersPlanOnVisit(app.ctx, owner, moment, reminded.due);
  const daily = await read<DailyReview>("cards/daily-review");
  expect(daily.date).toBe(moment.today);
  expect(reminded.folders, "a reminder").toEqual(daily.folders);
  const folders = await read<Folder[]>("folders");
  const cards: Card[] = [];
  for (const { id } of folders) cards.push(...(await read<Card[]>(`folders/${id}/cards`)));
  const queue = await read<QueuedCard[]>("cards/review");
  const rests = daily.break !== null && daily.break.perDay === null;
  const known = { read, moment, daily, folders, cards, queue, rests, offersPlan };
  await expectSameTotals(known);
  await expectSameFolders(known);
  const tomorrow = await expectSameDaysAhead(known);
  await expectSameExams(known);
  await expectSameClasses(app, client, known);
  await expectSameBacklog(known);
  await expectSameReviews(known);
  await expectSameOnDevice(client, known);
  return { today: moment.today, pending: daily.totalDue, rests, tomorrow };
}

type Known = {
  read: <T>(url: string) => Promise<T>;
  moment: Moment;
  daily: DailyReview;
  folders: readonly Folder[];
  cards: readonly Card[];
  queue: readonly QueuedCard[];
  rests: boolean;
  offersPlan: boolean;
};

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const isNew = ({ nextReviewDate }: Card) => nextReviewDate === null;

async function expectSameTotals({ read, moment, daily, folders, cards, queue }: Known): Promise<void> {
  const { totalDue, newWaiting, dueWaiting } = daily;
  const { stats } = await read<Home>("user/home");
  expect(await read<UserStats>("user/stats")).toEqual(stats);
  expect(stats, "Home").toMatchObject({ cardsDueToday: totalDue, newWaiting, dueWaiting });
  expect(stats).toMatchObject({ totalFolders: folders.length, totalCards: cards.length });
  expect(stats.foldersWithPendingCards).toBe(daily.folders.length);
  expect(queue.length, "the queue").toBe(totalDue);
  const portion = await read<QueuePortion>("cards/review?limit=1");
  expect(portion.total, "a portion of the queue").toBe(totalDue);
  const active = cards.filter(({ suspended }) => !suspended);
  const isDue = ({ nextReviewDate: date }: Card) => date !== null && date <= moment.today;
  expect(sum(daily.folders.map((one) => one.new)) + newWaiting, "new").toBe(active.filter(isNew).length);
  expect(sum(daily.folders.map((one) => one.total - one.new)) + dueWaiting, "due").toBe(active.filter(isDue).length);
  const states = await read<CardStates>("user/card-states");
  for (const state of ["new", "hard", "medium", "easy"] as const) {
    expect(states[state], state).toBe(cards.filter(({ difficulty }) => difficulty === state).length);
  }
  expect(await countFound(read, "due"), "a search for due cards").toBe(totalDue);
  expect(await countFound(read, "suspended")).toBe(cards.length - active.length);
}

async function countFound(read: Known["read"], state: string): Promise<number> {
  let found = 0;
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: CardPage = await read(
      `cards/search?state=${state}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    found += page.cards.length;
    cursor = page.nextCursor;
  }
  return found;
}

async function expectSameFolders({ read, daily, folders, cards, queue }: Known): Promise<void> {
  expect(sum(daily.folders.map(({ total }) => total))).toBe(daily.totalDue);
  const waits = { new: 0, due: 0 };
  for (const { id, cardCount, dueCount, dueWaiting } of folders) {
    const own = cards.filter(({ folderId }) => folderId === id);
    const pending = queue.filter(({ folderId }) => folderId === id);
    const row = daily.folders.find(({ folderId }) => folderId === id);
    const count = (state: string) => pending.filter(({ difficulty }) => difficulty === state).length;
    const counted = { new: count("new"), hard: count("hard"), medium: count("medium"), easy: count("easy") };
    if (pending.length === 0) expect(row).toBe(undefined);
    else expect(row).toMatchObject({ total: pending.length, ...counted });
    expect({ cardCount, dueCount }).toEqual({ cardCount: own.length, dueCount: pending.length });
    const stats = await read<FolderStats>(`folders/${id}/stats`);
    expect(stats).toMatchObject({ totalCards: own.length, dueCards: pending.length, dueWaiting });
    expect(stats.masteredCards).toBe(own.filter(({ difficulty }) => difficulty === "easy").length);
    expect(stats.difficultCards).toBe(own.filter(({ difficulty }) => difficulty === "hard").length);
    const asked = await read<QueuedCard[]>(`cards/review?folderId=${id}`);
    expect(asked.map((one) => one.id)).toEqual(pending.map((one) => one.id));
    waits.new += stats.newWaiting;
    waits.due += dueWaiting;
  }
  expect(waits).toEqual({ new: daily.newWaiting, due: daily.dueWaiting });
}

/** Returns what tomorrow will ask. */
async function expectSameDaysAhead({ read, moment, daily, cards, rests }: Known): Promise<number> {
  const { days } = await read<Home>("user/home");
  expect(await read<NearDay[]>("user/days")).toEqual(days);
  const strip = days.slice(-STRIP_DAYS);
  const [today, ...ahead] = await read<ForecastDay[]>(`user/forecast?days=${FORECAST_DAYS}`);
  expect(today).toEqual({ date: moment.today, count: daily.totalDue, asked: rests ? 0 : daily.totalDue });
  expect(strip, "the strip and Progreso").toEqual(
    ahead.slice(0, STRIP_DAYS).map(({ date, count, asked }) => {
      return { date, completed: false, studied: false, due: count, asked };
    }),
  );
  for (const { date, count } of ahead) {
    const due = cards.filter((card) => !card.suspended && card.nextReviewDate === date);
    expect(count, date).toBe(due.length);
  }
  for (const { date, due, asked } of strip) {
    const scheduled = await read<ScheduledFolder[]>(`folders/scheduled/${date}`);
    expect(sum(scheduled.map(({ dueOnDate }) => dueOnDate ?? 0)), `due on ${date}`).toBe(due);
    expect(sum(scheduled.map((folder) => folder.asked ?? 0)), `asked on ${date}`).toBe(asked);
  }
  return strip[0]?.asked ?? 0;
}

async function expectSameExams({ read, moment, folders, cards, queue, rests }: Known): Promise<void> {
  const exams = await read<Exam[]>("exams");
  const { nextExam } = await read<UserStats>("user/stats");
  const coming = exams.filter(({ daysLeft }) => daysLeft >= 0);
  expect(nextExam?.date).toBe(coming[0]?.date);
  const load = await read<ExamLoad>("exams/load?days=7");
  const breaks = await read<BreakDays[]>("user/breaks");
  expect(load.exams.map(({ id }) => id)).toEqual(coming.map(({ id }) => id));
  for (const exam of exams) {
    const ids = exam.folders.map(({ folderId }) => folderId);
    const counts = ids.map((id) => folders.find((folder) => folder.id === id)?.cardCount);
    expect(exam.folders.map((folder) => folder.cards)).toEqual(counts);
    const own = cards.filter(({ folderId, suspended }) => ids.includes(folderId) && !suspended);
    expect(exam.cards).toBe(sum(exam.folders.map((folder) => folder.cards)));
    if (exam.daysLeft < 0) continue;
    const pending = queue.filter(({ folderId }) => ids.includes(folderId));
    const asked = await read<QueuedCard[]>(`cards/review?examId=${exam.id}`);
    expect(asked.map(({ id }) => id)).toEqual(pending.map(({ id }) => id));
    const forecast = await read<ExamForecast>(`exams/${exam.id}/forecast`);
    expect(forecast).toMatchObject({ cards: own.length, seen: own.filter((card) => !isNew(card)).length });
    expect(sum(forecast.folders.map((folder) => folder.cards))).toBe(own.length);
    if (exam.daysLeft === 0) continue;
    const fresh = rests ? 0 : pending.filter(isNew).length;
    const reviews = rests ? 0 : pending.length - fresh;
    expect(forecast.plan[0], "the plan of an exam").toMatchObject({ date: moment.today, reviews, newCards: fresh });
    expect(forecast.plan).toHaveLength(exam.daysLeft);
    for (const day of [...forecast.plan, ...load.days.map(({ date, withExams }) => ({ date, ...withExams }))]) {
      if (isAmong(day.date, breaks)) expect(day, "in a break").toMatchObject({ minutes: 0 });
    }
    expect(forecast.course.at(-1)).toMatchObject({ date: exam.date, ...forecast.expected });
  }
}

async function hasMovedFollowedCard({ database }: TestApp, userId: number): Promise<boolean> {
  const { rows } = await database.pool.query(
    `SELECT 1 FROM followed_cards AS followed JOIN cards AS card ON card.user_id = followed.user_id AND card.id = followed.card_id
    WHERE followed.user_id = $1 AND card.folder_id <> followed.folder_id`,
    [userId],
  );
  return rows.length > 0;
}

async function expectSameClasses(app: TestApp, { userId }: TestClient, { read, cards }: Known): Promise<void> {
  const exams = await read<Exam[]>("exams");
  const hasMoved = await hasMovedFollowedCard(app, userId);
  for (const { id } of await read<Class[]>("classes")) {
    for (const assignment of await read<Assignment[]>(`classes/${id}/assignments`)) {
      const url = `classes/${id}/assignments/${assignment.id}`;
      // Figures are computed at most once an hour.
      await app.database.pool.query("UPDATE assignments SET requested_at = NULL WHERE id = $1", [assignment.id]);
      await read(url);
      await app.runJobs("classes.measure");
      await app.runJobs("classes.measure-student");
      const { me } = await read<AssignmentFigures>(url);
      const exam = exams.find(({ name, date, folders }) => {
        const ids = folders.map(({ folderId }) => folderId);
        return (
          name === assignment.name &&
          date === assignment.date &&
          isDeepStrictEqual(ids.sort(), assignment.folderIds.toSorted())
        );
      });
      if (exam && exam.daysLeft >= 0 && me?.expected != null) {
        const { expected } = await read<ExamForecast>(`exams/${exam.id}/forecast`);
        expect(Math.abs(me.expected - expected.mean), "the class and the exam").toBeLessThanOrEqual(0.005 + 1e-9);
      }
      const followed = cards.filter(
        ({ upstream, reviewCount }) => upstream && upstream.state !== "deleted" && reviewCount > 0,
      );
      const own = followed.filter(({ folderId }) => assignment.folderIds.includes(folderId));
      // A card that she has moved to another of her folders is still the assignment's.
      if (!hasMoved) expect(me?.seen, "seen by the class").toBe(own.length);
      expect(me?.seen, "seen by the class").toBeLessThanOrEqual(followed.length);
    }
  }
}

async function expectSameBacklog({ read, moment, daily, cards, rests, offersPlan }: Known): Promise<void> {
  const home = await read<Home>("user/home");
  const backlog = await read<Backlog>("user/backlog");
  if (home.backlog) expect(home.backlog).toEqual(backlog);
  const due = cards.flatMap(({ suspended, nextReviewDate: date }) =>
    !suspended && date !== null && date <= moment.today ? [date] : [],
  );
  expect(backlog.pending).toBe(due.length);
  expect(backlog.overdue).toBe(due.filter((date) => date < moment.today).length);
  expect(backlog.offered, "the plan that a reminder offers").toBe(offersPlan);
  if (rests) expect(backlog.offered).toBe(false);
  const estimate = estimateSession(daily.folders, backlog.seconds as NonNullable<Backlog["seconds"]>);
  expect(backlog.minutes, "the minutes of a session").toBe(Math.ceil(estimate.minutes));
  if (backlog.catchUp === null) return;
  const { perDay, doneToday } = backlog.catchUp;
  const fresh = sum(daily.folders.map((folder) => folder.new));
  expect(backlog.suggestion.leftToday).toBe(Math.max(0, perDay - doneToday) + fresh);
  if (daily.dueWaiting > 0) expect(daily.totalDue).toBeLessThanOrEqual(backlog.suggestion.leftToday);
}

async function expectSameReviews({ read, moment, folders, rests }: Known): Promise<void> {
  const { reviewedToday } = await read<UserStats>("user/stats");
  const activity = await read<ActivityDay[]>(`user/activity?from=${moment.today}&to=${moment.today}`);
  expect(sum(activity.map(({ count }) => count)), "the activity of today").toBe(reviewedToday);
  // In a break, any study completes the day, whatever is left.
  const completed = rests ? [] : await read<Folder[]>(`folders/completed/${moment.today}`);
  for (const { id } of completed) expect(folders.find((folder) => folder.id === id)?.dueCount).toBe(0);
}

/** Compares with what a device computes from its copy, without a network. */
async function expectSameOnDevice(client: TestClient, { read, moment, daily, cards, folders, queue }: Known) {
  const device = copyAccount(client);
  await device.catchUp();
  const rows = [...device.copy].flatMap(([key, row]) => (key.startsWith("card ") ? [row as Card] : []));
  expect(rows.map(({ id }) => id).sort()).toEqual(cards.map(({ id }) => id).sort());
  expect([...device.copy.keys()].filter((key) => key.startsWith("folder ")).length).toBe(folders.length);
  const copied = new Map(rows.toSorted((one, other) => one.id - other.id).map((card) => [card.id, card]));
  const week = (await read<StudyWeek>("study-week")) as Parameters<typeof replayWeek>[0];
  const state = replayWeek(week, [], moment.today, copied);
  const asked = listQueue(state, { cards: "pending", folderIds: null }).cards;
  expect(asked.map(({ id }) => id)).toEqual(queue.map(({ id }) => id));
  const pending = listPending(state);
  const waiting = listWaiting(state, pending);
  expect(pending.length).toBe(daily.totalDue);
  expect(waiting.filter(({ dueDay }) => dueDay === null).length).toBe(daily.newWaiting);
  expect(waiting.filter(({ dueDay }) => dueDay !== null).length).toBe(daily.dueWaiting);
  const ahead = (await read<ForecastDay[]>(`user/forecast?days=${1 + STRIP_DAYS}`)).slice(1);
  expect(listAskedAhead(state, STRIP_DAYS).map(countAsked)).toEqual(ahead.map(({ asked: each }) => each));
  expect(ahead.map(({ date }) => date)[0]).toBe(addDays(moment.today, 1));
}
