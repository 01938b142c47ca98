import type { Day } from "#days.ts";

/**
 * Cards of an exam that were never rated.
 *
 * - `unseen`: how many there still are. `begun`: how many were rated for the first time today.
 * - `limit`: how many new cards a day the learner wants at most, or null.
 */
export type NewCards = { readonly unseen: number; readonly begun: number; readonly limit: number | null };

/**
 * - `perDay`: how many to begin on each day from today, those of today included.
 * - `today`: how many of them are left for today.
 * - `missed`: how many will not have been seen on the exam day, because the limit is too low.
 */
export type NewCardRation = { readonly perDay: number; readonly today: number; readonly missed: number };

/** New cards are begun this long before the exam, so that each can come back; in the first half of what is left if that is less. */
const LEAD_DAYS = 7;

/**
 * How many new cards to begin each day, so that all have been seen before an exam, and the last of them a week before it
 * where there is time for that.
 *
 * @returns Whole numbers; none from the exam day on.
 */
export function rationNewCards({ unseen, begun, limit }: NewCards, today: Day, examDay: Day): NewCardRation {
  const daysLeft = examDay - today;
  if (daysLeft <= 0) return { perDay: 0, today: 0, missed: unseen };
  const days = Math.max(daysLeft - LEAD_DAYS, Math.ceil(daysLeft / 2));
  const wanted = Math.ceil((unseen + begun) / days);
  const perDay = Math.min(wanted, limit ?? wanted);
  const missed = Math.max(0, unseen + begun - Math.max(begun, perDay) - perDay * (daysLeft - 1));
  return { perDay, today: Math.min(unseen, Math.max(0, perDay - begun)), missed };
}
