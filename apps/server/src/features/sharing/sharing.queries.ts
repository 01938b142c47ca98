import type { Media } from "@repasa/contract/media.ts";
import type { SharedBy } from "@repasa/contract/sharing.ts";
import { and, asc, count, desc, eq, gt, inArray, isNull, lte, min, sql } from "#platform/db/drizzle.cjs";
import { accountKeys, SHARES_LOCK } from "#platform/db/locks.ts";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { users } from "#schema/auth.ts";
import { cardMedia, cards } from "#schema/cards.ts";
import { folders } from "#schema/folders.ts";
import { media } from "#schema/media.ts";
import { folderShares, shareReports, shareTokens } from "#schema/sharing.ts";

/** Locks an account's links until the transaction ends, because two concurrent additions would not count each other. */
export async function lockShares(db: Queryable, owner: OwnerId): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${accountKeys(SHARES_LOCK, owner)})`);
}

/** Locks a folder, which then stays until the transaction ends; returns whether it exists. */
export async function lockFolderToShare(db: Queryable, owner: OwnerId, folderId: number): Promise<boolean> {
  const locked = await db
    .select({ id: folders.id })
    .from(folders)
    .where(isOwn(folders, owner, { id: folderId }))
    .for("update");
  return locked.length > 0;
}

export async function selectSharer(db: Queryable, owner: OwnerId) {
  const { isEmailVerified, sharingBarredAt } = users;
  const [row] = await db.select({ isEmailVerified, sharingBarredAt }).from(users).where(eq(users.id, owner));
  return row;
}

/** Returns the number of living links, and of those created since an instant with the time of the oldest of these. */
export async function countShares(db: Queryable, owner: OwnerId, since: Date) {
  const living = await selectShares(db, owner);
  const [recent] = await db
    .select({ created: count(), oldest: min(folderShares.createdAt) })
    .from(folderShares)
    .where(and(eq(folderShares.userId, owner), gt(folderShares.createdAt, since)));
  return { living: living.length, recent: recent?.created ?? 0, oldest: recent?.oldest ?? null };
}

type NewShare = { folderId: number; token: string; tokenHash: string; showName: boolean };

export async function insertShare(
  db: Queryable,
  owner: OwnerId,
  { tokenHash, ...values }: NewShare,
  now: Date,
): Promise<ShareRow> {
  const [row] = await db
    .insert(folderShares)
    .values({ ...values, userId: owner, createdAt: now })
    .returning(shareFields);
  const added = row as ShareRow;
  await db.insert(shareTokens).values({ userId: owner, shareId: added.id, tokenHash });
  return added;
}

const shareFields = {
  id: folderShares.id,
  folderId: folderShares.folderId,
  token: folderShares.token,
  showName: folderShares.showName,
  createdAt: folderShares.createdAt,
};

export type ShareRow = Pick<typeof folderShares.$inferSelect, keyof typeof shareFields>;

/** Selects the living links of an account, or of a folder, or one of them. */
export async function selectShares(
  db: Queryable,
  owner: OwnerId,
  only: { folderId?: number; id?: number } = {},
): Promise<ShareRow[]> {
  return db
    .select(shareFields)
    .from(folderShares)
    .innerJoin(folders, and(eq(folders.userId, folderShares.userId), eq(folders.id, folderShares.folderId)))
    .where(
      and(
        eq(folderShares.userId, owner),
        eq(folders.userId, owner),
        isNull(folderShares.endedAt),
        only.folderId === undefined ? undefined : eq(folderShares.folderId, only.folderId),
        only.id === undefined ? undefined : eq(folderShares.id, only.id),
      ),
    )
    .orderBy(asc(folderShares.id));
}

/** Selects the folders of the living links of an account. */
export async function selectFoldersOfShares(db: Queryable, owner: OwnerId): Promise<SharedBy[]> {
  return db
    .select({ shareId: folderShares.id, folderId: folders.id, name: folders.name })
    .from(folderShares)
    .innerJoin(folders, and(eq(folders.userId, folderShares.userId), eq(folders.id, folderShares.folderId)))
    .where(and(eq(folderShares.userId, owner), eq(folders.userId, owner), isNull(folderShares.endedAt)))
    .orderBy(asc(folderShares.id));
}

/** Returns what a link shows of its folder. */
export async function selectSharedFolder(db: Queryable, author: OwnerId, folderId: number) {
  const [row] = await db
    .select({ name: folders.name, description: folders.description })
    .from(folders)
    .where(isOwn(folders, author, { id: folderId }));
  return row;
}

export async function selectFirstName(db: Queryable, author: OwnerId): Promise<string | null> {
  const [row] = await db.select({ firstName: users.firstName }).from(users).where(eq(users.id, author));
  return row?.firstName ?? null;
}

export async function countSharedCards(db: Queryable, author: OwnerId, folderId: number): Promise<number> {
  return db.$count(cards, isOwn(cards, author, { folderId }));
}

/** Returns the first cards of a folder, the oldest first. */
export async function selectSample(db: Queryable, author: OwnerId, folderId: number, limit: number) {
  const { front, back, format, variant } = cards;
  return db
    .select({ front, back, format, variant })
    .from(cards)
    .where(isOwn(cards, author, { folderId }))
    .orderBy(asc(cards.createdAt), asc(cards.id))
    .limit(limit);
}

export async function selectMediaOf(db: Queryable, author: OwnerId, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { id, width, height } = media;
  return db
    .select({ id, contentType: sql<Media["contentType"]>`${media.contentType}`, width, height })
    .from(media)
    .where(and(eq(media.userId, author), inArray(media.id, [...ids])));
}

/** Returns whether a card of a folder uses a media file. */
export async function isMediaShared(db: Queryable, author: OwnerId, folderId: number, mediaId: string) {
  const [use] = await db
    .select({ id: cards.id })
    .from(cardMedia)
    .innerJoin(cards, and(eq(cards.userId, cardMedia.userId), eq(cards.id, cardMedia.cardId)))
    .where(
      and(
        eq(cardMedia.userId, author),
        eq(cards.userId, author),
        eq(cardMedia.mediaId, mediaId),
        eq(cards.folderId, folderId),
      ),
    )
    .limit(1);
  return use !== undefined;
}

/** Locks a living link until the transaction ends. */
export async function lockLivingShare(
  db: Queryable,
  author: OwnerId,
  id: number,
): Promise<{ showName: boolean } | undefined> {
  const [locked] = await db
    .select({ showName: folderShares.showName })
    .from(folderShares)
    .where(and(eq(folderShares.userId, author), eq(folderShares.id, id), isNull(folderShares.endedAt)))
    .for("share");
  return locked;
}

export async function updateShowName(db: Queryable, owner: OwnerId, id: number, showName: boolean): Promise<void> {
  await db
    .update(folderShares)
    .set({ showName })
    .where(isOwn(folderShares, owner, { id }));
}

/** Ends the links of an account, of folders, or one of them. Returns those that had not ended. */
export async function endSharesOf(
  db: Queryable,
  owner: OwnerId,
  only: { folderIds?: readonly number[]; id?: number },
  now: Date,
): Promise<number[]> {
  const ended = await db
    .update(folderShares)
    .set({ endedAt: now, token: null })
    .where(
      and(
        eq(folderShares.userId, owner),
        isNull(folderShares.endedAt),
        only.folderIds && inArray(folderShares.folderId, [...only.folderIds]),
        only.id === undefined ? undefined : eq(folderShares.id, only.id),
      ),
    )
    .returning({ id: folderShares.id });
  return ended.map(({ id }) => id);
}

/** Deletes the links of an account that ended before an instant. */
export async function deleteEndedShares(db: Queryable, owner: OwnerId, before: Date): Promise<void> {
  const deleted = await db
    .delete(folderShares)
    .where(and(eq(folderShares.userId, owner), lte(folderShares.createdAt, before), lte(folderShares.endedAt, before)))
    .returning({ id: folderShares.id });
  for (const { id } of deleted) {
    await db.delete(shareTokens).where(isOwn(shareTokens, owner, { shareId: id }));
  }
}

export async function selectShareOfToken(db: Queryable, tokenHash: string) {
  const [row] = await db
    .select({ author: shareTokens.userId, id: shareTokens.shareId })
    .from(shareTokens)
    .where(eq(shareTokens.tokenHash, tokenHash));
  return row;
}

export async function insertReport(db: Queryable, author: OwnerId, values: NewReport, now: Date): Promise<void> {
  await db.insert(shareReports).values({ ...values, userId: author, createdAt: now });
}

type NewReport = Pick<typeof shareReports.$inferInsert, "shareId" | "reason" | "text">;

export async function selectReports(db: Queryable, limit: number) {
  const { id, userId: author, shareId, reason, text, createdAt } = shareReports;
  return db
    .select({ author, shareId, reason, text, createdAt })
    .from(shareReports)
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

/** Returns the account that has created a link. One that has ended is known if it was reported, for as long as the account exists. */
export async function selectOwnerOfShare(db: Queryable, id: number): Promise<OwnerId | undefined> {
  const [token] = await db.select({ owner: shareTokens.userId }).from(shareTokens).where(eq(shareTokens.shareId, id));
  if (token) return token.owner;
  const [report] = await db
    .select({ owner: shareReports.userId })
    .from(shareReports)
    .where(eq(shareReports.shareId, id))
    .limit(1);
  return report?.owner;
}

export async function barFromSharing(db: Queryable, owner: OwnerId, now: Date): Promise<void> {
  await db.update(users).set({ sharingBarredAt: now }).where(eq(users.id, owner));
}
