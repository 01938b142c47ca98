import type { ExportedFolder } from "@repasa/card-files/repasa/exported-account.ts";
import { exportedGuid, loneGuid } from "#features/cards/notes/notes.queries.ts";
import { insertVersions } from "#features/cards/versions/versions.queries.ts";
import { markMediaUsed } from "#features/media/media.queries.ts";
import { scheduleColumnNames } from "#features/schedule/schedule.state.ts";
import { idList } from "#platform/db/array-params.ts";
import { asc, eq, sql, toSnakeCase } from "#platform/db/drizzle.cjs";
import { at } from "#platform/db/instants.ts";
import { accountKeys, IMPORT_WRITING_LOCK } from "#platform/db/locks.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { asInserted, computedFirst, countChanged, temporaryRows } from "#platform/scale-out/statements.ts";
import { cardMedia, cards, cardTexts } from "#schema/cards.ts";
import { folders } from "#schema/folders.ts";
import { importCards, importFolders } from "#schema/imports.ts";
import { reviews } from "#schema/schedule.ts";
import { cardDigest } from "../imports.queries.ts";
import type { KnownCard, TargetFolder } from "./incoming.known.ts";

/** Prevents other imports of the owner from writing until `unlockImports`, or until the connection ends. */
export async function lockImports(db: Queryable, owner: OwnerId): Promise<void> {
  await db.execute(sql`select pg_advisory_lock(${accountKeys(IMPORT_WRITING_LOCK, owner)})`);
}

export async function unlockImports(db: Queryable, owner: OwnerId): Promise<void> {
  await db.execute(sql`select pg_advisory_unlock(${accountKeys(IMPORT_WRITING_LOCK, owner)})`);
}

// ---- Contents of the account ----

export async function selectFolderNames(db: Queryable, owner: OwnerId): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: folders.id, name: folders.name })
    .from(folders)
    .where(eq(folders.userId, owner))
    .orderBy(asc(folders.id));
}

/** Returns cards with ids above `after`, ordered by id; those of one folder unless `folderId` is null. */
export async function selectKnownCards(
  db: Queryable,
  owner: OwnerId,
  folderId: number | null,
  after: number,
  limit: number,
): Promise<KnownCard[]> {
  const { rows } = await db.execute<KnownCard>(sql`
    select id, folder_id as "folderId", front, back, format, tags, variant, group_id as "groupId",
      note_guid as "noteGuid", note_template as "noteTemplate",
      ${exportedGuid(owner)} as "exportedGuid", ${loneGuid} as "loneGuid",
      case when group_id is null then id else (
        select min(sibling.id) from ${cards} as sibling
        where sibling.user_id = ${owner} and sibling.group_id = card.group_id
      ) end as "firstId"
    from ${cards} as card
    where user_id = ${owner} and id > ${after} ${folderId === null ? sql`` : sql`and folder_id = ${folderId}`}
    order by id limit ${limit}`);
  return rows;
}

// ---- Contents of the file, in temporary tables ----

/**
 * Creates the temporary tables. `incoming` gets a row for each added card (`place` counts from 0) and each changed one
 * (`card_id`).
 */
export async function createIncoming(db: Queryable): Promise<void> {
  await db.execute(sql`
    create temp table incoming (
      place integer, card_id bigint, folder integer, front text, back text, format text, tags text[], suspended boolean,
      group_id uuid, joined boolean, variant text, note_guid text, note_template smallint, created_at timestamptz,
      folded bytea, media text[], updated_at timestamptz
    )`);
  await db.execute(sql.raw(`create temp table states as select 0 as place, ${scheduleList} from cards with no data`));
  await db.execute(
    sql.raw(`create temp table exact_reviews as select 0::float8 as seq, ${logColumns} from reviews with no data`),
  );
}

const scheduleNames = scheduleColumnNames.map(toSnakeCase);
const scheduleList = scheduleNames.map((name) => `"${name}"`).join(", ");
const logColumns = [
  "user_id, review_id, card_id, folder_id, difficulty, answer_result, grade, reviewed_at, time_zone, local_date",
  "due_before, practice, retrievability, state_before, state_after, duration_ms, study_session_id, undone_at, undone_date",
  "import_id, mode, hints, confused_with",
].join(", ");

