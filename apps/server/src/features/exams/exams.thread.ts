// Runs in a separate thread: simulating a thousand cards takes a quarter of a second.
import type { Calibration } from "@repasa/scheduler/calibration.ts";
import type { Day } from "@repasa/scheduler/days.ts";
import { type LoadedDay, loadOfExams } from "@repasa/scheduler/exam-load.ts";
import { type ExamAhead, type ExamForecast, forecastExam } from "@repasa/scheduler/forecast.ts";
import type { Learner } from "@repasa/scheduler/learner.ts";
import { createModel, type Weights } from "@repasa/scheduler/memory.ts";
import type { DayPlan } from "@repasa/scheduler/plan.ts";
import type { SchedulerSettings } from "@repasa/scheduler/settings.ts";
import { answerTasks } from "#platform/concurrency/thread-tasks.ts";
import { type ExamCard, parseExamCards } from "./exams.cards.ts";
import {
  createBegunCount,
  createNewCardPlan,
  type ExamFolders,
  type NewCardsMet,
  type PlainPace,
  rationNewCardsOfExam,
  type UnmetInFolders,
} from "./exams.pace.ts";

/** A `Learner` that can be sent to a thread. */
export type PlainLearner = { settings: SchedulerSettings; weights: Weights; calibration: Calibration };

/** `cards` is JSON for `parseExamCards` (exams.cards.ts). */
type WithCards = { cards: string; today: Day; learner: PlainLearner } & Pick<ExamAhead, "pressed" | "seconds"> &
  Pick<DayPlan, "weekdays">;

export type ForecastTask = WithCards & { what: "forecast" } & Pick<
    ExamAhead,
    "examDay" | "attendance" | "scored" | "misfit"
  > & { met: NewCardsMet };

/**
 * - `examDays`: by folder, the exam that its cards are scheduled for.
 * - `due`: how many cards fall due on each day from today, but today's are what is pending of other folders.
 * - `days`: the number of days to compute.
 */
export type LoadTask = WithCards & { what: "load" } & {
  examDays: ReadonlyMap<number, Day>;
  pace: PlainPace;
  due: readonly number[];
  days: number;
};

export type RationsTask = UnmetInFolders & { what: "rations"; pace: PlainPace; today: Day; exam: ExamFolders };

export type Task = ForecastTask | LoadTask | RationsTask;

/** A forecast with the number of cards, and of those that were rated before. */
export type ForecastResult = ExamForecast & { cards: number; seen: number; folderOf: ReadonlyMap<number, number> };

function computeForecast({
  cards: text,
  today,
  examDay,
  learner,
  met,
  weekdays,
  ...task
}: ForecastTask): ForecastResult {
  const cards = parseExamCards(text);
  const foreseen = forecastExam({
    ...task,
    cards,
    today,
    examDay,
    learner: toModelLearner(learner),
    newCardsOn: createNewCardPlan(met, today, examDay),
    plan: { weekdays },
  });
  const folderOf = new Map(cards.map(({ id, folderId }) => [id, folderId]));
  return {
    ...foreseen,
    cards: cards.length,
    seen: cards.filter(({ schedule }) => schedule.memory !== null).length,
    folderOf: new Map(foreseen.weakest.map(({ id }) => [id, folderOf.get(id) as number])),
  };
}

function computeLoad({ cards: text, examDays, pace, due, learner, today, ...task }: LoadTask): LoadedDay[] {
  const cards = parseExamCards(text).flatMap((card) => {
    const examDay = examDays.get(card.folderId);
    return examDay === undefined ? [] : [{ ...card, examDay }];
  });
  const own = Map.groupBy(cards, ({ schedule }: ExamCard) => schedule.dueDay);
  const others = (day: Day): number => {
    const all = due[day - today] ?? 0;
    return day === today ? all : Math.max(0, all - (own.get(day)?.length ?? 0));
  };
  return loadOfExams({
    ...task,
    cards,
    today,
    others,
    pace: { ...pace, begunFor: createBegunCount(pace) },
    learner: toModelLearner(learner),
  });
}

function toModelLearner({ settings, weights, calibration }: PlainLearner): Learner {
  return { settings, model: createModel(weights), calibration };
}

answerTasks((task: Task) => {
  if (task.what === "rations") return rationNewCardsOfExam(task, task.pace, task.today, task.exam);
  return task.what === "forecast" ? computeForecast(task) : computeLoad(task);
});
