import { CONFUSED_DAYS, listConfusedPairs, MAX_CONFUSIONS } from "@repasa/answers/confusions.ts";
import type { Confusion, Confusions } from "@repasa/contract/study.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { selectConfusedCards, selectConfusions } from "./confusions.queries.ts";

/** The most pairs whose questions are read, because a question may have 10,000 characters. */
const MAX_PAIRS = 20;

/** Returns the answers of the last weeks that were another card's, and the questions of the pairs that were confused repeatedly. */
export async function readConfusions(ctx: Context, owner: OwnerId, { today }: Moment): Promise<Confusions> {
  const confusions = await findConfusions(ctx, owner, { today });
  const pairs = listConfusedPairs(confusions).slice(0, MAX_PAIRS);
  const ids = [...new Set(pairs.flatMap(({ cardId, otherId }) => [cardId, otherId]))];
  return { confusions, cards: ids.length === 0 ? [] : await selectConfusedCards(ctx.db, owner, ids) };
}

export function findConfusions(
  { db }: Pick<Context, "db">,
  owner: OwnerId,
  { today }: Pick<Moment, "today">,
): Promise<Confusion[]> {
  return selectConfusions(db, owner, addDays(today, -CONFUSED_DAYS), MAX_CONFUSIONS);
}
