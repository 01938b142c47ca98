import { exportedGuid } from "#features/cards/notes/notes.queries.ts";
import { type Column, eq, getTableColumns, type PgTable, type SQL, sql, toSnakeCase } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { userPreferences } from "#schema/account.ts";
import { users } from "#schema/auth.ts";
import { userBilling } from "#schema/billing.ts";
import { cardMedia, cards } from "#schema/cards.ts";
import { examFolders, examMoves, exams } from "#schema/exams.ts";
import { feedback } from "#schema/feedback.ts";
import { folders } from "#schema/folders.ts";
import { follows } from "#schema/following.ts";
import { imports } from "#schema/imports.ts";
import { media, mediaData, sharedMedia } from "#schema/media.ts";
import { quizzes } from "#schema/quizzes.ts";
import { emailReminders, userReminders } from "#schema/reminders.ts";
import {
  dailyFigures,
  reviews,
  sharedDates,
  streakGaps,
  userBreaks,
  userDays,
  userScheduling,
} from "#schema/schedule.ts";
import { folderShares } from "#schema/sharing.ts";
import { studySessions } from "#schema/study.ts";
import type { Portion } from "./exports.portions.ts";

/** A part of the JSON besides cards, reviews and media: the rows of a table (docs/export-format.md). */
export type Section = {
  readonly name: string;
  readonly table: PgTable;
  /** True if the section is one record or null instead of a list. */
  readonly single?: true;
  /** Columns that are not exported, because they are secrets. `userId` is never exported. */
  readonly without?: readonly string[];
  /** The type of the ids by which rows are read page by page; undefined if the rows are few enough for one page. */
  readonly key?: keyof typeof firstIds;
  /** The column that orders the records; `id` by default. */
  readonly keyColumn?: string;
  /** A field that is not a column of the table, as `value as name`. */
  readonly computed?: (owner: OwnerId) => SQL;
  /** The number of rows per page; smaller if rows are large. */
  readonly page?: number;
};

/** A value below every id of each type. */
const firstIds = { bigint: "0", uuid: "00000000-0000-0000-0000-000000000000", date: "-infinity" } as const;

/** The sections of an account's export, in the order of the file. */
export const accountSections: readonly Section[] = [
  { name: "profile", table: users, single: true, without: ["passwordHash", "deletionAt"] },
  { name: "preferences", table: userPreferences, single: true },
  { name: "reminders", table: userReminders, single: true, without: ["unsubscribeToken"] },
  { name: "billing", table: userBilling, single: true },
  { name: "exams", table: exams, key: "bigint" },
  { name: "examFolders", table: examFolders },
  { name: "examMoves", table: examMoves, key: "bigint", keyColumn: "card_id" },
  // The questions of a quiz may have 400 KB.
  { name: "tests", table: quizzes, key: "bigint", page: 10 },
  { name: "studySessions", table: studySessions, key: "bigint" },
  { name: "sharedDates", table: sharedDates },
  { name: "breaks", table: userBreaks },
  { name: "settled", table: userDays, single: true },
  { name: "days", table: dailyFigures, key: "date", keyColumn: "date" },
  { name: "streakGaps", table: streakGaps, key: "date", keyColumn: "from_date" },
  { name: "emailReminders", table: emailReminders, key: "bigint" },
  { name: "feedback", table: feedback, key: "bigint" },
  { name: "shares", table: folderShares, key: "bigint", without: ["token"] },
  // The preview of an import may have a megabyte.
  { name: "imports", table: imports, key: "uuid", page: 10 },
];

/** How a folder follows an author's, in the shape of the API. */
const computeFollows = (owner: OwnerId) => sql`(
  select json_build_object('from', from_name, 'ended', ended, 'paused', paused, 'lastPull', last_pull) from ${follows}
  where user_id = ${owner} and folder_id = row.id) as follows`;

export const foldersSection: Section = { name: "folders", table: folders, key: "bigint", computed: computeFollows };

// The database formats records as lines of JSON, and the server passes them on unparsed.

const RECORD_SEPARATOR = ",\n";

/** Lists the columns of a table as fields of an export record: with the names of the code, and instants in ISO 8601. */
function listFields(table: PgTable, alias: string, without: readonly string[] = []): SQL {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => !["userId", ...without].includes(name));
  return sql.join(
    columns.map(([name, column]) => sql`${formatField(column, alias, name)} as ${sql.identifier(name)}`),
    sql`, `,
  );
}

function formatField(column: Column, alias: string, name: string): SQL {
  const value = sql`${sql.identifier(alias)}.${sql.identifier(toSnakeCase(name))}`;
  return column.getSQLType().startsWith("timestamp") ? sql`to_char(${value} at time zone 'UTC', ${ISO})` : value;
}

