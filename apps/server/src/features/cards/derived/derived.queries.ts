import { markMediaUsed } from "#features/media/media.queries.ts";
import { type SQL, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type CardRow, cardMedia, cardTexts } from "#schema/cards.ts";
import { mediaIdsOf, searchBytesOf } from "../cards.words.ts";

export type WrittenCard = Pick<CardRow, "id" | "front" | "back" | "format" | "tags">;

/**
 * Keeps what is derived from texts, `card_texts` and `card_media`, in step with cards that were added or changed, in the
 * transaction that did so. One statement; siblings that share their texts are folded and sent once.
 */
export async function upsertDerived(db: Queryable, owner: OwnerId, written: readonly WrittenCard[]): Promise<void> {
  if (written.length === 0) return;
  const folded = new Map<string, { place: number; bytes: Uint8Array }>();
  const rows = written.map((card) => {
    const texts = JSON.stringify([card.front, card.back, card.tags]);
    const known = folded.get(texts) ?? { place: folded.size + 1, bytes: searchBytesOf(card) };
    folded.set(texts, known);
    return { id: card.id, place: known.place };
  });
  const named = written.flatMap((card) => mediaIdsOf(card).map((mediaId) => ({ id: card.id, mediaId })));
  await db.execute(sql`
    with written as (
      select * from unnest(${list(rows.map(({ id }) => id))}::bigint[], ${list(rows.map(({ place }) => place))}::integer[])
        as written (card_id, place)
    ),
    named as materialized (
      select * from unnest(${list(named.map(({ id }) => id))}::bigint[], ${list(named.map(({ mediaId }) => mediaId))}::text[])
        as named (card_id, media_id)
    ),
    forgotten as (
      delete from ${cardMedia} where user_id = ${owner} and card_id in (select card_id from written)
        and (card_id, media_id) not in (select card_id, media_id from named)
    ),
    added as (
      insert into ${cardMedia} (user_id, card_id, media_id) select ${owner}, card_id, media_id from named
      on conflict do nothing
    ),
    kept as (${markMediaUsed(owner, sql`select media_id from named`)})
    insert into ${cardTexts} (user_id, card_id, folded)
    select ${owner}, card_id, (${list([...folded.values()].map(({ bytes }) => bytes))}::bytea[])[place] from written
    on conflict (user_id, card_id) do update set folded = excluded.folded`);
}

const list = (values: readonly unknown[]): SQL => sql`${sql.param([...values])}`;
