import type { CourseDay } from "@repasa/contract/exams.ts";
import { longDay, percent, shortDay } from "#lib/wording.ts";

/** Possible lower ends of the recall axis. */
const FLOORS = [0.5, 0.25, 0];

/** Minimum margin between the lowest value and the lower end of the axis. */
const MARGIN = 0.04;

/**
 * Returns the lower end of the recall axis. It is one of a few round numbers, so that it seldom changes between days.
 */
export function computeCourseFloor(course: readonly CourseDay[]): number {
  const lowest = Math.min(...course.flatMap(({ low, ifStopped }) => [low, ifStopped]));
  return FLOORS.find((floor) => floor + MARGIN <= lowest) ?? 0;
}

/** Describes a day of the chart, short enough for one line on a phone. */
export function formatCourseDay({ date, mean, low, high, ifStopped }: CourseDay): string {
  const band = `${Math.round(100 * low)}–${percent(high)}`;
  return `${shortDay(date)}: ${percent(mean)} (${band}), o ${percent(ifStopped)} si lo dejas hoy`;
}

/** Describes a day of the chart in words. */
export function describeCourseDay({ date, mean, low, high, ifStopped }: CourseDay): string {
  const band = `entre el ${percent(low)} y el ${percent(high)}`;
  const day = longDay(date).replace(/ de \d+$/, "");
  return `${day}: ${percent(mean)}, ${band}; si lo dejas hoy, ${percent(ifStopped)}`;
}

/** Describes the whole chart in words. */
export function describeCourse(course: readonly CourseDay[]): string {
  const [first, last] = [course[0], course.at(-1)];
  if (!first || !last) return "";
  const band = `entre el ${percent(last.low)} y el ${percent(last.high)}`;
  return `Lo que recordarías de todas las cartas: hoy el ${percent(first.mean)} y el día del examen el ${percent(last.mean)}, ${band}. Si lo dejas hoy, ese día el ${percent(last.ifStopped)}.`;
}
