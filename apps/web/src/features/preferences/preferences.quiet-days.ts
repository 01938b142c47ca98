import { choicesOf } from "#lib/choices.ts";

const WEEKDAYS = [
  { letter: "L", name: "lunes" },
  { letter: "M", name: "martes" },
  { letter: "X", name: "miércoles" },
  { letter: "J", name: "jueves" },
  { letter: "V", name: "viernes" },
  { letter: "S", name: "sábado" },
  { letter: "D", name: "domingo" },
] as const;

/** The share of a usual day's reviews that a weekday gets. */
const weights = { normal: 1, less: 0.5, free: 0 } as const;

export type Level = keyof typeof weights;

export const levels = choicesOf<Level>({ normal: "Normal", less: "Menos", free: "Libre" });

export type Weekday = {
  letter: string;
  name: string;
  level: Level;
  /** True if another day is not free, because not all days can be. */
  mayBeFree: boolean;
};

/** @param quietDays Weights from 0 to 1, Monday first. */
export function describeWeekdays(quietDays: readonly number[]): Weekday[] {
  return WEEKDAYS.map((weekday, place) => ({
    ...weekday,
    level: toLevel(quietDays[place] ?? 1),
    mayBeFree: quietDays.some((weight, other) => weight > 0 && other !== place),
  }));
}

function toLevel(weight: number): Level {
  if (weight === 0) return "free";
  return weight === 1 ? "normal" : "less";
}

export function setLevel(quietDays: readonly number[], place: number, level: Level): number[] {
  return quietDays.with(place, weights[level]);
}

/** Returns, for example, "Menos: viernes y sábado. Libre: domingo." */
export function formatQuietDays(weekdays: readonly Weekday[]): string {
  const list = new Intl.ListFormat("es");
  const parts = levels.slice(1).flatMap(({ value, label }) => {
    const names = weekdays.filter(({ level }) => level === value).map(({ name }) => name);
    return names.length === 0 ? [] : `${label}: ${list.format(names)}.`;
  });
  return parts.length === 0 ? "Todos los días por igual." : parts.join(" ");
}
