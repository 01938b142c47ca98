// Runs in a separate thread: simulating a thousand cards takes a quarter of a second.
import { type CatchUp, findCatchUpNumber, suggestCatchUp } from "@repasa/scheduler/backlog.ts";
import type { Calibration } from "@repasa/scheduler/calibration.ts";
import type { Day } from "@repasa/scheduler/days.ts";
import { computeExamLoad, type LoadedDay } from "@repasa/scheduler/exam-load.ts";
import { type ExamAhead, type ExamForecast, forecastExam } from "@repasa/scheduler/forecast.ts";
import type { Learner } from "@repasa/scheduler/learner.ts";
import type { DateRange } from "@repasa/scheduler/local-dates.ts";
import { createModel, type Weights } from "@repasa/scheduler/memory.ts";
import type { DayPlan } from "@repasa/scheduler/plan.ts";
import type { SchedulerSettings } from "@repasa/scheduler/settings.ts";
import { forecastWorkload } from "@repasa/scheduler/workload.ts";
import { createRestsOn } from "@repasa/study-queue/breaks.ts";
import { answerTasks } from "#platform/concurrency/thread-tasks.ts";
import { type ExamCard, parseExamCards } from "./exams.cards.ts";
import {
  createNewCardPlan,
  createPace,
  createReviewLimit,
  type ExamFolders,
  type PlainPace,
  type PlainReviewLimit,
  type PlannedIntroductions,
  rationNewCardsOfExam,
  type UnseenInFolders,
} from "./exams.pace.ts";

/** A `Learner` that can be sent to a thread. */
type PlainLearner = { settings: SchedulerSettings; weights: Weights; calibration: Calibration };

/** `cards` is JSON for `parseExamCards` (exams.cards.ts). */
type CardsTask = { cards: string; today: Day; learner: PlainLearner } & Pick<ExamAhead, "pressed" | "seconds"> &
  Pick<DayPlan, "weekdays">;

export type ForecastTask = CardsTask & { what: "forecast" } & Pick<
    ExamAhead,
    "examDay" | "attendance" | "scored" | "misfit"
  > & {
    introductions: PlannedIntroductions;
    /** Null if nothing limits the reviews of a day. */
    limit: PlainReviewLimit | null;
  };

/**
 * - `examDays`: for each folder, the day of the exam that its cards are scheduled for.
 * - `due`: how many cards fall due on each day from today; for today, how many cards of other folders are pending.
 * - `days`: the number of days to compute.
 */
export type LoadTask = CardsTask & { what: "load" } & {
  examDays: ReadonlyMap<number, Day>;
  pace: PlainPace;
  due: readonly number[];
  days: number;
};

export type RationsTask = UnseenInFolders & { what: "rations"; pace: PlainPace; today: Day; exam: ExamFolders };

/**
 * - `days`: the number of days of the forecast, today included.
 * - `retentions`: the desired retentions to compare.
 */
export type WorkloadTask = CardsTask & { what: "workload"; days: number; retentions: readonly number[] };

/** `days`: the length of the plan; null for the one to suggest. */
export type CatchUpTask = Omit<CardsTask, "seconds"> & {
  what: "catchUp";
  days: number | null;
  usual: number;
  breaks: readonly DateRange[];
};

export type Task = ForecastTask | LoadTask | RationsTask | WorkloadTask | CatchUpTask;

/** A forecast with the number of cards, the number of those that were rated before, and the folder of each of the weakest. */
export type ForecastResult = ExamForecast & { cards: number; seen: number; folderOf: ReadonlyMap<number, number> };

function computeForecast({
  cards: text,
  today,
  examDay,
  learner,
  introductions,
  weekdays,
  limit,
  ...task
}: ForecastTask): ForecastResult {
  const cards = parseExamCards(text);
  const cardsByDueDay = Map.groupBy(cards, ({ schedule }) => schedule.dueDay);
  const countOwn = (day: Day) => cardsByDueDay.get(day)?.length ?? 0;
  const forecast = forecastExam({
    ...task,
    cards,
    today,
    examDay,
    learner: toModelLearner(learner),
    newCardsOn: createNewCardPlan(introductions, today, examDay),
    restsOn: createRestsOn(introductions.breaks),
    plan: { weekdays },
    limit: limit === null ? undefined : createReviewLimit(limit, { today, examDay, countOwn }),
  });
  const folderOf = new Map(cards.map(({ id, folderId }) => [id, folderId]));
  return {
    ...forecast,
    cards: cards.length,
    seen: cards.filter(({ schedule }) => schedule.memory !== null).length,
    folderOf: new Map(forecast.weakest.map(({ id }) => [id, folderOf.get(id) as number])),
  };
}

function computeLoad({ cards: text, examDays, pace, due, learner, today, ...task }: LoadTask): LoadedDay[] {
  const cards = parseExamCards(text).flatMap((card) => {
    const examDay = examDays.get(card.folderId);
    return examDay === undefined ? [] : [{ ...card, examDay }];
  });
  const cardsByDueDay = Map.groupBy(cards, ({ schedule }: ExamCard) => schedule.dueDay);
  const others = (day: Day): number => {
    const all = due[day - today] ?? 0;
    return day === today ? all : Math.max(0, all - (cardsByDueDay.get(day)?.length ?? 0));
  };
  return computeExamLoad({
    ...task,
    cards,
    today,
    others,
    pace: createPace(pace),
    learner: toModelLearner(learner),
  });
}

/** Returns the mean number of reviews per day of the given cards at each retention, if everything due is studied each day. */
function computeReviewsPerDay({ cards: text, learner, retentions, weekdays, ...task }: WorkloadTask): number[] {
  const cards = parseExamCards(text);
  const present = toModelLearner(learner);
  return retentions.map((desiredRetention) => {
    const work = forecastWorkload({
      ...task,
      cards,
      learner: { ...present, settings: { ...present.settings, desiredRetention } },
      newCardsOn: () => 0,
      attendance: 1,
      plan: { weekdays },
    });
    return work.reduce((sum, { reviews }) => sum + reviews, 0) / task.days;
  });
}

function computeCatchUp({ cards, learner, days, weekdays, breaks, ...task }: CatchUpTask): CatchUp {
  const backlog = {
    ...task,
    cards: parseExamCards(cards),
    learner: toModelLearner(learner),
    plan: { weekdays },
    restsOn: createRestsOn(breaks),
  };
  return days === null ? suggestCatchUp(backlog) : { days, perDay: findCatchUpNumber(backlog, days) };
}

function toModelLearner({ settings, weights, calibration }: PlainLearner): Learner {
  return { settings, model: createModel(weights), calibration };
}

answerTasks((task: Task) => {
  if (task.what === "rations") return rationNewCardsOfExam(task, task.pace, task.today, task.exam);
  if (task.what === "catchUp") return computeCatchUp(task);
  if (task.what === "workload") return computeReviewsPerDay(task);
  return task.what === "forecast" ? computeForecast(task) : computeLoad(task);
});
