// Reads the schedules and the log of Anki's cards.
import { computeLocalDate, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { MaterialReview, MaterialSchedule } from "#material.ts";
import type { CardRow, Collection, LogRow } from "./collection.ts";

const NEW = 0;
const PRACTICE = 3;
const MANUAL = 4;
const MAX_ANSWER_MS = 3_600_000;

export interface CardHistory {
  readonly reviews: MaterialReview[];
  /** The card was forgotten on purpose after its last review. */
  readonly isForgotten: boolean;
}

/** Reviews before the card was forgotten on purpose count as practice, because they say nothing about the memory since then. */
export function readHistory(log: readonly LogRow[], now: number): CardHistory {
  const past = log.filter(({ id }) => id > 0 && id <= now);
  const forgotten = past.findLastIndex(({ ease, factor, type }) => ease === 0 && factor === 0 && type >= MANUAL);
  const reviews = past.flatMap((row, index): MaterialReview[] => {
    const isReview =
      row.ease >= 1 && row.ease <= 4 && Number.isInteger(row.ease) && row.type >= 0 && row.type <= PRACTICE;
    if (!isReview) return [];
    const practice = row.type === PRACTICE || index < forgotten;
    const durationMs = row.time > 0 ? Math.min(Math.round(row.time), MAX_ANSWER_MS) : null;
    return [{ key: String(row.id), at: row.id, grade: row.ease as 1 | 2 | 3 | 4, practice, durationMs }];
  });
  const later = past.slice(forgotten + 1).some(({ ease, type }) => ease >= 1 && type < PRACTICE);
  return { reviews, isForgotten: forgotten >= 0 && !later };
}

/** Returns whether Anki has never scheduled a card, or has made it new again. */
export function isNewInAnki(card: CardRow): boolean {
  return card.type === NEW;
}

type Days = Pick<Collection, "createdAt" | "minutesWest" | "rollover"> & { readonly timeZone: string };

/**
 * Converts the columns of a card that Anki has scheduled. A card in a filtered deck has its own due date in `odue`. `interval` is
 * in whole days, 0 to 36,500, `stability` in days; `ease` is a factor, such as 2.5, null where Anki has none.
 */
export function readSchedule(card: CardRow, days: Days): MaterialSchedule {
  const due = card.odid !== 0 && card.odue !== 0 ? card.odue : card.due;
  const memory = readMemory(card.data);
  const interval = card.ivl > 0 ? card.ivl : Math.round(-card.ivl / 86_400);
  return {
    due: { date: computeDueDate(due, days) },
    interval: Math.min(Math.max(0, interval), 36_500),
    stability: memory?.stability ?? null,
    difficulty: memory?.difficulty ?? null,
    ease: card.factor >= 1000 ? Math.min(card.factor / 1000, MAX_EASE) : null,
    reviewCount: Math.min(Math.max(0, Math.round(card.reps)), MAX_REVIEWS),
  };
}

const MAX_EASE = 100;
const MAX_REVIEWS = 1_000_000;
/** In seconds since 1970. Smaller due values are days. */
const FIRST_INSTANT = 1_000_000_000;
/** In seconds since 1970: in 2096. */
const MAX_INSTANT = 4_000_000_000;
const MAX_DAYS = 100_000;

/** Converts the due value of a card: an instant in seconds for cards in learning, else a day counted from the collection's first. */
function computeDueDate(due: number, { createdAt, minutesWest, rollover, timeZone }: Days): LocalDate {
  if (due >= FIRST_INSTANT)
    return computeLocalDate(new Date(Math.min(due, MAX_INSTANT) * 1000), { timeZone, dayStartHour: rollover });
  const first =
    minutesWest === null
      ? computeLocalDate(new Date(createdAt * 1000), { timeZone, dayStartHour: 0 })
      : new Date((createdAt - minutesWest * 60) * 1000).toISOString().slice(0, 10);
  const day = new Date(`${first}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + Math.max(-MAX_DAYS, Math.min(MAX_DAYS, Math.trunc(due))));
  return day.toISOString().slice(0, 10) as LocalDate;
}

/** Reads FSRS's figures, which Anki stores as JSON in the card. */
function readMemory(data: string): { stability: number; difficulty: number } | null {
  if (!data.startsWith("{")) return null;
  try {
    const { s, d } = JSON.parse(data) as { s?: unknown; d?: unknown };
    if (typeof s !== "number" || typeof d !== "number" || !(s > 0) || !(d >= 1 && d <= 10)) return null;
    return { stability: Math.min(s, 36_500), difficulty: d };
  } catch {
    return null;
  }
}
