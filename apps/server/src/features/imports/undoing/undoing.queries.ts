import type { DateRange, LocalDate } from "@repasa/scheduler/local-dates.ts";
import { insertVersions } from "#features/cards/versions/versions.queries.ts";
import { scheduleColumnNames } from "#features/schedule/schedule.state.ts";
import { isAmong } from "#platform/db/array-params.ts";
import { and, eq, getTableColumns, inArray, isNull, type SQL, sql, toSnakeCase } from "#platform/db/drizzle.cjs";
import { at } from "#platform/db/instants.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { computedFirst } from "#platform/scale-out/statements.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { users } from "#schema/auth.ts";
import { cardMedia, cards } from "#schema/cards.ts";
import { examFolders, exams } from "#schema/exams.ts";
import { folders } from "#schema/folders.ts";
import { type ImportedRows, importCards, importFolders } from "#schema/imports.ts";
import { media } from "#schema/media.ts";
import { quizzes } from "#schema/quizzes.ts";
import { dailyFigures, reviews, sharedDates, streakGaps, userBreaks } from "#schema/schedule.ts";
import { studySessions } from "#schema/study.ts";
import { cardDigest } from "../imports.queries.ts";

/**
 * Locks what undoing an import may change: first the folders that it created and those of its exams, then the cards that it wrote
 * and those of these exams, which they may have moved. Batches lock in the same order. A locked folder gets no more cards, so
 * `deleteEmptyFolders` sees all of them.
 */
export async function lockImported(
  db: Queryable,
  owner: OwnerId,
  importId: string,
  examIds: readonly number[],
): Promise<void> {
  const inImport = sql`where user_id = ${owner} and import_id = ${importId}::uuid`;
  const ofExams = sql`select folder_id from ${examFolders} where user_id = ${owner} and exam_id ${isAmong(examIds)}`;
  await db.execute(sql`
    select 1 from ${folders} where user_id = ${owner}
      and (id in (select folder_id from ${importFolders} ${inImport}) or id in (${ofExams})) order by id for update`);
  await db.execute(sql`
    select 1 from ${cards} where user_id = ${owner}
      and (id in (select card_id from ${importCards} ${inImport}) or folder_id in (${ofExams})) order by id for update`);
}

/** Selects the cards of an import that were not changed since. */
const unchangedCards = (owner: OwnerId, importId: string, condition: SQL) => sql`
  select card.id, imported.before, array(select jsonb_array_elements_text(imported.before->'tags')) as before_tags
  from ${importCards} as imported
  join ${cards} as card on card.user_id = imported.user_id and card.id = imported.card_id
  where imported.user_id = ${owner} and card.user_id = ${owner} and imported.import_id = ${importId}::uuid
    and ${condition} and ${cardDigest} = imported.digest_after`;

type CardPlace = { id: number; folderId: number };

/** The range of dates of the deleted reviews, null if there are none, the deleted cards, and the groups that lost a card. */
type Deleted = { dates: DateRange | null; cards: CardPlace[] | null; groups: string[] | null };

/** Deletes the cards that an import added and that were not changed since, with their imported reviews. */
export async function deleteImported(db: Queryable, owner: OwnerId, importId: string) {
  const { rows } = await db.execute<Deleted>(sql`
    with ${computedFirst("unchanged", unchangedCards(owner, importId, sql`imported.before is null`))},
    deleted as (
      delete from ${cards} as card using unchanged where card.user_id = ${owner} and card.id = unchanged.id
      returning card.id, card.folder_id, card.group_id
    ), deleted_reviews as (
      delete from ${reviews} as review using deleted
      where review.user_id = ${owner} and review.import_id = ${importId}::uuid and review.card_id = deleted.id
      returning review.local_date
    )
    select (select case when count(*) > 0 then json_build_object('from', min(local_date), 'to', max(local_date)) end
        from deleted_reviews) as dates,
      (select json_agg(json_build_object('id', id, 'folderId', folder_id)) from deleted) as cards,
      (select json_agg(distinct group_id) from deleted where group_id is not null) as groups`);
  return { dates: rows[0]?.dates ?? null, cards: rows[0]?.cards ?? [], groups: rows[0]?.groups ?? [] };
}

/** Deletes the reviews that an import added for cards deleted in the exported account. Returns the range of their dates. */
export async function deleteOtherReviews(db: Queryable, owner: OwnerId, importId: string): Promise<DateRange | null> {
  const { rows } = await db.execute<{ dates: DateRange | null }>(sql`
    with deleted as (
      delete from ${reviews} where user_id = ${owner} and import_id = ${importId}::uuid and card_id <= 0
      returning local_date
    )
    select case when count(*) > 0 then json_build_object('from', min(local_date), 'to', max(local_date)) end as dates
    from deleted`);
  return rows[0]?.dates ?? null;
}