export const incomingCopy = "COPY pg_temp.incoming FROM STDIN";
export const statesCopy = `COPY pg_temp.states (place, ${scheduleList}) FROM STDIN`;

export const reviewsCopy = `COPY reviews (id, ${logColumns}) FROM STDIN`;
export const exactReviewsCopy = `COPY pg_temp.exact_reviews (seq, ${logColumns}) FROM STDIN`;

/** Reserves the ids of the added cards and returns them by place. */
export async function reserveCardIds(db: Queryable): Promise<number[]> {
  await db.execute(sql`analyze incoming`);
  const { rows } = await db.execute<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('cards', 'id')) as id
    from (select place from incoming where card_id is null order by place) as added`);
  return rows.map(({ id }) => id);
}

// ---- Writing ----

type NewFolder = Pick<TargetFolder, "name" | "record"> & { readonly automaticColor: string | null };

export async function insertFolders(
  db: Queryable,
  owner: OwnerId,
  importId: string,
  newFolders: readonly NewFolder[],
  now: Date,
): Promise<number[]> {
  if (newFolders.length === 0) return [];
  const column = <Value>(getValue: (record: ExportedFolder | null, name: string) => Value) =>
    sql.param(newFolders.map(({ name, record }) => getValue(record, name)));
  // An account may have each folder of the catalogue only once.
  const taken = await db.select({ slug: folders.catalogSlug }).from(folders).where(eq(folders.userId, owner));
  const slugs = new Set(taken.map(({ slug }) => slug));
  const takeSlug = (record: ExportedFolder | null) => {
    const slug = record?.catalogSlug ?? null;
    const isFree = !slugs.has(slug);
    slugs.add(slug);
    return isFree ? slug : null;
  };
  const dates = (getDate: (record: ExportedFolder) => string) =>
    column((record) => (record && isPast(getDate(record), now) ? getDate(record) : null));
  // Each column is one array parameter, because a statement may have at most 65,535 parameters.
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into ${folders} (user_id, name, description, catalog_slug, difficulty_level, language, color, automatic_color, icon,
      answer_mode, strict_accents, created_at, updated_at)
    select ${owner}, name, description, slug, coalesce(level, 'Medio'), language, color, automatic_color, icon, answer_mode,
      strict_accents, coalesce(created, ${at(now)}), coalesce(updated, ${at(now)})
    from unnest(${column((_, name) => name)}::text[], ${column((record) => record?.description ?? null)}::text[],
      ${column(takeSlug)}::text[], ${column((record) => record?.difficultyLevel ?? null)}::text[],
      ${column((record) => record?.language ?? null)}::text[], ${column((record) => record?.color ?? null)}::text[],
      ${sql.param(newFolders.map(({ automaticColor }) => automaticColor))}::text[], ${column((record) => record?.icon ?? null)}::text[], ${column((record) => record?.answerMode ?? null)}::text[],
      ${column((record) => record?.strictAccents ?? false)}::boolean[], ${dates(({ createdAt }) => createdAt)}::timestamptz[],
      ${dates(({ updatedAt }) => updatedAt)}::timestamptz[])
      with ordinality as new_folder (name, description, slug, level, language, color, automatic_color, icon, answer_mode, strict_accents,
        created, updated, nth)
    order by nth
    returning id`);
  const ids = rows.map(({ id }) => id);
  await db.execute(sql`
    insert into ${importFolders} (user_id, import_id, folder_id)
    select ${owner}, ${importId}::uuid, * from unnest(${idList(ids)})`);
  return ids;
}

function isPast(instant: string, now: Date): boolean {
  return Date.parse(instant) <= now.getTime();
}

/** Locks the folders and then the cards that are changed: the order in which batches lock them, which avoids deadlocks. */
export async function lockChangedCards(
  db: Queryable,
  owner: OwnerId,
  folderIds: readonly number[],
  changed: readonly number[],
): Promise<void> {
  await db.execute(sql`
    select 1 from ${folders} where user_id = ${owner} and id = any(${idList(folderIds)}) order by id for no key update`);
  await db.execute(sql`
    select 1 from ${cards} where user_id = ${owner}
      and (id = any(${idList(changed)}) or id in (select card_id from incoming)) order by id for no key update`);
}

