import { setImmediate as yieldToOtherWork } from "node:timers/promises";
import { type Day, toDayNumber, toLocalDate } from "@repasa/scheduler/days.ts";
import type { Learner } from "@repasa/scheduler/learner.ts";
import { rescheduleForExam } from "@repasa/scheduler/reschedule.ts";
import type { Context } from "#context.ts";
import { lockContents } from "#features/folders/folders.service.ts";
import { buildDayPlan, countDueDates, moveDueCount } from "#features/schedule/schedule.load.ts";
import { findLearner } from "#features/schedule/schedule.service.ts";
import { type StoredPlan, toCardSchedule, toLearner } from "#features/schedule/schedule.state.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type Moment, sameTimeAfter } from "#platform/time/local-days.ts";
import { selectNearestExams } from "../exams.queries.ts";
import {
  insertMoves,
  type MovableCard,
  type Move,
  selectMovableCards,
  updateToUnmovedDates,
} from "./moving.queries.ts";

/** The number of cards that are planned before other requests get a turn. */
const CARDS_PER_TURN = 200;

/**
 * Reschedules the cards of some folders for their present exams: due dates that an exam had moved earlier are restored, then
 * those too late for the nearest exam are moved earlier. The caller has settled past days and locked the folders: a card that
 * came in after its siblings are locked would be locked out of turn.
 *
 * @returns The ids of the cards whose due dates were restored or moved.
 */
export async function moveForExams(
  { scheduleSettings }: Pick<Context, "scheduleSettings">,
  transaction: Queryable,
  owner: OwnerId,
  moment: Moment,
  folderIds: readonly number[],
): Promise<number[]> {
  // Locks in the order of a rating: the cards first, then the learner, whose row has the counts of due dates.
  await lockContents(transaction, owner, folderIds);
  const restored = await updateToUnmovedDates(transaction, owner, folderIds);
  await countDueDates(transaction, owner, moment.today);
  const exams = await selectNearestExams(transaction, owner, moment.today);
  const examDays = new Map(exams.map(({ folderId, date }) => [folderId, toDayNumber(date)]));
  const withExam = folderIds.filter((id) => examDays.has(id));
  if (withExam.length === 0) return restored;
  const stored = await findLearner(transaction, owner);
  const cards = await selectMovableCards(transaction, owner, withExam, moment.today);
  const moves = await planMoves(cards, examDays, { stored, learner: toLearner(stored, scheduleSettings) }, moment);
  if (moves.length === 0) return restored;
  await insertMoves(transaction, owner, moves);
  await countDueDates(transaction, owner, moment.today);
  return [...restored, ...moves.map(({ cardId }) => cardId)];
}

type Planned = { stored: StoredPlan; learner: Learner };

/** Plans the moves one after another. Each moved card counts on its new date, so that the next card can avoid that date. */
async function planMoves(
  cards: readonly MovableCard[],
  examDays: ReadonlyMap<number, Day>,
  { stored, learner }: Planned,
  moment: Moment,
): Promise<Move[]> {
  const today = toDayNumber(moment.today);
  const moves: Move[] = [];
  let plan = stored;
  for (const [place, card] of cards.entries()) {
    if (place % CARDS_PER_TURN === CARDS_PER_TURN - 1) await yieldToOtherWork();
    const schedule = toCardSchedule(card);
    const examDay = examDays.get(card.folderId);
    const day = rescheduleForExam(schedule, today, learner, { ...buildDayPlan(plan, schedule.dueDay), examDay });
    const move = day === null || day === schedule.dueDay ? undefined : buildMove(day, card, moment.timeZone);
    if (!move) continue;
    plan = { ...plan, dueCounts: moveDueCount({ ...plan, ...card }, move.movedTo) };
    moves.push(move);
  }
  return moves;
}

function buildMove(day: Day, card: MovableCard, timeZone: string): Move | undefined {
  const { id: cardId, lastReviewDate, nextReviewAt, nextReviewDate, interval } = card;
  if (lastReviewDate === null || nextReviewAt === null || nextReviewDate === null) return undefined;
  return {
    cardId,
    lastReviewDate,
    movedTo: toLocalDate(day),
    unmoved: { nextReviewAt, nextReviewDate, interval },
    moved: {
      nextReviewAt: sameTimeAfter(nextReviewAt, day - toDayNumber(nextReviewDate), timeZone),
      interval: day - toDayNumber(lastReviewDate),
    },
  };
}
