import type { ExamForecast, ExamOutcome, PlannedDay } from "@repasa/contract/exams.ts";
import { calibratedRecall } from "@repasa/scheduler/calibration.ts";
import { dateOfDay, dayOf } from "@repasa/scheduler/days.ts";
import { type ExamAhead, type ExamForecast as Foreseen, forecastExam } from "@repasa/scheduler/forecast.ts";
import { NO_PLAN } from "@repasa/scheduler/plan.ts";
import { AppError } from "#app-error.ts";
import type { Context } from "#context.ts";
import { misfitFor } from "#features/memory/memory.service.ts";
import { learnerOf, pendingByFolder, scheduleOf } from "#features/schedule/schedule.service.ts";
import { addDays, type LocalDate, type Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import {
  type ExamCardRow,
  type StudyHabits,
  selectExamCards,
  selectForetold,
  selectFronts,
  selectReviewsAround,
  selectStudyHabits,
  updateForetold,
} from "./exams.queries.ts";
import { type Rations, rationsOf } from "./exams.rations.ts";
import { examNotFound, readExam } from "./exams.service.ts";

/** Where nothing was measured yet. */
const SECONDS = { review: 8, newCard: 12 };

/** As if it had been seen of everybody: six days of a week. */
const WEEK_BEFORE = { studied: 6, days: 7 };
const ATTENDANCE_DAYS = 30;

const OUTCOME_DAYS = { before: 3, after: 7 };

export async function forecast(ctx: Context, owner: OwnerId, moment: Moment, id: number): Promise<ExamForecast> {
  const { today } = moment;
  const exam = await readExam(ctx, owner, moment, id);
  if (exam.daysLeft < 0) throw new AppError("conflict", "El examen ya pasó");
  const folderIds = new Set(exam.folders.map(({ folderId }) => folderId));
  const [cards, habits, rations, pending, misfit] = await Promise.all([
    selectExamCards(ctx.db, owner, id),
    selectStudyHabits(ctx.db, owner, today),
    rationsOf(ctx, owner, moment, { day: dayOf(exam.date), folderIds }),
    pendingByFolder(ctx, owner, moment),
    misfitFor(ctx, owner),
  ]);
  const ahead = examAhead(ctx, moment, exam.date, cards, habits, rations);
  const foreseen = forecastExam({ ...ahead, misfit });
  const { expected, ifStopped } = foreseen;
  const asked = pending.filter(({ folderId }) => folderIds.has(folderId));
  if (exam.daysLeft > 0) await updateForetold(ctx.db, owner, id, { on: today, ...expected });
  const fronts = await selectFronts(
    ctx.db,
    owner,
    foreseen.weakest.map((card) => card.id),
  );
  const expectedOf = new Map(foreseen.folders.map((folder) => [folder.folderId, folder.expected]));
  const folderOf = new Map(cards.map((card) => [card.id, card.folderId]));
  return {
    today,
    daysLeft: exam.daysLeft,
    cards: cards.length,
    seen: cards.filter(({ stability }) => stability !== null).length,
    expected,
    ifStopped,
    plan: planFrom(foreseen.plan, asked, ahead),
    newCards: rations.newCards,
    folders: exam.folders.map((folder) => ({ ...folder, expected: expectedOf.get(folder.folderId) ?? 0 })),
    weakest: foreseen.weakest.flatMap(({ id: cardId, recall }) => {
      const [front, folderId] = [fronts.get(cardId), folderOf.get(cardId)];
      return front === undefined || folderId === undefined ? [] : [{ cardId, front, folderId, recall }];
    }),
  };
}

/** As foreseen, but for today: what the queue holds. */
function planFrom(
  plan: Foreseen["plan"],
  pending: readonly { total: number; new: number }[],
  { seconds }: Pick<ExamAhead, "seconds">,
): PlannedDay[] {
  const newCards = pending.reduce((sum, folder) => sum + folder.new, 0);
  const reviews = pending.reduce((sum, { total }) => sum + total, 0) - newCards;
  const minutes = (reviews * seconds.review + newCards * seconds.newCard) / 60;
  return plan.map((foreseen, index) => {
    const day = index === 0 ? { ...foreseen, reviews, newCards, minutes } : foreseen;
    return {
      date: dateOfDay(day.day),
      reviews: tenths(day.reviews),
      newCards: tenths(day.newCards),
      minutes: tenths(day.minutes),
    };
  });
}

function examAhead(
  { scheduleSettings }: Context,
  { today }: Moment,
  date: LocalDate,
  cards: readonly ExamCardRow[],
  habits: StudyHabits,
  { newCardsOn }: Rations,
): ExamAhead {
  const { reviewMs, newCardMs, first, recalled, scored } = habits;
  return {
    cards: cards.map((card) => ({ id: card.id, folderId: card.folderId, schedule: scheduleOf(card) })),
    today: dayOf(today),
    examDay: dayOf(date),
    learner: learnerOf(habits, scheduleSettings),
    newCardsOn,
    attendance: attendanceOf(habits, today),
    plan: NO_PLAN,
    pressed: { first, recalled },
    scored,
    seconds: {
      review: reviewMs === null ? SECONDS.review : reviewMs / 1000,
      newCard: newCardMs === null ? SECONDS.newCard : newCardMs / 1000,
    },
  };
}

/** The share of days with study, 0..1, of the last 30; who has begun since is given a week on credit. */
function attendanceOf({ daysStudied, firstDate }: StudyHabits, today: LocalDate): number {
  const days = firstDate === null ? 0 : Math.min(ATTENDANCE_DAYS, dayOf(today) - dayOf(firstDate));
  return (daysStudied + WEEK_BEFORE.studied) / (Math.max(days, daysStudied) + WEEK_BEFORE.days);
}

/** What was foretold, beside what the reviews around the exam showed: they are not the exam, and say so. */
export async function outcome(ctx: Context, owner: OwnerId, id: number): Promise<ExamOutcome> {
  const exam = await selectForetold(ctx.db, owner, id);
  if (!exam) throw examNotFound();
  const reviews = await selectReviewsAround(ctx.db, owner, id, {
    from: addDays(exam.date, -OUTCOME_DAYS.before),
    to: addDays(exam.date, OUTCOME_DAYS.after),
  });
  const predictions = reviews.map(({ a, b, retrievability }) => {
    return calibratedRecall({ a, b }, retrievability);
  });
  return {
    foretold: exam.foretold,
    reviews: reviews.length,
    recalled: reviews.filter(({ recalled }) => recalled).length,
    predicted: reviews.length === 0 ? null : predictions.reduce((sum, each) => sum + each, 0) / reviews.length,
  };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
