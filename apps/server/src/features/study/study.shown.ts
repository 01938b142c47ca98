import type { Difficulty, QueuedCard } from "@repasa/contract/study.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { type Context, perContext } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { CardRow } from "#schema/cards.ts";

// The intervals that this server's queues showed, for ratings without an `interval`. They depend on the calibration, the load
// and the cards ahead at the time of the request, so that they cannot be computed again later. Other servers do not know them.

type Shown = { today: LocalDate; reviewCount: number; intervals: QueuedCard["nextIntervals"] };
type ShownCard = Pick<CardRow, "id" | "reviewCount">;

/** The number of cards whose intervals are remembered, those shown last: about 10 MB. */
export const MAX_REMEMBERED = 50_000;

const shownByCard = perContext((_ctx: Context) => new Map<string, Shown>());

const keyOf = (owner: OwnerId, { id }: ShownCard) => `${owner} ${id}`;

export function rememberShown(
  ctx: Context,
  owner: OwnerId,
  today: LocalDate,
  card: ShownCard,
  intervals: QueuedCard["nextIntervals"],
): void {
  const shown = shownByCard(ctx);
  const key = keyOf(owner, card);
  // A map lists its keys in the order in which they were added.
  shown.delete(key);
  shown.set(key, { today, reviewCount: card.reviewCount, intervals });
  const [oldest] = shown.keys();
  if (shown.size > MAX_REMEMBERED && oldest !== undefined) shown.delete(oldest);
}

/** Returns the interval that a button of the card showed last on the date of its rating; undefined if that is not known. */
export function findShown(
  ctx: Context,
  owner: OwnerId,
  today: LocalDate,
  card: ShownCard,
  difficulty: Difficulty,
): number | undefined {
  const shown = shownByCard(ctx).get(keyOf(owner, card));
  const isPresent = shown?.today === today && shown.reviewCount === card.reviewCount;
  return isPresent ? shown.intervals[difficulty] : undefined;
}
