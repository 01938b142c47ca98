import type { CourseDay, ExamForecast } from "@repasa/contract/exams.ts";
import type { ListedQuiz } from "@repasa/contract/quizzes.ts";
import { describeScore } from "#features/quizzes/quizzes.wording.ts";
import { compareDates, daysBetween, localDateOf } from "#lib/local-date.ts";
import { dayAndMonth, longDayOfYear, percent, percentBand, shortDay } from "#lib/wording.ts";

/** The result of a quiz of the exam: how many answers were right, and the estimated share of all its cards with its 90 % interval. */
export type QuizPoint = { date: string; right: number; of: number; share: number; low: number; high: number };

/** Quizzes that are older are not charted, so that the days until the exam have room. */
const MAX_DAYS_BACK = 60;

/** Returns the finished quizzes of an exam that have an estimate as points of its chart, the oldest first. */
export function listQuizPoints(quizzes: readonly ListedQuiz[], examId: number, today: string): QuizPoint[] {
  return quizzes
    .flatMap(({ examId: tested, finishedAt, right, of, share, low, high }) => {
      if (tested !== examId || finishedAt === null || right === null) return [];
      if (share === null || low === null || high === null) return [];
      // The study day of a quiz at night may not have ended on today's date.
      const day = localDateOf(new Date(finishedAt), 0);
      return [{ date: day > today ? today : day, right, of, share, low, high }];
    })
    .filter(({ date }) => daysBetween(date, today) <= MAX_DAYS_BACK)
    .sort((a, b) => compareDates(a.date, b.date));
}

/** The ends of the recall axis are multiples of this. */
const AXIS_STEP = 0.05;

/** Minimum margin between a value and the lower end of the axis. */
const MARGIN = 0.01;

/**
 * Returns the ends of the recall axis: as near to each other as the lines allow, so that they use its height. A quiz does not stretch
 * it, because a single bad one would flatten the lines.
 */
export function computeCourseAxis(course: readonly CourseDay[]): { floor: number; top: number } {
  const lowest = Math.min(...course.flatMap(({ low, ifStopped }) => [low, ifStopped]));
  const highest = Math.max(...course.flatMap(({ high, ifStopped }) => [high, ifStopped]));
  const floor = Math.max(0, Math.floor((lowest - MARGIN) / AXIS_STEP + 1e-9));
  const top = Math.min(1 / AXIS_STEP, Math.max(floor + 2, Math.ceil(highest / AXIS_STEP - 1e-9)));
  return { floor: Math.min(floor, top - 2) * AXIS_STEP, top: top * AXIS_STEP };
}

/** Describes a day of the chart, short enough for one line on a phone. */
export function formatCourseDay({ date, mean, low, high, ifStopped }: CourseDay): string {
  return `${shortDay(date)}: ${percent(mean)} (${formatBand({ low, high })}), o ${percent(ifStopped)} si lo dejas hoy`;
}

/** Returns "94–97 %". */
export function formatBand({ low, high }: Pick<CourseDay, "low" | "high">): string {
  return `${Math.round(100 * low)}–${percent(high)}`;
}

/** Describes a day of the chart in words. */
export function describeCourseDay({ date, mean, low, high, ifStopped }: CourseDay): string {
  const band = percentBand(low, high);
  return `${longDayOfYear(date)}: ${percent(mean)}, ${band}; si lo dejas hoy, ${percent(ifStopped)}`;
}

/** Describes the whole chart in words. */
export function describeCourse(course: readonly CourseDay[]): string {
  const [first, last] = [course[0], course.at(-1)];
  if (!first || !last) return "";
  const band = percentBand(last.low, last.high);
  return `Lo que recordarías de todas las cartas: hoy el ${percent(first.mean)} y el día del examen el ${percent(last.mean)}, ${band}. Si lo dejas hoy, ese día el ${percent(last.ifStopped)}.`;
}

/** Describes the result of a quiz in words. */
export function describeQuizPoint({ date, right, of }: QuizPoint): string {
  return `Test del ${longDayOfYear(date)}: ${describeScore({ right, of })}.`;
}

/**
 * Sets what was right in a quiz beside the forecast, which is about all cards, and about the exam's day. Today's recall may be
 * high even after a bad quiz, because the result of the quiz has shown the right answers.
 */
export function compareWithForecast(
  { date, right, of }: QuizPoint,
  { course: [today], expected }: Pick<ExamForecast, "course" | "expected">,
): string {
  const then = `el día del examen, con el plan, el ${percent(expected.mean)}`;
  const recall = today
    ? `vistas ya las respuestas, hoy recordarías el ${percent(today.mean)} de todas las cartas, y ${then}`
    : `${then} de todas las cartas`;
  return `En el test del ${dayAndMonth(date)} acertaste ${describeScore({ right, of })}; ${recall}.`;
}