export async function touchFolders(db: Queryable, owner: OwnerId, ids: readonly number[], now: Date): Promise<void> {
  await db.execute(sql`
    update ${folders} set updated_at = ${at(now)} where user_id = ${owner} and id = any(${idList(ids)})`);
}

/**
 * Inserts the added cards.
 *
 * @param cardIds The ids of the cards, by place.
 * @param folderIds The ids of the folders, by the place of the folder.
 */
export async function insertCards(
  db: Queryable,
  owner: OwnerId,
  importId: string,
  { cardIds, folderIds }: { cardIds: readonly number[]; folderIds: readonly number[] },
  now: Date,
): Promise<void> {
  const columns = sql.raw(scheduleList);
  const values = sql.raw(
    scheduleNames
      .map((name) =>
        newCardDefaults[name] ? `coalesce(states."${name}", ${newCardDefaults[name]})` : `states."${name}"`,
      )
      .join(", "),
  );
  await db.execute(sql`
    create temp table placed on commit drop as
    select id, nth - 1 as place from unnest(${idList(cardIds)}) with ordinality as given (id, nth)`);
  await db.execute(sql`analyze placed`);
  await db.execute(sql`
    insert into ${cards} (id, user_id, folder_id, front, back, ${columns}, created_at, updated_at, format, tags, suspended,
      group_id, variant, note_guid, note_template)
    overriding system value
    select placed.id, ${owner}, folder.id, front, back, ${values}, coalesce(created_at, ${at(now)}), coalesce(updated_at, ${at(now)}), format,
      tags, suspended, case when grouped then group_id end, case when grouped or variant <> 'reverse' then variant end,
      note_guid, note_template
    from (select *, joined or count(*) over (partition by group_id) > 1 as grouped from incoming where card_id is null) as added
    join placed using (place)
    join unnest(${idList(folderIds)}) with ordinality as folder (id, nth) on nth - 1 = folder
    left join states using (place)
    order by place`);
  await db.execute(sql`
    insert into ${cardTexts} (user_id, card_id, folded)
    select ${owner}, placed.id, folded from incoming join placed using (place) order by place`);
  await db.execute(sql`
    insert into ${cardMedia} (user_id, card_id, media_id)
    select ${owner}, placed.id, unnest(media) from incoming join placed using (place) where media <> '{}'`);
  await db.execute(sql`
    insert into ${importCards} (user_id, import_id, card_id, digest_after)
    select ${owner}, ${importId}::uuid, card.id, ${cardDigest}
    from placed join ${cards} as card on card.user_id = ${owner} and card.id = placed.id`);
}

/** The values of the schedule columns of a new card. */
const newCardDefaults: Record<string, string> = {
  difficulty: "'new'",
  review_count: "0",
  interval: "2",
  ease_factor: "250",
};

/**
 * Updates the texts and tags of the changed cards and their siblings, and returns the ids of these cards. Does not change their
 * schedules.
 */
export async function updateCards(db: Queryable, owner: OwnerId, importId: string, now: Date): Promise<number[]> {
  const edits = sql`with ${temporaryRows("edits", sql`select * from incoming where card_id is not null`)}`;
  const changed = await db.execute<{ id: number }>(sql`
    ${edits}
    insert into ${asInserted(importCards)} (user_id, import_id, card_id, before, digest_after)
    select ${owner}, ${importId}::uuid, card.id, to_jsonb(card), ''
    from ${cards} as card where card.user_id = ${owner} and card.id in (select card_id from edits)
    returning inserted.card_id as id`);
  await insertVersions(
    db,
    owner,
    changed.rows.map(({ id }) => id),
    now,
  );
  const { rows } = await db.execute<{ id: number }>(sql`
    ${edits}
    update ${cards} as card set front = edits.front, back = edits.back, format = edits.format, tags = edits.tags,
      updated_at = ${at(now)}
    from edits where card.user_id = ${owner} and card.id = edits.card_id
    returning card.id`);
  await db.execute(sql`
    ${edits}
    update ${cardTexts} as text set folded = edits.folded
    from edits where text.user_id = ${owner} and text.card_id = edits.card_id`);
  await db.execute(sql`
    ${edits}
    delete from ${cardMedia} where user_id = ${owner} and card_id in (select card_id from edits)`);
  await db.execute(sql`
    ${edits}
    insert into ${cardMedia} (user_id, card_id, media_id)
    select ${owner}, card.id, unnest(edits.media)
    from edits join ${cards} as card on card.user_id = ${owner} and card.id = edits.card_id
    where edits.media <> '{}'`);
  return rows.map(({ id }) => id);
}

