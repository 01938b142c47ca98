import type { CourseDay } from "@repasa/contract/exams.ts";
import { longDay, percent, shortDay } from "#lib/wording.ts";

/** Where the axis of shares may begin. */
const FLOORS = [0.5, 0.25, 0];

/** So much stays free below what is drawn. */
const ROOM = 0.04;

/** Where the axis of shares begins: few round numbers, so that it seldom changes from day to day. */
export function courseFloor(course: readonly CourseDay[]): number {
  const lowest = Math.min(...course.flatMap(({ low, ifStopped }) => [low, ifStopped]));
  return FLOORS.find((floor) => floor + ROOM <= lowest) ?? 0;
}

/** A day in one line of a phone. */
export function courseReadout({ date, mean, low, high, ifStopped }: CourseDay): string {
  const band = `${Math.round(100 * low)}–${percent(high)}`;
  return `${shortDay(date)}: ${percent(mean)} (${band}), o ${percent(ifStopped)} si lo dejas hoy`;
}

/** The same in words. */
export function courseText({ date, mean, low, high, ifStopped }: CourseDay): string {
  const band = `entre el ${percent(low)} y el ${percent(high)}`;
  const day = longDay(date).replace(/ de \d+$/, "");
  return `${day}: ${percent(mean)}, ${band}; si lo dejas hoy, ${percent(ifStopped)}`;
}

/** The chart in one sentence. */
export function courseTitle(course: readonly CourseDay[]): string {
  const [first, last] = [course[0], course.at(-1)];
  if (!first || !last) return "";
  const band = `entre el ${percent(last.low)} y el ${percent(last.high)}`;
  return `Lo que recordarías de todas las cartas: hoy el ${percent(first.mean)} y el día del examen el ${percent(last.mean)}, ${band}. Si lo dejas hoy, ese día el ${percent(last.ifStopped)}.`;
}
