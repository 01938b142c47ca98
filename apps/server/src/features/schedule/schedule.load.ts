import { type Day, toDayNumber } from "@repasa/scheduler/days.ts";
import { addDays, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { DayPlan } from "@repasa/scheduler/plan.ts";
import { LOAD_DATES } from "@repasa/study-queue/study-week.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { lockScheduling, selectDueCounts, updateDueCounts } from "./schedule.queries.ts";
import type { StoredPlan } from "./schedule.state.ts";

// The number of cards that fall due on each date is stored in two bytes per date, big-endian: the form that costs PostgreSQL
// least to read and write.

type StoredLoad = Pick<StoredPlan, "dueCounts" | "dueCountsFrom">;

/** The number of dates that are counted, today included. */
export const COUNTED_DAYS = LOAD_DATES;

const BYTES_PER_DATE = 2;
const MAX_COUNT = 0xffff;

/** Recounts the due dates. Ratings and undos keep the counts up to date, but deleted cards stay counted until this runs. */
export async function countDueDates(db: Queryable, owner: OwnerId, today: LocalDate): Promise<void> {
  // A concurrent rating starts over, with these counts.
  await lockScheduling(db, owner);
  const due = await selectDueCounts(db, owner, { from: today, to: addDays(today, COUNTED_DAYS - 1) });
  await updateDueCounts(db, owner, encodeCounts(due, today), today);
}

/**
 * Returns the dates on which more cards fall due than are counted. Fewer is not an error: deleted cards stay counted until the
 * next day.
 */
export async function findUndercountedDates(
  db: Queryable,
  owner: OwnerId,
  { dueCounts, dueCountsFrom }: StoredLoad,
): Promise<LocalDate[]> {
  if (dueCounts === null || dueCountsFrom === null) return [];
  const due = await selectDueCounts(db, owner, { from: dueCountsFrom, to: addDays(dueCountsFrom, COUNTED_DAYS - 1) });
  const stored = Buffer.from(dueCounts);
  const from = toDayNumber(dueCountsFrom);
  const isUndercounted = ([date, count]: [LocalDate, number]) =>
    Math.min(MAX_COUNT, count) > (readCount(stored, toDayNumber(date) - from) ?? 0);
  return [...due].filter(isUndercounted).map(([date]) => date);
}

/** Returns the stored counts as numbers; null where none are stored. */
export function listCounts({
  dueCounts,
  dueCountsFrom: from,
}: StoredLoad): { from: LocalDate; counts: number[] } | null {
  if (dueCounts === null || from === null) return null;
  const stored = Buffer.from(dueCounts.buffer, dueCounts.byteOffset, dueCounts.byteLength);
  const counts = Array.from({ length: stored.length / BYTES_PER_DATE }, (_, place) => readCount(stored, place) ?? 0);
  return { from, counts };
}

function encodeCounts(due: ReadonlyMap<LocalDate, number>, from: LocalDate): Uint8Array {
  const counts = Buffer.alloc(BYTES_PER_DATE * COUNTED_DAYS);
  for (const [date, count] of due)
    counts.writeUInt16BE(Math.min(MAX_COUNT, count), BYTES_PER_DATE * (toDayNumber(date) - toDayNumber(from)));
  return counts;
}

type CountedCard = { suspended: boolean; nextReviewDate: LocalDate | null };

/**
 * Returns the counts after a card's due date has changed. Suspended cards are not counted.
 *
 * @param after The new due date; null for a card that is new again.
 */
export function moveDueCount(
  { dueCounts, dueCountsFrom, suspended, nextReviewDate: before }: StoredLoad & CountedCard,
  after: LocalDate | null,
): Uint8Array | null {
  if (dueCounts === null || dueCountsFrom === null || suspended || before === after) return dueCounts;
  const counts = Buffer.from(dueCounts);
  const from = toDayNumber(dueCountsFrom);
  const change = (date: LocalDate | null, by: number) => {
    const count = date === null ? undefined : readCount(counts, toDayNumber(date) - from);
    if (date === null || count === undefined) return;
    counts.writeUInt16BE(Math.min(MAX_COUNT, Math.max(0, count + by)), BYTES_PER_DATE * (toDayNumber(date) - from));
  };
  change(before, -1);
  change(after, 1);
  return counts;
}

function readCount(counts: Buffer, place: number): number | undefined {
  return place >= 0 && place < counts.length / BYTES_PER_DATE ? counts.readUInt16BE(BYTES_PER_DATE * place) : undefined;
}

/**
 * Returns the plan by which the scheduler distributes due dates evenly over days.
 *
 * @param dueDay The present due day of the card that is rated, so that the load does not count the card itself; null for a new
 *   card.
 */
export function buildDayPlan({ dueCounts, dueCountsFrom, quietDays }: StoredPlan, dueDay: Day | null): DayPlan {
  const weekdays = quietDays ?? undefined;
  if (dueCounts === null || dueCountsFrom === null) return { weekdays };
  const counts = Buffer.from(dueCounts.buffer, dueCounts.byteOffset, dueCounts.byteLength);
  const from = toDayNumber(dueCountsFrom);
  const load = (day: Day): number | undefined => {
    const count = readCount(counts, day - from);
    return count === undefined || day !== dueDay ? count : Math.max(0, count - 1);
  };
  return { load, weekdays };
}
