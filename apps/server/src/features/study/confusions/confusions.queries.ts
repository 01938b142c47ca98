import type { ConfusedCard, Confusion } from "@repasa/contract/study.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { and, eq, inArray, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { cards } from "#schema/cards.ts";
import { reviews } from "#schema/schedule.ts";

/** Returns the latest answers since a date that were another card's, the newest first, of cards that both exist. */
export async function selectConfusions(
  db: Queryable,
  owner: OwnerId,
  since: LocalDate,
  limit: number,
): Promise<Confusion[]> {
  const { rows } = await db.execute<Confusion>(sql`
    select review.review_id as "reviewId", review.local_date as date, card.id as "cardId", card.folder_id as "folderId",
      other.id as "otherId"
    from ${reviews} as review
    join ${cards} as card on card.user_id = ${owner} and card.id = review.card_id
    join ${cards} as other on other.user_id = ${owner} and other.id = review.confused_with
    where review.user_id = ${owner} and review.confused_with is not null and review.undone_at is null
      and review.local_date >= ${since}::date
    order by review.id desc limit ${limit}`);
  return rows;
}

export async function selectConfusedCards(
  db: Queryable,
  owner: OwnerId,
  ids: readonly number[],
  maxQuestion: number,
): Promise<ConfusedCard[]> {
  return db
    .select({
      id: cards.id,
      front: sql<string>`left(${cards.front}, ${maxQuestion})`,
      format: cards.format,
      variant: cards.variant,
    })
    .from(cards)
    .where(and(eq(cards.userId, owner), inArray(cards.id, [...ids])))
    .orderBy(cards.id);
}
