import type { CostlyCard, CostlyCards } from "@repasa/contract/study.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { type SpentTime, selectSpentTime } from "./costly.queries.ts";

/** In days, today included. */
const PERIOD = 28;
const SHARE = 1 / 4;
/** As many cards as can be improved one after another. */
const MAX_CARDS = 5;
/** The share of the reviewed cards above which it is no wonder that they take a quarter of the time. */
const MAX_CARD_SHARE = 1 / 10;
const MIN_REVIEWS = 3;
/** In milliseconds: a quarter of less time is not worth the work. */
const MIN_TOTAL = 10 * 60_000;

/** Returns the few cards that have taken a quarter of the time of the last weeks. */
export async function readCostlyCards(ctx: Context, owner: OwnerId, { today }: Moment): Promise<CostlyCards> {
  const since = addDays(today, 1 - PERIOD);
  return chooseCostly(await selectSpentTime(ctx.db, owner, since, { least: MIN_REVIEWS, limit: MAX_CARDS }));
}

function chooseCostly({ totalMs, reviewed, costliest }: SpentTime): CostlyCards {
  const wanted = totalMs * SHARE;
  const cards: CostlyCard[] = [];
  let sum = 0;
  for (const card of costliest) {
    if (sum >= wanted) break;
    cards.push(card);
    sum += card.spentMs;
  }
  const isWorthSaying = totalMs >= MIN_TOTAL && sum >= wanted && cards.length <= reviewed * MAX_CARD_SHARE;
  return isWorthSaying ? { cards, share: sum / totalMs } : { cards: [], share: 0 };
}
