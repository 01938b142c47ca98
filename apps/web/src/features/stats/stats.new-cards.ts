import { aboutTime } from "#lib/about-time.ts";
import { counted } from "#lib/plural.ts";

/** From more unseen cards than this on, a daily number is offered. */
export const MANY_UNSEEN = 100;

/** With fewer folk begin too little a day to get through a course, with more most give up. */
const PACES = [10, 20, 40] as const;

/** Six or seven weeks: a course can wait so long, and hardly anybody's resolve lasts longer. */
const LONGEST_DAYS = 45;

/** The first answer, and about two more in the weeks after it, when the card comes back after 3 and 10 days or so. */
const ANSWERS_PER_CARD = 3;
const SECONDS_PER_ANSWER = 8;

export type Pace = {
  perDay: number;
  days: number;
  /** Of studying a day, on the average of these days. */
  minutes: number;
};

export function pacesFor(unseen: number): Pace[] {
  return PACES.map((perDay) => ({
    perDay,
    days: Math.ceil(unseen / perDay),
    minutes: Math.max(1, Math.round((perDay * ANSWERS_PER_CARD * SECONDS_PER_ANSWER) / 60)),
  }));
}

/** The calmest pace that gets through them in good time, else the fastest. */
export function recommendedPace(unseen: number): Pace {
  const paces = pacesFor(unseen);
  return paces.find(({ days }) => days <= LONGEST_DAYS) ?? (paces.at(-1) as Pace);
}

/** "34 días, unos 8 minutos al día con sus repasos". */
export function paceText({ days, minutes }: Pace): string {
  return `${counted(days, "día", "días")}, ${aboutTime(minutes)} al día con sus repasos`;
}

/** What it means to see all of them for the first time today: "unas 2 horas hoy, y luego sus repasos". */
export function allAtOnceText(unseen: number): string {
  return `${aboutTime(Math.round((unseen * SECONDS_PER_ANSWER) / 60))} hoy, y luego sus repasos`;
}
