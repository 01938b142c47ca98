import { randomUUID } from "node:crypto";
import type { QueuedCard } from "@repasa/contract/study.ts";
import { toDayNumber, toLocalDate } from "@repasa/scheduler/days.ts";
import { countAsked, listAskedAhead } from "@repasa/study-queue/days-ahead.ts";
import { listPending, listWaiting } from "@repasa/study-queue/pending.ts";
import { listQueue, type QueuedId, type WeekScope } from "@repasa/study-queue/queue.ts";
import { applyRating, replayWeek, type WeekRating } from "@repasa/study-queue/ratings.ts";
import type { StudyCard, StudyDay } from "@repasa/study-queue/study-day.ts";
import { DAYS_AHEAD } from "@repasa/study-queue/study-week.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { listExams } from "#features/exams/exams.service.ts";
import { readBacklog } from "#features/pace/pace.service.ts";
import { countPendingByFolder } from "#features/schedule/schedule.service.ts";
import { readReviewQueue } from "#features/study/study.queue.ts";
import { rateCard, undoReview } from "#features/study/study.service.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { runs } from "#testing/more-cases.ts";
import { sharedStatsWorld } from "#testing/stats-world.ts";
import { type Answer, createStudent, DAYS, type Life, life, type Press } from "#testing/student-lives.ts";
import { listAskedDays } from "./week.asked.ts";
import { readStudyWeek } from "./week.service.ts";

// For random students, compares the queues that a device computes for a week without a network, from one response of the server and
// the ratings given since, with the queues of the server after it has received the same ratings.

const STUDENTS = runs(2, 60);

const world = await sharedStatsWorld();
// Reads the queues of the server, which remembers what it has shown: a rating without an interval would get that.
const reader = world.newServer();

test("a device asks on each day of a week what the server would ask", {
  timeout: 120_000 + 4_000 * STUDENTS,
}, async () => {
  await fc.assert(
    fc.asyncProperty(life, async (one) => {
      const student = await createLearner(one);
      for (const [place, day] of one.days.entries()) await student.study(place, day);
    }),
    { numRuns: STUDENTS, endOnFailure: true },
  );
});

