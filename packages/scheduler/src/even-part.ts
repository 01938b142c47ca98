/** A day with fewer reviews than this counts as one with this many. */
export const SHORT_DAY = 20;

/**
 * Computes the reviews of a day after a break: an even part of what is due until the end of spreading, at least a short day.
 *
 * @param due The cards that are due until then, the day's own reviewed ones included; need not be whole.
 * @param days The days until then, the day itself included: 1 or more.
 */
export function computeEvenPart(due: number, days: number): number {
  return Math.max(SHORT_DAY, Math.ceil(due / days));
}
