import { NEAR_EXAM_DAYS } from "@repasa/scheduler/backlog.ts";
import { computeRecallOnCurve, DEFAULT_DECAY } from "@repasa/scheduler/curve.ts";
import type { Day } from "@repasa/scheduler/days.ts";
import { computeEvenPart } from "@repasa/scheduler/even-part.ts";
import { groupBy } from "@repasa/scheduler/group-by.ts";
import { isPaused, rationNewCards } from "@repasa/scheduler/new-cards.ts";
import { createRestsOn, findEndOfSpreading } from "#breaks.ts";
import { leadsNew } from "#siblings.ts";
import { findExam, type StudyCard, type StudyDay } from "#study-day.ts";

// How many due and new cards a day has room for, and which ones. The server decides it in SQL too (shares.queries.ts,
// rationing.queries.ts); week.properties.test.ts compares the two.

/** Returns whether a plan to catch up includes the day. */
const isCatchingUp = ({ catchUp, day }: StudyDay): boolean => catchUp !== null && catchUp.until >= day;

const hasExamAhead = ({ exams, day }: StudyDay): boolean => exams.some((exam) => exam.day > day);

/**
 * Takes the day's share of the due cards: first those of near exams, and of these and of the others first those that lose most
 * recall until tomorrow, by the default forgetting curve.
 *
 * @param due The due cards that lead their group.
 * @returns All of them, in any order, if nothing limits them.
 */
export function takeDueShare(state: StudyDay, due: readonly StudyCard[]): readonly StudyCard[] {
  const room = computeDueRoom(state);
  if (room === null) return due;
  const losses = new Map(due.map((card) => [card, computeLoss(card, state.day)]));
  const lossOf = (card: StudyCard) => losses.get(card) ?? Number.NEGATIVE_INFINITY;
  return due
    .toSorted((one, other) => {
      const byExam = Number(hasNearExam(state, other)) - Number(hasNearExam(state, one));
      return byExam || compare(lossOf(other), lossOf(one)) || one.id - other.id;
    })
    .slice(0, room);
}

/** Returns how many due cards more the day has room for: a whole number from 0 on, null for all. */
export function computeDueRoom(state: StudyDay): number | null {
  const share = computeDueShare(state);
  return share === null ? null : Math.max(0, share - state.reviewed);
}

function hasNearExam(state: StudyDay, { folderId }: StudyCard): boolean {
  const exam = findExam(state, folderId);
  return exam !== undefined && exam.day - state.day <= NEAR_EXAM_DAYS;
}

const compare = (one: number, other: number): number => (one < other ? -1 : one > other ? 1 : 0);

function computeLoss({ memory, lastReviewDay }: StudyCard, day: Day): number | null {
  if (memory === null || lastReviewDay === null) return null;
  const elapsed = Math.max(0, day - lastReviewDay);
  const recallAfter = (days: number) => computeRecallOnCurve(memory.stability, days, DEFAULT_DECAY);
  return recallAfter(elapsed) - recallAfter(elapsed + 1);
}

/** Returns the day's whole share of due cards, including those that were rated already; null for all. */
function computeDueShare(state: StudyDay): number | null {
  const { catchUp, reviewsPerDay } = state;
  if (catchUp !== null && isCatchingUp(state)) return catchUp.perDay;
  const evenUntil = findEndOfSpreading(state.breaks, state.day);
  if (evenUntil === null) return reviewsPerDay;
  const evenly = computeEvenPart(state.reviewed + countDueUntil(state, evenUntil), evenUntil - state.day + 1);
  return Math.min(reviewsPerDay ?? Number.POSITIVE_INFINITY, evenly);
}

/** Counts the cards that are due until a day, without those that were rated on the present day and come back later. */
function countDueUntil({ cards, dueCounts, day }: StudyDay, until: Day): number {
  let count = 0;
  // The cards due by now are all known. Of those that fall due later, many are beyond the week, but all are counted.
  for (const { suspended, dueDay, lastReviewDay } of cards.values()) {
    if (suspended || dueDay === null) continue;
    if (dueDay <= day) count++;
    else if (dueDay <= until && lastReviewDay !== null && lastReviewDay >= day) count--;
  }
  for (let later = day + 1; later <= until; later++) count += dueCounts.counts[later - dueCounts.from] ?? 0;
  return count;
}

/** Takes the day's share of the new cards; `fresh` has all of them, in the order in which they are introduced. */
export function takeNewShare(state: StudyDay, fresh: readonly StudyCard[]): readonly StudyCard[] {
  const room = computeNewShare(state);
  if (room <= 0) return [];
  if (hasExamAhead(state)) return takeRations(state, fresh).slice(0, room);
  const taken: StudyCard[] = [];
  for (const card of fresh) {
    if (taken.length >= room) break;
    if (leadsNew(state, card)) taken.push(card);
  }
  return taken;
}

function computeNewShare(state: StudyDay): number {
  if (isCatchingUp(state) && !hasExamAhead(state)) return 0;
  if (state.newCardsPerDay === null) return Number.POSITIVE_INFINITY;
  return state.newCardsPerDay - sum(state.started.values());
}

/** Returns the day's ration of each exam day, the nearest day first, then the cards without an exam. */
function takeRations(state: StudyDay, fresh: readonly StudyCard[]): StudyCard[] {
  const { day, catchUp, breaks } = state;
  const restsOn = createRestsOn(breaks);
  const pausedUntil = isCatchingUp(state) ? catchUp?.until : undefined;
  const folders = new Set([...fresh.map(({ folderId }) => folderId), ...state.started.keys()]);
  const examDays = new Map([...folders].map((folderId) => [folderId, findExam(state, folderId)?.day]));
  const decks = groupBy(fresh, ({ folderId }) => examDays.get(folderId));
  const ofExams = [...decks.keys()].filter((examDay) => examDay !== undefined).toSorted((one, other) => one - other);
  const rations = ofExams.flatMap((examDay) => {
    if (pausedUntil !== undefined && isPaused(pausedUntil, examDay, restsOn)) return [];
    const deck = decks.get(examDay) ?? [];
    const started = [...state.started].filter(([folderId]) => examDays.get(folderId) === examDay);
    const startedToday = sum(started.map(([, count]) => count));
    const { today } = rationNewCards({ unseen: deck.length, startedToday, limit: null }, day, examDay, restsOn);
    return deck.filter((card) => leadsNew(state, card)).slice(0, today);
  });
  if (pausedUntil !== undefined) return rations;
  return [...rations, ...(decks.get(undefined) ?? []).filter((card) => leadsNew(state, card))];
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);