/** Deletes the exams that are unchanged since the import, and returns their ids and folders. */
export async function deleteExams(db: Queryable, owner: OwnerId, added: ImportedRows["exams"]) {
  if (added.length === 0) return { examIds: [], folderIds: [] };
  const isUnchanged = sql`id in (
    select id from ${exams} where user_id = ${owner} and (id, updated_at) in (
      select * from unnest(${sql.param(added.map(({ id }) => id))}::bigint[],
        ${sql.param(added.map(({ updatedAt }) => updatedAt))}::timestamptz[])))`;
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct folder_id as id from ${examFolders}
    where user_id = ${owner} and exam_id in (select id from ${exams} where user_id = ${owner} and ${isUnchanged})`);
  const deleted = await db.execute<{ id: number }>(
    sql`delete from ${exams} where user_id = ${owner} and ${isUnchanged} returning id`,
  );
  return { examIds: deleted.rows.map(({ id }) => id), folderIds: rows.map(({ id }) => id) };
}

/** Deletes the breaks that begin on the given dates. */
export async function deleteBreaks(db: Queryable, owner: OwnerId, from: readonly LocalDate[]): Promise<void> {
  await db.delete(userBreaks).where(and(eq(userBreaks.userId, owner), inArray(userBreaks.fromDate, [...from])));
}

export async function deleteSessions(db: Queryable, owner: OwnerId, ids: readonly number[]): Promise<void> {
  await db.execute(sql`
    delete from ${studySessions} where user_id = ${owner} and id = any(${sql.param([...ids])}::bigint[])`);
}

export async function deleteQuizzes(db: Queryable, owner: OwnerId, ids: readonly number[]): Promise<void> {
  await db.execute(sql`delete from ${quizzes} where user_id = ${owner} and id = any(${sql.param([...ids])}::bigint[])`);
}

/** Deletes the past days up to a date unless a review from that time is left. */
export async function deletePastDays(db: Queryable, owner: OwnerId, through: LocalDate): Promise<void> {
  const isLeft = sql`exists (select 1 from ${reviews} where user_id = ${owner} and local_date <= ${through}::date)`;
  await db.execute(
    sql`delete from ${dailyFigures} where user_id = ${owner} and date <= ${through}::date and not ${isLeft}`,
  );
  await db.execute(
    sql`delete from ${sharedDates} where user_id = ${owner} and date <= ${through}::date and not ${isLeft}`,
  );
  await db.execute(
    sql`delete from ${streakGaps} where user_id = ${owner} and to_date <= ${through}::date and not ${isLeft}`,
  );
}

export type RestoredCard = Pick<typeof cards.$inferSelect, "id" | "folderId" | "front" | "back" | "tags" | "format"> & {
  /** True if the import added reviews to the card's log. */
  merged: boolean;
};

/** Restores the texts and tags of the cards that an import changed and that were not changed since. */
export async function restoreCards(
  db: Queryable,
  owner: OwnerId,
  importId: string,
  now: Date,
): Promise<RestoredCard[]> {
  const condition = sql`imported.before is not null`;
  const replaced = await db.execute<{ id: number }>(sql`
    with ${computedFirst("unchanged", unchangedCards(owner, importId, condition))}
    select card.id from ${cards} as card join unchanged on card.id = unchanged.id
    where card.user_id = ${owner} and ((front, back, format)
      is distinct from (before->>'front', before->>'back', before->>'format') or tags <> before_tags)`);
  await insertVersions(
    db,
    owner,
    replaced.rows.map(({ id }) => id),
    now,
  );
  const { rows } = await db.execute<RestoredCard>(sql`
    with ${computedFirst("unchanged", unchangedCards(owner, importId, condition))}
    update ${cards} as card set front = before->>'front', back = before->>'back', format = before->>'format',
      tags = before_tags, updated_at = ${at(now)}
    from unchanged where card.user_id = ${owner} and card.id = unchanged.id
    returning card.id, card.folder_id as "folderId", card.front, card.back, card.tags, card.format, before ? 'log' as merged`);
  return rows;
}

const listColumns = (names: readonly string[]) =>
  sql.join(
    names.map((name) => sql.identifier(toSnakeCase(name))),
    sql`, `,
  );

/**
 * Deletes the reviews that an import added to the logs of known cards, and restores the reviews that it had reapplied, and the
 * schedules.
 *
 * @returns The range of the dates of the deleted reviews.
 */
export async function restoreLogs(
  db: Queryable,
  owner: OwnerId,
  importId: string,
  cardIds: readonly number[],
): Promise<DateRange | null> {
  const ids = sql`${sql.param([...cardIds])}::bigint[]`;
  const before = sql`${importCards} as imported
    where imported.user_id = ${owner} and imported.import_id = ${importId}::uuid and imported.card_id = any(${ids})`;
  const { rows } = await db.execute<{ dates: DateRange | null }>(sql`
    with deleted as (
      delete from ${reviews} as review
      where review.user_id = ${owner} and review.card_id = any(${ids}) and review.import_id = ${importId}::uuid
      returning review.local_date
    )
    select case when count(*) > 0 then json_build_object('from', min(local_date), 'to', max(local_date)) end as dates
    from deleted`);
  await db.execute(sql`
    delete from ${reviews} where user_id = ${owner} and review_id in (
      select (jsonb_array_elements(before->'log')->>'review_id')::uuid from ${before})`);
  const columns = listColumns(Object.keys(getTableColumns(reviews)));
  await db.execute(sql`
    insert into ${reviews} (${columns}) overriding system value
    select ${columns} from (
      -- Imports of versions without these columns have stored none.
      select (jsonb_populate_recordset(jsonb_populate_record(null::reviews, '{"mode":"flip","hints":0}'), before->'log')).*
      from ${before}) as log`);
  const changes = sql.join(
    scheduleColumnNames.map((name) => {
      const column = sql.identifier(toSnakeCase(name));
      return sql`${column} = former.${column}`;
    }),
    sql`, `,
  );
  await db.execute(sql`
    with ${computedFirst("former", sql`select (jsonb_populate_record(null::cards, before)).* from ${before}`)}
    update ${cards} as card set ${changes} from former
    where card.user_id = ${owner} and card.id = former.id`);
  return rows[0]?.dates ?? null;
}

/** Counts the cards of an import that still exist, without the restored ones. */
export async function countRemaining(
  db: Queryable,
  owner: OwnerId,
  importId: string,
  restored: number,
): Promise<number> {
  const { rows } = await db.execute<{ remaining: number }>(sql`
    select count(*) as remaining from ${importCards} as imported
    join ${cards} as card on card.user_id = ${owner} and card.id = imported.card_id
    where imported.user_id = ${owner} and imported.import_id = ${importId}::uuid`);
  return (rows[0]?.remaining ?? 0) - restored;
}

/** Returns the exams whose folders an import created. They lose a folder that is deleted. */
export async function selectExamsOfImportedFolders(db: Queryable, owner: OwnerId, importId: string): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select exam_id as id from ${examFolders} where user_id = ${owner} and folder_id in (
      select folder_id from ${importFolders} where user_id = ${owner} and import_id = ${importId}::uuid)`);
  return rows.map(({ id }) => id);
}