const ISO = sql.raw(`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`);

/** A portion of records as text; null if there are none. */
export type Page = Portion<string | null>;

const DEFAULT_PAGE_SIZE = 1000;

/** Returns the largest number of rows of a section that a statement reads. */
export function getPageSize({ page = DEFAULT_PAGE_SIZE }: Section): number {
  return page;
}

/** Selects a user's rows of a table: those after the id `after`, or only the one with the given `id`. */
export async function selectRecords(
  db: Queryable,
  owner: OwnerId,
  { table, without, key, keyColumn = "id", computed }: Section,
  {
    after = firstIds[key ?? "bigint"],
    size = DEFAULT_PAGE_SIZE,
    id = null,
  }: { after?: string; size?: number; id?: number | null } = {},
): Promise<Page> {
  const ownerColumn = sql.identifier(table === users ? "id" : "user_id");
  const idCondition = id === null ? sql`` : sql`and row.id = ${id}`;
  const at = sql`row.${sql.identifier(keyColumn)}`;
  const part = key
    ? sql`and ${at} > ${after}::${sql.raw(key)} ${idCondition} order by ${at} limit ${size}`
    : idCondition;
  const { rows } = await db.execute<{ text: string | null; last: string | null; count: number }>(sql`
    select string_agg(record, ${RECORD_SEPARATOR} order by place) as text, (array_agg(at order by place desc))[1] as last,
      count(*)::int as count
    from (select *, row_number() over () as place from (
      select ${key ? sql`${at}::text` : sql`null`} as at, (select row_to_json(fields) from (
          select ${listFields(table, "row", without)}${computed ? sql`, ${computed(owner)}` : sql``}) as fields)::text as record
        from ${table} as row where row.${ownerColumn} = ${owner} ${part}
    ) as records) as page`);
  const [row] = rows;
  return { value: row?.text ?? null, next: row?.count === size ? row.last : null };
}

/** The cards to export: all of an account, or those of one folder. */
export type Scope = { readonly owner: OwnerId; readonly folderId: number | null };

const inFolder = ({ folderId }: Scope) => (folderId === null ? sql`true` : sql`folder_id = ${folderId}`);

/** A card and the approximate size of its record in bytes. */
export type WeighedCard = { readonly id: number; readonly weight: number };

/**
 * Returns cards in the order of the export: cards without siblings and the first cards of groups, ordered by id, each followed by
 * its siblings. `size` does not count siblings.
 */
export async function selectCardIds(
  db: Queryable,
  scope: Scope,
  { after = "0", size, withReviews }: { after?: string | undefined; size: number; withReviews: boolean },
): Promise<Portion<WeighedCard[]>> {
  const { owner, folderId } = scope;
  const inScope = (alias: string) =>
    folderId === null ? sql`true` : sql`${sql.identifier(alias)}.folder_id = ${folderId}`;
  const reviewCount = sql`(select count(*) from ${reviews} as review
    where review.user_id = ${owner} and review.card_id = member.id)`;
  const { rows } = await db.execute<WeighedCard & { first: number }>(sql`
    with firsts as materialized (
      select id, group_id from ${cards} as card
      where user_id = ${owner} and id > ${after}::bigint and ${inScope("card")} and (group_id is null or not exists (
        select 1 from ${cards} as sibling
        where sibling.user_id = ${owner} and sibling.group_id = card.group_id and sibling.id < card.id and ${inScope("sibling")}
      ))
      order by id limit ${size}
    ),
    members as (
      select id as first, id from firsts
      union all
      select firsts.id, sibling.id from firsts join ${cards} as sibling on sibling.group_id = firsts.group_id
      where sibling.user_id = ${owner} and sibling.id > firsts.id and ${inScope("sibling")}
    )
    select members.first, member.id, octet_length(front) + octet_length(back) + 700
      + ${withReviews ? sql`1500 * ${reviewCount}` : sql`0`} as weight
    from members join ${cards} as member on member.user_id = ${owner} and member.id = members.id
    order by members.first, member.id`);
  const firsts = rows.filter(({ id, first }) => id === first);
  return { value: rows, next: firsts.length === size ? String(firsts.at(-1)?.id) : null };
}

const template = sql`case
  when card.variant = 'reverse' then 1
  when card.variant ~ '^c[0-9]+$' then substr(card.variant, 2)::int - 1
  else 0 end`;

const reviewRecords = (alias: string, condition: SQL) => sql`
  select coalesce(json_agg(row_to_json(fields)), '[]') from (
    select ${listFields(reviews, alias)} from ${reviews} as ${sql.identifier(alias)} where ${condition}
    order by ${sql.identifier(alias)}.id) as fields`;