async function createLearner(one: Life) {
  const { ctx, owner, folders, at } = await createStudent(world, reader, one);
  let week = await readStudyWeek(ctx, owner, at(0, 3));
  let ratings: WeekRating[] = [];
  const unsent: (Answer & Omit<WeekRating, keyof Answer> & { given: Moment })[] = [];

  async function readServerQueue(moment: Moment, query: Parameters<typeof readReviewQueue>[3]) {
    return (await readReviewQueue(reader, owner, moment, query)) as QueuedCard[];
  }

  async function sendAll(moment: Moment) {
    for (const { given, cardId, date: _, ...rating } of unsent.splice(0)) {
      const waitedMs = moment.now.getTime() - given.now.getTime();
      await rateCard(ctx, owner, moment, cardId, { ...rating, waitedMs });
    }
  }

  async function expectSameQueues(moment: Moment) {
    const state = replayWeek(week, ratings, moment.today);
    const expectSame = async (scope: WeekScope, query: Parameters<typeof readReviewQueue>[3]) => {
      const expected = toFacts(await readServerQueue(moment, query));
      const { cards } = listQueue(state, scope);
      expect(listIds(cards)).toEqual(listIds(expected));
      expect(cards).toEqual(expected);
      const part = listQueue(state, scope, { from: 3, limit: 4 });
      expect(part).toEqual({ cards: expected.slice(3, 7), total: expected.length });
    };
    await expectSame({ cards: "pending", folderIds: null }, {});
    const folderId = folders[toDayNumber(moment.today) % folders.length] as number;
    await expectSame({ cards: "pending", folderIds: [folderId] }, { folderId });
    for (const { id: examId, folders: asked } of await listExams(reader, owner, moment)) {
      await expectSame({ cards: "pending", folderIds: asked.map((one) => one.folderId) }, { examId });
    }
    const some = [...state.cards.keys()].filter((_, place) => place % 3 === 0).slice(0, 10);
    if (some.length > 0) await expectSame({ cards: some }, { cardIds: some });
    const counted = await countPendingByFolder(reader, owner, moment);
    const ofDevice = folders
      .map((id) => countInFolder(state, id))
      .filter(({ total, ...waits }) => total + waits.newWaiting + waits.dueWaiting > 0);
    expect(ofDevice).toEqual(
      counted
        .map(({ folderId, total, newWaiting, dueWaiting }) => ({ folderId, total, newWaiting, dueWaiting }))
        .toSorted((one, other) => one.folderId - other.folderId),
    );
    const plan = state.catchUp !== null && state.catchUp.until >= state.day ? state.catchUp : null;
    if (plan) {
      const { catchUp } = await readBacklog(reader, owner, moment);
      expect({ ...plan, doneToday: state.reviewed }).toEqual({ ...catchUp, until: toDayNumber(catchUp?.until ?? "") });
    }
    // Later days are beyond what the device knows card by card.
    const known = toDayNumber(week.date) + DAYS_AHEAD - state.day;
    const asked = await listAskedDays(reader, owner, moment, known);
    expect(listAskedAhead(state, known).map(countAsked)).toEqual(asked.map(countAsked));
  }

  async function press({ answer, pick, kind, mode, showsInterval }: Press, moment: Moment, isOnline: boolean) {
    const state = replayWeek(week, ratings, moment.today);
    const queue = listQueue(state, { cards: "pending", folderIds: null }).cards;
    const again = ratings.filter(({ date }) => date === moment.today).map(({ cardId }) => cardId);
    const ids = kind === "again" && again.length > 0 ? again : queue.map(({ id }) => id);
    const cardId = ids[pick % Math.max(1, ids.length)];
    if (cardId === undefined) return;
    const shown = queue.find(({ id }) => id === cardId)?.nextIntervals[answer.difficulty];
    const interval = showsInterval ? shown : undefined;
    const rating = { reviewId: randomUUID(), cardId, date: moment.today, ...answer, interval, mode };
    if (!isOnline) {
      if (kind !== "undone") unsent.push({ ...rating, given: moment });
    } else {
      const { cardId: _, date, ...body } = rating;
      const { card } = await rateCard(ctx, owner, moment, cardId, body);
      if (kind === "undone") await undoReview(ctx, owner, moment, cardId, rating.reviewId);
      const schedule = applyRating(state, rating);
      expect(card).toMatchObject({ ...schedule });
      const nextDay = state.cards.get(cardId)?.dueDay ?? null;
      expect(card.nextReviewDate).toBe(nextDay === null ? null : toLocalDate(nextDay));
      expect(date).toBe(moment.today);
    }
    if (kind !== "undone") ratings.push(rating);
  }

  return {
    async study(day: number, { isOnline, hour, presses }: Life["days"][number]) {
      // The week was read in the fourth hour of its first day.
      const start = day === 0 ? Math.max(4, hour) : hour;
      if (isOnline || day === DAYS - 1) {
        await sendAll(at(day, start));
        await expectSameQueues(at(day, start));
      }
      for (const [place, one] of presses.entries()) await press(one, at(day, start, 1 + place), isOnline);
      if (!isOnline) return;
      await expectSameQueues(at(day, start, 30));
      // The server has settled the days before, of which a device without ratings knows nothing until it reads the week again.
      if (ratings.some(({ date }) => date === at(day, start).today)) return;
      week = await readStudyWeek(ctx, owner, at(day, start, 40));
      // As if these were delivered during the call.
      ratings = ratings.slice(-3);
    },
  };
}

function countInFolder(state: StudyDay, id: number) {
  const isInFolder = ({ folderId }: StudyCard) => folderId === id;
  const pending = listPending(state);
  const waiting = listWaiting(state, pending).filter(isInFolder);
  const newWaiting = waiting.filter(({ dueDay }) => dueDay === null).length;
  const total = pending.filter(isInFolder).length;
  return { folderId: id, total, newWaiting, dueWaiting: waiting.length - newWaiting };
}

const listIds = (queue: readonly QueuedId[]) => queue.map(({ id }) => id).join(" ");

const toFacts = (queue: readonly QueuedCard[]): QueuedId[] =>
  queue.map(({ id, nextIntervals, recall, exam }) => ({ id, nextIntervals, recall, exam }));
