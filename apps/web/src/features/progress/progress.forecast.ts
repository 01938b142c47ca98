import type { ExamLoad } from "@repasa/contract/exams.ts";
import type { ForecastDay as AskedDay } from "@repasa/contract/stats.ts";
import { formatExamLabel } from "#features/exams/exams.wording.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { weekdayAndDay } from "#lib/wording.ts";

const cards = (count: number) => counted(count, "carta", "cartas");

/** `without`: the number of cards without exams. */
export type ForecastDay = { date: string; count: number; without?: number | undefined };

/** In days. */
export const WEEK = 7;

/**
 * Adds the load with and without exams to each day. The cards of the coming week are what each day will ask, as on Home, and only the
 * difference that exams make is simulated.
 */
export function mergeExamLoad(days: readonly AskedDay[], load: ExamLoad | undefined): ForecastDay[] {
  const loaded = new Map(load?.days.map((day) => [day.date, day]));
  return days.map(({ date, asked }, index) => {
    const { withExams, without } = loaded.get(date) ?? {};
    if (!withExams || !without) return { date, count: asked };
    if (index === 0) return { date, count: asked, without: asked };
    if (index > WEEK) return { date, count: Math.round(withExams.cards), without: Math.round(without.cards) };
    return { date, count: asked, without: Math.max(0, asked - Math.round(withExams.cards - without.cards)) };
  });
}

export function formatDayCount({ count, without }: ForecastDay): string {
  return without === undefined || without === count
    ? cards(count)
    : `${cards(count)}, ${formatCount(without)} sin examen`;
}

export type MarkedDay = { date: string; label: string };

export function selectExamMarks(exams: ExamLoad["exams"], days: readonly ForecastDay[]): MarkedDay[] {
  return exams
    .filter((exam) => days.some(({ date }) => date === exam.date))
    .map((exam) => ({ date: exam.date, label: formatExamLabel(exam) }));
}

export function describeToday([today]: readonly ForecastDay[]): string {
  const count = today?.count ?? 0;
  return `Hoy te ${count === 1 ? "espera" : "esperan"} ${cards(count)}`;
}

export function describeCardsAhead(days: readonly ForecastDay[], total: number): string {
  if (total === 0) return "Por ahora no te espera ninguna carta en los próximos 30 días.";
  const later = total - (days[0]?.count ?? 0);
  return `${describeToday(days)}, y en los 29 días siguientes te ${later === 1 ? "espera" : "esperan"} ${cards(later)}.`;
}

/** A day of the coming week. `label`: "Hoy", "Mañana" or, for example, "Jueves 26". */
export type ComingDay = { date: string; label: string; count: number; exams: readonly string[] };

/** Returns today and the six days after it. */
export function selectComingDays(days: readonly ForecastDay[], exams: ExamLoad["exams"] = []): ComingDay[] {
  const week = days.slice(0, WEEK);
  const marks = selectExamMarks(exams, week);
  return week.map(({ date, count }, index) => ({
    date,
    count,
    label: index === 0 ? "Hoy" : index === 1 ? "Mañana" : weekdayAndDay(date),
    exams: marks.filter((mark) => mark.date === date).map(({ label }) => label),
  }));
}