/**
 * Deletes the folders that an import created and that have no cards, and returns their ids. Must run after `lockImported`.
 */
export async function deleteEmptyFolders(db: Queryable, owner: OwnerId, importId: string): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    delete from ${folders} as folder using ${importFolders} as imported
    where imported.user_id = ${owner} and imported.import_id = ${importId}::uuid
      and folder.user_id = ${owner} and folder.id = imported.folder_id
      and not exists (select 1 from ${cards} where user_id = ${owner} and folder_id = folder.id)
    returning folder.id`);
  return rows.map(({ id }) => id);
}

/** Deletes the streak gaps before the day on which the account was created, unless a review from that time is left. */
export async function deletePastGaps(db: Queryable, owner: OwnerId, { timeZone, dayStartHour }: Moment): Promise<void> {
  const joined = sql`(select (created_at at time zone ${timeZone} - ${dayStartHour} * interval '1 hour')::date from ${users}
    where id = ${owner})`;
  await db
    .delete(streakGaps)
    .where(
      and(
        eq(streakGaps.userId, owner),
        sql`${streakGaps.toDate} < ${joined}`,
        sql`not exists (select 1 from ${reviews} where user_id = ${owner} and local_date < ${joined})`,
      ),
    );
}

export async function markUnusedMedia(db: Queryable, owner: OwnerId, now: Date): Promise<void> {
  await db
    .update(media)
    .set({ unusedSince: now })
    .where(
      and(
        eq(media.userId, owner),
        isNull(media.unusedSince),
        sql`not exists (select 1 from ${cardMedia} where user_id = ${owner} and media_id = ${media.id})`,
      ),
    );
}
