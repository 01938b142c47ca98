// The guids that identify notes in Anki. Exports write them, and imports recognise cards by them.
import { type SQL, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import { cards } from "#schema/cards.ts";

const computedGuid = (name: SQL) => sql`'r' || left(md5(card.user_id || ':' || ${name}), 15)`;
const cardName = sql`card.id || ':' || floor(extract(epoch from card.created_at) * 1000)`;

/**
 * The guid that an export for Anki gives a row `card`. It is the guid of the Anki note that the card came from if the card is the
 * note's first or has siblings; otherwise it is computed from the card's group, or from the card itself.
 */
export const exportedGuid = (owner: OwnerId) => sql`coalesce(
  case when card.group_id is not null then (
    select min(sibling.note_guid) from ${cards} as sibling
    where sibling.user_id = ${owner} and sibling.group_id = card.group_id
  ) when coalesce(card.note_template, 0) = 0 then card.note_guid end,
  ${computedGuid(sql`coalesce(card.group_id::text, ${cardName})`)})`;

/** The guid that an export computes for a row `card` that has no siblings and came from no note. */
export const loneGuid = computedGuid(cardName);
