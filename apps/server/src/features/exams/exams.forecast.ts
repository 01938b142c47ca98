import type { ExamForecast, ExamOutcome } from "@repasa/contract/exams.ts";
import { calibratedRecall } from "@repasa/scheduler/calibration.ts";
import { dateOfDay, dayOf } from "@repasa/scheduler/days.ts";
import { type ExamAhead, forecastExam } from "@repasa/scheduler/forecast.ts";
import { rationNewCards } from "@repasa/scheduler/new-cards.ts";
import { AppError } from "#app-error.ts";
import type { Context } from "#context.ts";
import { learnerOf, planOf, scheduleOf } from "#features/schedule/schedule.service.ts";
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
  const [cards, habits] = await Promise.all([
    selectExamCards(ctx.db, owner, id),
    selectStudyHabits(ctx.db, owner, id, today),
  ]);
  const foreseen = forecastExam(examAhead(ctx, moment, exam.date, cards, habits));
  const { expected, ifStopped } = foreseen;
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
    plan: foreseen.plan.map(({ day, reviews, newCards, minutes }) => ({
      date: dateOfDay(day),
      reviews: tenths(reviews),
      newCards: tenths(newCards),
      minutes: tenths(minutes),
    })),
    folders: exam.folders.map((folder) => ({ ...folder, expected: expectedOf.get(folder.folderId) ?? 0 })),
    weakest: foreseen.weakest.flatMap(({ id: cardId, recall }) => {
      const [front, folderId] = [fronts.get(cardId), folderOf.get(cardId)];
      return front === undefined || folderId === undefined ? [] : [{ cardId, front, folderId, recall }];
    }),
  };
}

function examAhead(
  { scheduleSettings }: Context,
  { today }: Moment,
  date: LocalDate,
  cards: readonly ExamCardRow[],
  habits: StudyHabits,
): ExamAhead {
  const [day, examDay] = [dayOf(today), dayOf(date)];
  const { begun, newCardsPerDay: limit, reviewMs, newCardMs, first, recalled, scored } = habits;
  return {
    cards: cards.map((card) => ({ id: card.id, folderId: card.folderId, schedule: scheduleOf(card) })),
    today: day,
    examDay,
    learner: learnerOf(habits, scheduleSettings),
    newCardsOn: (on, unseen) => rationNewCards({ unseen, begun: on === day ? begun : 0, limit }, on, examDay).today,
    attendance: attendanceOf(habits, today),
    plan: planOf(habits, null),
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