/** Stores digests of the cards that the import changed, so that undoing it recognises later changes. */
export async function updateDigests(db: Queryable, owner: OwnerId, importId: string): Promise<void> {
  const digests = sql`
    select card.id, ${cardDigest} as digest from ${cards} as card join ${importCards} as imported
      on imported.user_id = card.user_id and imported.card_id = card.id
    where card.user_id = ${owner} and imported.user_id = ${owner} and imported.import_id = ${importId}::uuid
      and imported.before is not null`;
  await db.execute(sql`
    with ${computedFirst("digests", digests)}
    update ${importCards} as changed set digest_after = digest from digests
    where changed.user_id = ${owner} and changed.import_id = ${importId}::uuid and changed.card_id = digests.id`);
}

/**
 * Adds siblings of changed cards that the file does not contain, because siblings share their texts. Must run before
 * `lockChangedCards`, which locks them with the others in the order of their ids.
 */
export async function addChangedSiblings(db: Queryable, owner: OwnerId): Promise<void> {
  const isSwapped = sql`(coalesce(sibling.variant, '') = 'reverse') <> (coalesce(card.variant, '') = 'reverse')`;
  await db.execute(sql`
    with grouped as materialized (
      select id, group_id, variant from ${cards} where user_id = ${owner} and group_id is not null
    )
    insert into incoming (card_id, folder, front, back, format, tags, folded, media)
    select distinct on (sibling.id) sibling.id, incoming.folder,
      case when ${isSwapped} then incoming.back else incoming.front end,
      case when ${isSwapped} then incoming.front else incoming.back end,
      incoming.format, incoming.tags, incoming.folded, incoming.media
    from incoming join grouped as card on card.id = incoming.card_id
    join grouped as sibling on sibling.group_id = card.group_id
    where not exists (select 1 from incoming as named where named.card_id = sibling.id)
    order by sibling.id, card.id`);
}

/** Adds known cards without a group to the groups of added cards of the same note. */
export async function updateGroups(db: Queryable, owner: OwnerId, joined: ReadonlyMap<number, string>): Promise<void> {
  if (joined.size === 0) return;
  await db.execute(sql`
    update ${cards} as card set group_id = joined.group_id
    from unnest(${idList([...joined.keys()])}, ${sql.param([...joined.values()])}::uuid[]) as joined (id, group_id)
    where card.user_id = ${owner} and card.id = joined.id and card.group_id is null`);
}

/**
 * Inserts the reviews of a Repasa export in their order, with ids after `lastId`. Skips known reviews.
 *
 * @returns The number of reviews inserted.
 */
export async function insertExactReviews(db: Queryable, owner: OwnerId, lastId: number): Promise<number> {
  const columns = sql.raw(logColumns);
  return countChanged(
    db,
    sql`insert into ${reviews} (id, ${columns}) overriding system value
      select ${lastId}::bigint + row_number() over (order by seq, review_id), ${columns}
      from exact_reviews where user_id = ${owner}
      on conflict (user_id, review_id) do nothing returning 1`,
  );
}

/** Marks media files that cards name as used. Must run in the transaction that writes the cards and files. */
export async function markUsedMedia(db: Queryable, owner: OwnerId): Promise<void> {
  await db.execute(markMediaUsed(owner, sql`select media_id from ${cardMedia} where user_id = ${owner}`));
}
