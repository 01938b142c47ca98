import { CONFUSED_DAYS, listConfusedPairs, MAX_CONFUSIONS } from "@repasa/answers/confusions.ts";
import type { Confusion, Confusions } from "@repasa/contract/study.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { selectConfusedCards, selectConfusions } from "./confusions.queries.ts";

/** In characters: a pair is named by the beginnings of its questions. All pairs are: any of them may be the worst one of a folder. */
const MAX_QUESTION = 1000;

/** Returns the answers of the last weeks that were another card's, and the questions of the pairs that were confused repeatedly. */
export async function readConfusions(ctx: Context, owner: OwnerId, { today }: Moment): Promise<Confusions> {
  const confusions = await findConfusions(ctx, owner, { today });
  const pairs = listConfusedPairs(confusions);
  const ids = [...new Set(pairs.flatMap(({ cardId, otherId }) => [cardId, otherId]))];
  return { confusions, cards: ids.length === 0 ? [] : await selectConfusedCards(ctx.db, owner, ids, MAX_QUESTION) };
}

export function findConfusions(
  { db }: Pick<Context, "db">,
  owner: OwnerId,
  { today }: Pick<Moment, "today">,
): Promise<Confusion[]> {
  return selectConfusions(db, owner, addDays(today, -CONFUSED_DAYS), MAX_CONFUSIONS);
}
