import type { Card } from "@repasa/contract/cards.ts";
import type { Change, Changes } from "@repasa/contract/changes.ts";
import type { Exam } from "@repasa/contract/exams.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { Context } from "#context.ts";
import { readPreferences } from "#features/account/account.service.ts";
import { findCards, readFirstPart, toCard } from "#features/cards/cards.service.ts";
import { listExams } from "#features/exams/exams.service.ts";
import type { Feed, FeedEntry, FeedPage, FeedRange } from "#features/feed/feed.queries.ts";
import { listIds, readFeed } from "#features/feed/feed.service.ts";
import { findFolders } from "#features/folders/folders.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { type Cursor, formatCursor, parseCursor } from "./changes.cursor.ts";

/**
 * Returns what has changed after a cursor, or everything that exists if there is none or it cannot be continued. The rows are read
 * after their positions, so a row may be newer than its position: then it follows once more, at a later one.
 *
 * @param after Empty to begin at the beginning.
 */
export async function listChanges(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  { after, limit }: { after: string; limit: number },
): Promise<Changes> {
  const cursor = parseCursor(after);
  // One more than the page has, so that it is known whether others follow.
  const page = cursor && (await readFeed(ctx.db, owner, rangeAfter(cursor), limit + 1));
  if (cursor && page && canContinue(cursor, page.feed)) {
    return { ...(await readPage(ctx, owner, moment, page, cursor, limit)), reset: false };
  }
  return { ...(await readBeginning(ctx, owner, moment, limit)), reset: after !== "" };
}

function rangeAfter({ position, ratedThrough, begunAt }: Cursor): FeedRange {
  return { after: position, ratedThrough, begunAt: begunAt ?? 0 };
}

/** False if the cursor is of another feed, from before a backup was restored, or from before things that the feed has forgotten. */
function canContinue({ feedId, position, ratedThrough, begunAt }: Cursor, feed: Feed): boolean {
  return (
    feedId === feed.feedId &&
    position <= feed.lastPosition &&
    ratedThrough <= feed.lastReviewId &&
    Math.max(position, begunAt ?? 0) >= feed.prunedThrough
  );
}

type PageOfChanges = Omit<Changes, "reset">;

/** The preferences are the first change. The feed leaves them out up to the position at which the reader begins. */
async function readBeginning(ctx: Context, owner: OwnerId, moment: Moment, limit: number): Promise<PageOfChanges> {
  const page = await readFeed(ctx.db, owner, { after: 0, ratedThrough: null, begunAt: null }, limit);
  const row = await readPreferences(ctx, owner);
  const { feedId, lastPosition, lastReviewId } = page.feed;
  const start = { feedId, position: 0, ratedThrough: lastReviewId, begunAt: lastPosition };
  const rest = await readPage(ctx, owner, moment, page, start, limit - 1);
  return { ...rest, changes: [{ kind: "preferences", id: 0, gone: false, row }, ...rest.changes] };
}

/** @param cursor The place after which the entries of the page follow. */
async function readPage(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  { feed, entries }: FeedPage,
  cursor: Cursor,
  limit: number,
): Promise<PageOfChanges> {
  const { changes, taken } = await readChanges(ctx, owner, moment, entries.slice(0, limit));
  const more = taken < entries.length;
  const end = { position: feed.lastPosition, ratedThrough: feed.lastReviewId };
  const { position, ratedThrough } = more ? (entries[taken - 1] ?? cursor) : end;
  const begunAt = cursor.begunAt !== null && position < cursor.begunAt ? cursor.begunAt : null;
  return { changes, next: formatCursor({ feedId: feed.feedId, position, ratedThrough, begunAt }), more };
}

/**
 * Reads the rows of the first entries: of all of them, unless their texts are long. A row that is gone by now is left out. A card
 * that was edited and rated has two entries, and is one change.
 */
async function readChanges(ctx: Context, owner: OwnerId, moment: Moment, entries: readonly FeedEntry[]) {
  const idsOf = (kind: FeedEntry["kind"]) => [
    ...new Set(listIds(entries.filter((entry) => entry.kind === kind && !entry.gone))),
  ];
  const [cards, folders, exams, preferences] = await Promise.all([
    readCards(ctx, owner, idsOf("card")),
    findFolders(ctx, owner, moment, idsOf("folder")),
    idsOf("exam").length === 0 ? [] : listExams(ctx, owner, moment),
    idsOf("preferences").length === 0 ? null : readPreferences(ctx, owner),
  ]);
  const rows = { folder: byId(folders), card: byId(cards.items), exam: byId(exams) };
  const end = entries.findIndex(({ kind, id }) => kind === "card" && id === cards.firstLeft);
  const taken = end === -1 ? entries.length : end;
  const seen = new Set<string>();
  const changes = entries.slice(0, taken).flatMap(({ kind, id, gone }): Change[] => {
    const thing = `${kind} ${id}`;
    if (seen.has(thing)) return [];
    seen.add(thing);
    if (gone) return [{ kind, id, gone }];
    if (kind === "preferences") return preferences === null ? [] : [{ kind, id: 0, gone, row: preferences }];
    const row = rows[kind].get(id);
    return row === undefined ? [] : [{ kind, id, gone, row } as Change];
  });
  return { changes, taken };
}

/** Reading more cards at once would keep the thread from others for longer than a few milliseconds. */
const CARDS_AT_ONCE = 100;
/** A page ends before the cards with whose texts it would be longer, as `findCards` limits the texts of those that it reads. */
const MAX_PAGE_TEXT_BYTES = 4 * 1024 * 1024;

/** Returns the cards in the order of their ids; only the first ones if their texts are long, and the id of the first that is left. */
async function readCards(ctx: Context, owner: OwnerId, ids: readonly number[]) {
  const items: Card[] = [];
  let textBytes = 0;
  for (let at = 0; at < ids.length; at += CARDS_AT_ONCE) {
    const some = ids.slice(at, at + CARDS_AT_ONCE);
    const order = new Map(some.map((id, place) => [id, place]));
    const found = await findCards(ctx, owner, some);
    const rows = found.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
    textBytes += rows.reduce((sum, row) => sum + row.textBytes, 0);
    if (at > 0 && textBytes > MAX_PAGE_TEXT_BYTES) return { items, firstLeft: some[0] };
    const part = await readFirstPart(ctx, owner, rows, toCard, some.length);
    items.push(...part.items);
    if (part.taken < rows.length) return { items, firstLeft: rows[part.taken]?.id };
  }
  return { items, firstLeft: undefined };
}

function byId<Row extends Card | Folder | Exam>(rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
