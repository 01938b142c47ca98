import { markMediaUsed } from "#features/media/media.queries.ts";
import { type SQL, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { cardMedia, cardTexts } from "#schema/cards.ts";

/**
 * The values derived from the texts of written cards.
 *
 * - `folded`: the distinct texts, encoded for searches.
 * - `cards`: the written cards, each with the position of its texts in `folded`, counted from 1.
 * - `media`: the media files that the cards name.
 */
export type DerivedContents = {
  cards: readonly { id: number; place: number }[];
  folded: readonly Uint8Array[];
  media: readonly { cardId: number; mediaId: string }[];
};

export async function upsertDerived(
  db: Queryable,
  owner: OwnerId,
  { cards, folded, media }: DerivedContents,
): Promise<void> {
  await db.execute(sql`
    with written as (
      select * from unnest(${list(cards.map(({ id }) => id))}::bigint[], ${list(cards.map(({ place }) => place))}::integer[])
        as written (card_id, place)
    ),
    named as materialized (
      select * from unnest(${list(media.map(({ cardId }) => cardId))}::bigint[], ${list(media.map(({ mediaId }) => mediaId))}::text[])
        as named (card_id, media_id)
    ),
    removed as (
      delete from ${cardMedia} where user_id = ${owner} and card_id in (select card_id from written)
        and (card_id, media_id) not in (select card_id, media_id from named)
    ),
    added as (
      insert into ${cardMedia} (user_id, card_id, media_id) select ${owner}, card_id, media_id from named
      on conflict do nothing
    ),
    marked as (${markMediaUsed(owner, sql`select media_id from named`)})
    insert into ${cardTexts} (user_id, card_id, folded)
    select ${owner}, card_id, (${list(folded)}::bytea[])[place] from written
    on conflict (user_id, card_id) do update set folded = excluded.folded`);
}

const list = (values: readonly unknown[]): SQL => sql`${sql.param([...values])}`;