/** Returns the cards with the given ids that still exist, with their reviews if requested. */
export async function selectCardRecords(
  db: Queryable,
  owner: OwnerId,
  ids: readonly number[],
  withReviews: boolean,
): Promise<string | null> {
  const belongsToCard = sql`review.user_id = ${owner} and review.card_id = card.id`;
  const { rows } = await db.execute<{ text: string | null }>(sql`
    select string_agg(record, ${RECORD_SEPARATOR} order by place) as text from (
      select place, replace((select row_to_json(fields) from (
        select ${listFields(cards, "card")}, ${exportedGuid(owner)} as guid, ${template} as template
          ${withReviews ? sql`, (${reviewRecords("review", belongsToCard)}) as reviews` : sql``}) as fields)::text, E'\n', '') as record
      from unnest(${sql.param([...ids])}::bigint[]) with ordinality as wanted (id, place)
      join ${cards} as card on card.user_id = ${owner} and card.id = wanted.id
    ) as page`);
  return rows[0]?.text ?? null;
}

/** Returns reviews of deleted cards with ids above `after`. `size` also counts the reviews of other cards that are read. */
export async function selectOtherReviews(
  db: Queryable,
  owner: OwnerId,
  after = "0",
  size = DEFAULT_PAGE_SIZE,
): Promise<Page> {
  const { rows } = await db.execute<{ text: string | null; last: string | null; count: number }>(sql`
    with part as materialized (
      select id, card_id from ${reviews} where user_id = ${owner} and id > ${after}::bigint order by id limit ${size}
    )
    select (select max(id)::text from part) as last, (select count(*)::int from part) as count, (
      select string_agg((select row_to_json(fields) from (
          select ${listFields(reviews, "review")}) as fields)::text, ${RECORD_SEPARATOR} order by review.id)
      from part join ${reviews} as review on review.user_id = ${owner} and review.id = part.id
      where not exists (select 1 from ${cards} as card where card.user_id = ${owner} and card.id = part.card_id)
    ) as text`);
  const [row] = rows;
  return { value: row?.text ?? null, next: row?.count === size ? row.last : null };
}

export type MediaEntry = { id: string; contentType: string; bytes: number };

/** Returns the media files of an account, or only those that the cards of a folder name. */
export async function selectMediaEntries(db: Queryable, scope: Scope): Promise<MediaEntry[]> {
  const named = sql`id in (
    select media_id from ${cardMedia} join ${cards} using (user_id)
    where user_id = ${scope.owner} and ${cards}.id = card_id and ${inFolder(scope)})`;
  const { rows } = await db.execute<MediaEntry>(sql`
    select id, content_type as "contentType", bytes from ${media}
    where user_id = ${scope.owner} and ${scope.folderId === null ? sql`true` : named} order by id`);
  return rows;
}

const joinBytes = (owner: OwnerId, id: string) => sql`
  left join ${mediaData} as bytes on bytes.user_id = ${owner} and bytes.media_id = ${id}
  left join (select data from ${sharedMedia} where id = ${id}) as shared on true`;

/** Returns the record of a media file, with its bytes or the name of the file that contains them; null if it was deleted. */
export async function selectMediaRecord(
  db: Queryable,
  owner: OwnerId,
  id: string,
  file: string | null,
): Promise<string | null> {
  const bytes =
    file === null
      ? sql`translate(encode(coalesce(bytes.data, shared.data), 'base64'), E'\n', '') as data`
      : sql`${file}::text as file`;
  const { rows } = await db.execute<{ record: string }>(sql`
    select (select row_to_json(fields) from (select ${listFields(media, "row")}, ${bytes}) as fields)::text as record
    from ${media} as row ${file === null ? joinBytes(owner, id) : sql``}
    where row.user_id = ${owner} and row.id = ${id}`);
  return rows[0]?.record ?? null;
}

export async function selectFolderNames(db: Queryable, owner: OwnerId): Promise<{ id: number; name: string }[]> {
  return db.select({ id: folders.id, name: folders.name }).from(folders).where(eq(folders.userId, owner));
}

/** The learner's settings for an Anki file, and the earliest date in the account's cards; null without cards. */
export type LearnerFacts = {
  desiredRetention: number | null;
  decay: number | null;
  firstDate: string | null;
};

export async function selectLearnerFacts(db: Queryable, owner: OwnerId): Promise<LearnerFacts> {
  const { rows } = await db.execute<LearnerFacts>(sql`
    select (select desired_retention from ${userPreferences} where user_id = ${owner}) as "desiredRetention",
      (select weights[21] from ${userScheduling} where user_id = ${owner}) as decay,
      (select least(min(created_at)::date - 1, min(next_review_date), min(last_review_date))
        from ${cards} where user_id = ${owner})::text as "firstDate"`);
  return rows[0] as LearnerFacts;
}
