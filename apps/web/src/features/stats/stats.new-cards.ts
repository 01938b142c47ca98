import { formatApproximateTime } from "#lib/about-time.ts";
import { counted } from "#lib/plural.ts";

/** A daily number is offered if there are more unseen cards than this. */
export const MANY_UNSEEN = 100;

/** New cards per day. With fewer, learners do not get through a course; with more, most give up. */
const PACES = [10, 20, 40] as const;

/** Six to seven weeks: a course can take that long, and hardly anybody's motivation lasts longer. */
const MAX_DAYS = 45;

/** The first review, and about two more in the following weeks, when the card is due after about 3 and 10 days. */
const REVIEWS_PER_CARD = 3;
const SECONDS_PER_REVIEW = 8;

export type Pace = {
  perDay: number;
  days: number;
  /** Average study time per day. */
  minutes: number;
};

export function computePaces(unseen: number): Pace[] {
  return PACES.map((perDay) => ({
    perDay,
    days: Math.ceil(unseen / perDay),
    minutes: Math.max(1, Math.round((perDay * REVIEWS_PER_CARD * SECONDS_PER_REVIEW) / 60)),
  }));
}

/** Returns the slowest pace that takes at most `MAX_DAYS`, or the fastest one. */
export function recommendPace(unseen: number): Pace {
  const paces = computePaces(unseen);
  return paces.find(({ days }) => days <= MAX_DAYS) ?? (paces.at(-1) as Pace);
}

/** Returns "34 días, unos 8 minutos al día con sus repasos". */
export function describePace({ days, minutes }: Pace): string {
  return `${counted(days, "día", "días")}, ${formatApproximateTime(minutes)} al día con sus repasos`;
}

/** Describes the effort of seeing all cards today: "unas 2 horas hoy, y luego sus repasos". */
export function describeAllAtOnce(unseen: number): string {
  return `${formatApproximateTime(Math.round((unseen * SECONDS_PER_REVIEW) / 60))} hoy, y luego sus repasos`;
}
