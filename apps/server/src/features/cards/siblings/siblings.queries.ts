import { and, asc, eq, or, sql } from "#platform/db/drizzle.cjs";
import { at } from "#platform/db/instants.ts";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type CardRow, cards } from "#schema/cards.ts";
import { folders } from "#schema/folders.ts";
import { cardFields } from "../cards.queries.ts";
import type { GroupChange, Texts, Variant } from "./siblings.plan.ts";

/** Returns a card and its siblings ordered by id; an empty list if the user has no such card. */
export async function selectGroup(db: Queryable, owner: OwnerId, id: number): Promise<CardRow[]> {
  return groupQuery(db, owner, id);
}

/** Selects a card and its siblings as `selectGroup` does, and locks them until the transaction ends. */
export async function lockGroup(db: Queryable, owner: OwnerId, id: number): Promise<CardRow[]> {
  await groupQuery(db, owner, id).for("update");
  // Locks siblings that were added while the first statement waited.
  return groupQuery(db, owner, id).for("update");
}

function groupQuery(db: Queryable, owner: OwnerId, id: number) {
  const group = db
    .select({ groupId: cards.groupId })
    .from(cards)
    .where(isOwn(cards, owner, { id }));
  return db
    .select()
    .from(cards)
    .where(and(eq(cards.userId, owner), or(eq(cards.id, id), eq(cards.groupId, group))))
    .orderBy(asc(cards.id));
}

export type NewCards = Texts & {
  folderId: number;
  variants: readonly Variant[];
  tags: string[];
  suspended: boolean;
  groupId: string | null;
  /** The client id of the first card. */
  clientId: string | null;
};

/** Marks a folder as changed. Must run before its cards are locked: deleting it and batches lock the folder first, too. */
export async function touchFolder(db: Queryable, owner: OwnerId, id: number, now: Date): Promise<void> {
  await db
    .update(folders)
    .set({ updatedAt: now })
    .where(isOwn(folders, owner, { id }));
}

/**
 * Adds the cards of one text in the order of their variants. Skips the first if the user has a card with its `clientId`.
 * Throws an error that `isMissingFolder` recognises if the folder does not exist.
 */
export async function insertCards(db: Queryable, owner: OwnerId, values: NewCards, now: Date): Promise<CardRow[]> {
  const { folderId, variants, front, back, format, tags, suspended, groupId, clientId } = values;
  const { rows } = await db.execute<CardRow>(sql`
    insert into ${cards} (user_id, folder_id, front, back, format, tags, suspended, group_id, variant, client_id,
      created_at, updated_at)
    select ${owner}, ${folderId}, case when variant = 'reverse' then texts.back else texts.front end,
      case when variant = 'reverse' then texts.front else texts.back end, ${format}, ${sql.param(tags)}::text[],
      ${suspended}, ${groupId}::uuid, variant, case when place = 1 then ${clientId}::uuid end, ${at(now)}, ${at(now)}
    from (select ${front}::text as front, ${back}::text as back) as texts,
      unnest(${sql.param([...variants])}::text[]) with ordinality as planned (variant, place)
    order by place
    on conflict (user_id, client_id) where client_id is not null do nothing
    returning ${cardFields}`);
  return rows;
}

type ChangedTexts = Texts & { tags: string[] };

/** Updates the texts, which are exchanged for `swapped` cards, and the other values that siblings share. */
export async function updateGroup(
  db: Queryable,
  owner: OwnerId,
  { remaining, groupId }: GroupChange,
  { front, back, format, tags }: ChangedTexts,
  now: Date,
): Promise<CardRow[]> {
  const column = (values: readonly unknown[]) => sql.param([...values]);
  const { rows } = await db.execute<CardRow>(sql`
    update ${cards} as card
    set front = case when swapped then texts.back else texts.front end,
      back = case when swapped then texts.front else texts.back end,
      format = ${format}, tags = ${sql.param(tags)}::text[], variant = change.to_variant, group_id = ${groupId}::uuid,
      updated_at = ${at(now)}
    from (select ${front}::text as front, ${back}::text as back) as texts,
      unnest(${column(remaining.map(({ id }) => id))}::bigint[], ${column(remaining.map(({ variant }) => variant))}::text[],
        ${column(remaining.map(({ swapped }) => swapped))}::boolean[]) as change (card_id, to_variant, swapped)
    where card.user_id = ${owner} and card.id = card_id
    returning card.*`);
  return rows;
}

export async function updateSuspended(db: Queryable, owner: OwnerId, id: number, suspended: boolean): Promise<void> {
  await db
    .update(cards)
    .set({ suspended })
    .where(isOwn(cards, owner, { id }));
}

/** Removes cards from the given groups if no sibling remains there. Returns these cards. */
export async function updateGroupOfLoneCards(db: Queryable, owner: OwnerId, groups: readonly string[]) {
  if (groups.length === 0) return [];
  const { rows } = await db.execute<{ id: number; groupId: string }>(sql`
    with lone as (
      select id, group_id from ${cards} as card where user_id = ${owner} and group_id = any(${sql.param([...groups])}::uuid[]) and not exists (
        select 1 from ${cards} as other
        where other.user_id = ${owner} and other.group_id = card.group_id and other.id <> card.id)
    )
    update ${cards} as card set group_id = null, variant = nullif(card.variant, 'reverse') from lone
    where card.user_id = ${owner} and card.id = lone.id returning lone.id, lone.group_id as "groupId"`);
  return rows;
}
