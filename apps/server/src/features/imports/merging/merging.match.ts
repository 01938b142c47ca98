import type { CollectedReview } from "../history/history.log.ts";

/** The maximum shift. An export moves a review forward by 1 ms for each other review at the same instant. */
const MAX_SHIFT_MS = 1_000;

/**
 * Returns the reviews of one card in a file that its log does not have. Each review of the log matches at most one of the file,
 * even if it was undone here.
 *
 * @param reviews The card's reviews in the file, oldest first.
 * @param logged The instants of the log, oldest first.
 */
export function findUnknownReviews(
  reviews: readonly CollectedReview[],
  logged: readonly number[],
): readonly CollectedReview[] {
  const left = new Map<number, number>();
  for (const at of logged) left.set(at, (left.get(at) ?? 0) + 1);
  const take = (at: number): boolean => {
    const count = left.get(at) ?? 0;
    if (count > 0) left.set(at, count - 1);
    return count > 0;
  };
  const others = reviews.filter(({ at }) => !take(at));
  if (others.length === 0) return others;
  const instants = [...left.keys()];
  return others.filter(({ at }) => {
    const moved = instants.findLast((one) => one < at && one > at - MAX_SHIFT_MS && (left.get(one) ?? 0) > 0);
    return moved === undefined || !take(moved);
  });
}
