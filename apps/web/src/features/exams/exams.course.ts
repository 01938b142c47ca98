import type { CourseDay } from "@repasa/contract/exams.ts";
import { longDayOfYear, percent, shortDay } from "#lib/wording.ts";

/** The ends of the recall axis are multiples of this. */
const AXIS_STEP = 0.05;

/** Minimum margin between a value and the lower end of the axis. */
const MARGIN = 0.01;

/** Returns the ends of the recall axis: as near to each other as the values allow, so that the lines use its height. */
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
  const band = `entre el ${percent(low)} y el ${percent(high)}`;
  return `${longDayOfYear(date)}: ${percent(mean)}, ${band}; si lo dejas hoy, ${percent(ifStopped)}`;
}

/** Describes the whole chart in words. */
export function describeCourse(course: readonly CourseDay[]): string {
  const [first, last] = [course[0], course.at(-1)];
  if (!first || !last) return "";
  const band = `entre el ${percent(last.low)} y el ${percent(last.high)}`;
  return `Lo que recordarías de todas las cartas: hoy el ${percent(first.mean)} y el día del examen el ${percent(last.mean)}, ${band}. Si lo dejas hoy, ese día el ${percent(last.ifStopped)}.`;
}
