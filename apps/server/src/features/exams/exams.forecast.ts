import type { DayLoad, ExamForecast, ExamLoad, ExamOutcome, PlannedDay } from "@repasa/contract/exams.ts";
import { calibrateRecall } from "@repasa/scheduler/calibration.ts";
import { type Day, toDayNumber, toLocalDate } from "@repasa/scheduler/days.ts";
import type { LoadedDay } from "@repasa/scheduler/exam-load.ts";
import type { ExamForecast as SimulatedForecast } from "@repasa/scheduler/forecast.ts";
import { addDays, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import { estimateSession } from "@repasa/study-queue/session.ts";
import type { Context } from "#context.ts";
import { computeMisfit } from "#features/memory/memory.service.ts";
import {
  countDueAhead,
  countPendingByFolder,
  findReviewLimits,
  isRestDay,
  sumPending,
} from "#features/schedule/schedule.service.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { readAttendance, readLearnerFacts, toLearnerFacts } from "./exams.learner.ts";
import type { PlainReviewLimit } from "./exams.pace.ts";
import { computeRations, readNewCardPace } from "./exams.rations.ts";
import { examNotFound, findExamsByFolder, listExams, readExam } from "./exams.service.ts";
import { computeLoadInThread, forecastInThread } from "./exams.threads.ts";
import {
  countCardsAround,
  selectExamReviews,
  selectFolderCards,
  selectQuestions,
  selectStoredForecast,
  selectStudyHabits,
  updateStoredForecast,
} from "./forecast/forecast.queries.ts";

const OUTCOME_DAYS = { before: 3, after: 7 };

export async function forecast(ctx: Context, owner: OwnerId, moment: Moment, id: number): Promise<ExamForecast> {
  const { today } = moment;
  const exam = await readExam(ctx, owner, moment, id);
  if (exam.daysLeft < 0) throw new AppError("conflict", "El examen ya pasó");
  await settlePastDays(ctx, owner, moment);
  const folderIds = new Set(exam.folders.map(({ folderId }) => folderId));
  const [{ simulated, rations, pending, facts }, rests] = await Promise.all([
    simulate(ctx, owner, moment, { ...exam, folderIds }),
    isRestDay(ctx, owner, moment),
  ]);
  const { expected, ifStopped, cards, seen, folderOf } = simulated;
  const askedToday = rests ? [] : pending.filter(({ folderId }) => folderIds.has(folderId));
  if (exam.daysLeft > 0 && cards > 0) {
    await updateStoredForecast(ctx.db, owner, id, { on: today, ...expected }, new Date(exam.updatedAt));
  }
  const questions = await selectQuestions(
    ctx.db,
    owner,
    simulated.weakest.map((card) => card.id),
  );
  const studied = new Map(simulated.folders.map((folder) => [folder.folderId, folder]));
  return {
    today,
    daysLeft: exam.daysLeft,
    cards,
    seen,
    expected,
    ifStopped,
    course: simulated.course.map(({ day, ...shares }) => ({ date: toLocalDate(day), ...shares })),
    plan: buildPlan(simulated.plan, estimateSession(askedToday, facts.seconds)),
    newCards: rations.newCards,
    folders: exam.folders.map(({ folderId, name }) => {
      return { folderId, name, cards: 0, expected: 0, ...studied.get(folderId) };
    }),
    weakest: simulated.weakest.flatMap(({ id: cardId, recall }) => {
      const [question, folderId] = [questions.get(cardId), folderOf.get(cardId)];
      return question === undefined || folderId === undefined ? [] : [{ cardId, ...question, folderId, recall }];
    }),
  };
}

type Target = { date: LocalDate; daysLeft: number; folderIds: ReadonlySet<number> };

/** Simulates the days until an exam on the cards of some folders. */
async function simulate(ctx: Context, owner: OwnerId, moment: Moment, { date, daysLeft, folderIds }: Target) {
  const [cards, habits, rations, pending, misfit] = await Promise.all([
    selectFolderCards(ctx.db, owner, [...folderIds]),
    selectStudyHabits(ctx.db, owner),
    computeRations(ctx, owner, moment, { day: toDayNumber(date), folderIds }),
    countPendingByFolder(ctx, owner, moment),
    computeMisfit(ctx, owner),
  ]);
  const facts = toLearnerFacts(ctx, habits);
  const others = pending.filter(({ folderId }) => !folderIds.has(folderId));
  const { introductions } = rations;
  const limited = { others, days: daysLeft, breaks: introductions.breaks };
  const simulated = await forecastInThread(ctx, owner, {
    what: "forecast",
    cards,
    today: toDayNumber(moment.today),
    examDay: toDayNumber(date),
    introductions,
    attendance: await readAttendance(ctx, owner, moment, habits.firstDate),
    scored: habits.scored,
    misfit,
    limit: await readReviewLimit(ctx, owner, moment, limited),
    ...facts,
  });
  return { simulated, rations, pending, facts };
}

/**
 * Returns the `expected` of `forecast` for an exam on a date, whether or not there is one. Null for a date that is over, and for
 * folders whose cards are all suspended.
 */
export async function forecastRecall(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  { date, folderIds }: { date: LocalDate; folderIds: readonly number[] },
): Promise<ExamForecast["expected"] | null> {
  const daysLeft = toDayNumber(date) - toDayNumber(moment.today);
  if (daysLeft < 0) return null;
  const { simulated } = await simulate(ctx, owner, moment, { date, daysLeft, folderIds: new Set(folderIds) });
  return simulated.cards === 0 ? null : simulated.expected;
}

type LimitedTarget = Pick<PlainReviewLimit, "breaks"> & {
  others: Awaited<ReturnType<typeof countPendingByFolder>>;
  days: number;
};

/**
 * Returns what limits the reviews of the days until an exam; null if nothing does.
 *
 * @param others The pending cards of the folders that are not the exam's.
 * @param days The number of days until the exam.
 */
async function readReviewLimit(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  { others, days, breaks }: LimitedTarget,
): Promise<PlainReviewLimit | null> {
  const { left, perDay, temporary } = await findReviewLimits(ctx, owner, moment);
  if (left === null && perDay === null && breaks.length === 0) return null;
  const ahead = await countDueAhead(ctx, owner, moment, days);
  const dueNow = others.reduce((sum, folder) => sum + folder.total - folder.new + folder.dueWaiting, 0);
  return {
    left,
    perDay,
    temporary: temporary && { perDay: temporary.perDay, until: toDayNumber(temporary.until) },
    breaks,
    due: [dueNow, ...Array.from({ length: days }, (_, day) => ahead(day + 1))],
  };
}

/** Returns the forecast plan, with what is really asked today. */
function buildPlan(plan: SimulatedForecast["plan"], asked: ReturnType<typeof estimateSession>): PlannedDay[] {
  return plan.map((planned, index) => {
    const day = index === 0 ? { ...planned, ...asked } : planned;
    return {
      date: toLocalDate(day.day),
      reviews: roundToTenths(day.reviews),
      newCards: roundToTenths(day.newCards),
      minutes: roundToTenths(day.minutes),
    };
  });
}

/** Returns the workload of the coming days with the upcoming exams, and without them. */
export async function load(ctx: Context, owner: OwnerId, moment: Moment, days: number): Promise<ExamLoad> {
  const { today } = moment;
  const exams = (await listExams(ctx, owner, moment)).filter(({ daysLeft }) => daysLeft >= 0);
  const nearest = await findExamsByFolder(ctx, owner, moment);
  const examDays = new Map([...nearest].map(([folderId, { day }]) => [folderId, day]));
  const last = Math.max(0, ...[...examDays.values()].map((day) => day - toDayNumber(today)));
  const ahead = last === 0 ? [] : await computeLoadAhead(ctx, owner, moment, { examDays, days: Math.max(days, last) });
  const untilLast = ahead.slice(0, last);
  const extra = untilLast.reduce((sum, { withExams, without }) => sum + withExams.minutes - without.minutes, 0);
  const [busiest] = untilLast.toSorted((one, other) => other.withExams.cards - one.withExams.cards);
  return {
    exams: exams.map(({ id, name, date }) => ({ id, name, date })),
    until: last === 0 ? null : addDays(today, last),
    extraMinutes: roundToTenths(extra / Math.max(1, last)),
    busiest: busiest ? roundLoad(busiest) : null,
    days: ahead.slice(0, days).map(roundLoad),
  };
}

async function computeLoadAhead(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  { examDays, days }: { examDays: ReadonlyMap<number, Day>; days: number },
): Promise<LoadedDay[]> {
  const { today } = moment;
  const [cards, facts, pace, pending, ahead] = await Promise.all([
    selectFolderCards(ctx.db, owner, [...examDays.keys()]),
    readLearnerFacts(ctx, owner),
    readNewCardPace(ctx, owner, moment),
    countPendingByFolder(ctx, owner, moment),
    countDueAhead(ctx, owner, moment, days - 1),
  ]);
  const others = pending.filter(({ folderId }) => !examDays.has(folderId));
  return computeLoadInThread(ctx, owner, {
    what: "load",
    cards,
    today: toDayNumber(today),
    examDays,
    pace,
    due: Array.from({ length: days }, (_, day) => (day === 0 ? sumPending(others).pending : ahead(day))),
    days,
    ...facts,
  });
}

/** Returns the stored forecast, and the results of the reviews around the exam. The result of the exam itself is not known. */
export async function outcome(ctx: Context, owner: OwnerId, { today }: Moment, id: number): Promise<ExamOutcome> {
  const exam = await selectStoredForecast(ctx.db, owner, id);
  if (!exam) throw examNotFound();
  const last = addDays(exam.date, OUTCOME_DAYS.after);
  const days = { from: addDays(exam.date, -OUTCOME_DAYS.before), to: last < today ? last : today };
  const [reviews, { studied, due }] = await Promise.all([
    selectExamReviews(ctx.db, owner, id, days),
    countCardsAround(ctx.db, owner, id, days),
  ]);
  const predictions = reviews.map(({ a, b, retrievability }) => {
    return calibrateRecall({ a, b }, retrievability);
  });
  return {
    foretold: exam.foretold,
    reviews: reviews.length,
    recalled: reviews.filter(({ recalled }) => recalled).length,
    predicted: reviews.length === 0 ? null : predictions.reduce((sum, each) => sum + each, 0) / reviews.length,
    studied,
    due,
  };
}

function roundLoad({ day, withExams, without }: LoadedDay): ExamLoad["days"][number] {
  const rounded = ({ cards, minutes }: DayLoad) => ({ cards: roundToTenths(cards), minutes: roundToTenths(minutes) });
  return { date: toLocalDate(day), withExams: rounded(withExams), without: rounded(without) };
}

function roundToTenths(value: number): number {
  return Math.round(value * 10) / 10;
}
