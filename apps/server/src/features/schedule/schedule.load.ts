import { type Day, dayOf } from "@repasa/scheduler/days.ts";
import { addDays, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { DayPlan } from "@repasa/scheduler/plan.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { lockScheduling, selectDueCounts, updateDueCounts } from "./schedule.queries.ts";
import type { StoredPlan } from "./schedule.state.ts";

// How many cards fall due on each date, kept as two bytes a date: the form that costs PostgreSQL least to read and to write.

type StoredLoad = Pick<StoredPlan, "dueCounts" | "dueCountsFrom">;

/** From the date of the count on: the longest interval ends on the last one. */
export const COUNTED_DAYS = 366;

const BYTES = 2;
const MOST = 0xffff;

/** Counts anew what ratings and undos have kept up to date, and corrects what a deletion has left standing there. */
export async function countDueDates(db: Queryable, owner: OwnerId, today: LocalDate): Promise<void> {
  // A rating that is under way starts over with what is counted here.
  await lockScheduling(db, owner);
  const due = await selectDueCounts(db, owner, { from: today, to: addDays(today, COUNTED_DAYS - 1) });
  await updateDueCounts(db, owner, countsOf(due, today), today);
}

/** The dates on which more cards fall due than are counted; what was deleted since stays counted until the next day. */
export async function findUndercountedDates(
  db: Queryable,
  owner: OwnerId,
  { dueCounts, dueCountsFrom }: StoredLoad,
): Promise<LocalDate[]> {
  if (dueCounts === null || dueCountsFrom === null) return [];
  const due = await selectDueCounts(db, owner, { from: dueCountsFrom, to: addDays(dueCountsFrom, COUNTED_DAYS - 1) });
  const stored = Buffer.from(dueCounts);
  const from = dayOf(dueCountsFrom);
  const isUndercounted = ([date, count]: [LocalDate, number]) =>
    Math.min(MOST, count) > (countOn(stored, dayOf(date) - from) ?? 0);
  return [...due].filter(isUndercounted).map(([date]) => date);
}

function countsOf(due: ReadonlyMap<LocalDate, number>, from: LocalDate): Uint8Array {
  const counts = Buffer.alloc(BYTES * COUNTED_DAYS);
  for (const [date, count] of due) counts.writeUInt16BE(Math.min(MOST, count), BYTES * (dayOf(date) - dayOf(from)));
  return counts;
}

type CountedCard = { suspended: boolean; nextReviewDate: LocalDate | null };

/** The counts once a card falls due on another date; null where it is new. A suspended one is not counted. */
export function moveDueCount(
  { dueCounts, dueCountsFrom, suspended, nextReviewDate: before }: StoredLoad & CountedCard,
  after: LocalDate | null,
): Uint8Array | null {
  if (dueCounts === null || dueCountsFrom === null || suspended || before === after) return dueCounts;
  const counts = Buffer.from(dueCounts);
  const from = dayOf(dueCountsFrom);
  const change = (date: LocalDate | null, by: number) => {
    const count = date === null ? undefined : countOn(counts, dayOf(date) - from);
    if (date === null || count === undefined) return;
    counts.writeUInt16BE(Math.min(MOST, Math.max(0, count + by)), BYTES * (dayOf(date) - from));
  };
  change(before, -1);
  change(after, 1);
  return counts;
}

function countOn(counts: Buffer, place: number): number | undefined {
  return place >= 0 && place < counts.length / BYTES ? counts.readUInt16BE(BYTES * place) : undefined;
}

/**
 * What keeps a user's days even.
 *
 * @param dueDay When the card that is rated falls due, which its own load leaves out; null for a new card or none.
 */
export function buildDayPlan({ dueCounts, dueCountsFrom, quietDays }: StoredPlan, dueDay: Day | null): DayPlan {
  const weekdays = quietDays ?? undefined;
  if (dueCounts === null || dueCountsFrom === null) return { weekdays };
  const counts = Buffer.from(dueCounts.buffer, dueCounts.byteOffset, dueCounts.byteLength);
  const from = dayOf(dueCountsFrom);
  const load = (day: Day): number | undefined => {
    const count = countOn(counts, day - from);
    return count === undefined || day !== dueDay ? count : Math.max(0, count - 1);
  };
  return { load, weekdays };
}
