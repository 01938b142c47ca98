// Who follows an author's folders, on the author's shard, and what followers know of it, on theirs.
import type { Context } from "#context.ts";
import { type NotedChanges, writeRecorded } from "#features/feed/feed.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { Carrier } from "#schema/following.ts";
import { followerJobs } from "./followers.jobs.ts";
import {
  deleteFollow,
  deleteFollowers,
  type FollowerRow,
  type FollowRow,
  insertFollow,
  insertFollower,
  lockFollow,
  selectAccounts,
  selectAuthorIds,
  selectCarried,
  selectCarriers,
  selectFollow,
  selectFollowerCounts,
  selectFollowOf,
  updateFollow,
  updateFromName,
  type Via,
  type WantedFollowers,
} from "./followers.queries.ts";

type Queue = Pick<Context, "enqueue">;

/** A follower's rows are on another machine, and there may be thousands of followers. */
const FOLLOWS_PER_JOB = 100;

/**
 * Ends what carries an author's folders to followers: links, assignments, or all of some folders (see `endSharing`). Must be called in
 * the transaction that ends one of these. The follow of each follower ends within a minute, unless something else carries the
 * folder to her.
 */
export async function endFollowing(
  ctx: Queue,
  transaction: Queryable,
  author: OwnerId,
  wanted: WantedFollowers,
): Promise<void> {
  await tellFollowers(ctx, transaction, author, await deleteFollowers(transaction, author, wanted));
}

/** Changes the name that followers see: an author's first name, null if it is not shown, or the name of a class. */
export async function renameSource(
  ctx: Queue,
  transaction: Queryable,
  author: OwnerId,
  wanted: WantedFollowers,
  fromName: string | null,
): Promise<void> {
  await tellFollowers(ctx, transaction, author, await updateFromName(transaction, author, wanted, fromName));
}

async function tellFollowers(
  { enqueue }: Queue,
  transaction: Queryable,
  author: OwnerId,
  rows: readonly FollowerRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const jobs = [];
  for (let at = 0; at < rows.length; at += FOLLOWS_PER_JOB) {
    jobs.push({ author, follows: rows.slice(at, at + FOLLOWS_PER_JOB) });
  }
  await enqueue(transaction, followerJobs.tell, jobs);
}

/** An author's folder, and what carries it to a follower under which name. */
export type SharedPlace = { readonly author: OwnerId; readonly folderId: number };
export type Source = SharedPlace & {
  readonly via: Via;
  /** The author's first name, null if it is not shown, or the name of a class. */
  readonly fromName: string | null;
};

/** How a folder follows; `place` is null once nothing carries the author's folder to the follower. */
export type Follow = FollowRow & { readonly place: SharedPlace | null };

/** Returns how a folder of the user follows an author's; undefined if it does not. */
export async function findFollow(db: Queryable, owner: OwnerId, folderId: number): Promise<Follow | undefined> {
  const follow = await selectFollow(db, owner, folderId);
  if (!follow) return undefined;
  const [author] = follow.authorId === null ? [] : await selectAccounts(db, [follow.authorId]);
  if (!author) return { ...follow, place: null };
  const place = { author, folderId: follow.authorFolderId };
  const carriers = await selectCarriers(db, author, { followerId: owner, folderId: place.folderId });
  return { ...follow, place: carriers.length === 0 ? null : place };
}

/** Locks what carries a folder to a follower until the transaction ends; returns false if nothing does so any more. */
export async function lockCarriers(
  transaction: Queryable,
  follower: OwnerId,
  { author, folderId }: SharedPlace,
): Promise<boolean> {
  return (await selectCarriers(transaction, author, { followerId: follower, folderId }).for("key share")).length > 0;
}

/** Locks how a folder follows until the transaction ends. The caller has locked the folder. */
export function lockFollowed(transaction: Queryable, owner: OwnerId, folderId: number): Promise<FollowRow | undefined> {
  return lockFollow(transaction, owner, folderId);
}

/** Adds a user to an author's followers. */
export async function addFollower(transaction: Queryable, owner: OwnerId, source: Source, now: Date): Promise<void> {
  const { author, folderId, via, fromName } = source;
  await insertFollower(transaction, author, { followerId: owner, folderId, via, fromName }, now);
}

/** Lets a new folder of the user follow an author's from a position of her feed. Once its carrier is locked, `nameFollow` names it. */
export async function addFollow(
  transaction: Queryable,
  owner: OwnerId,
  { author, folderId: authorFolderId }: SharedPlace,
  { folderId, cursor }: { folderId: number; cursor: number },
  now: Date,
): Promise<void> {
  const state = { ended: false, paused: false, lastPull: null };
  const values = { folderId, authorId: author, authorFolderId, fromName: null, cursor, createdAt: now, ...state };
  await insertFollow(transaction, owner, values);
}

/** Stores from whom a new folder comes. */
export async function nameFollow(
  transaction: Queryable,
  owner: OwnerId,
  folderId: number,
  fromName: string | null,
): Promise<void> {
  if (fromName !== null) await updateFollow(transaction, owner, folderId, { fromName });
}

/** Adds a carrier to a folder that follows already, which takes it up again if it had ended. Returns whether the folder has changed. */
export async function takeUpFollow(
  transaction: Queryable,
  owner: OwnerId,
  { ended, fromName, folderId }: FollowRow,
  source: Source,
  now: Date,
): Promise<boolean> {
  await addFollower(transaction, owner, source, now);
  const { author, folderId: authorFolderId } = source;
  const [carrier] = await selectCarriers(transaction, author, { followerId: owner, folderId: authorFolderId });
  const change = { ended: false, fromName: carrier?.fromName ?? null };
  if (!ended && fromName === change.fromName) return false;
  await updateFollow(transaction, owner, folderId, change);
  return true;
}

/** Stores how far a folder was pulled, and what the last pull brought. */
export function updateProgress(
  transaction: Queryable,
  owner: OwnerId,
  folderId: number,
  change: Partial<Pick<FollowRow, "cursor" | "paused" | "lastPull">>,
): Promise<void> {
  return updateFollow(transaction, owner, folderId, change);
}

/** Returns the number of followers of each of an author's links or assignments, by its id. */
export function countFollowers(db: Queryable, author: OwnerId, carrier: Carrier): Promise<ReadonlyMap<number, number>> {
  return selectFollowerCounts(db, author, carrier);
}

/** Returns which folders of an author some links or assignments carry to a follower now. */
export function listCarried(
  db: Queryable,
  author: OwnerId,
  wanted: { followerId: OwnerId; via: { carrier: Carrier; ids: readonly number[] } },
): Promise<{ carrierId: number; folderId: number }[]> {
  return selectCarried(db, author, wanted);
}

/** Returns the folder of a user that is an author's, or follows it; null if she has none. */
export async function findOwnFolder(
  db: Queryable,
  owner: OwnerId,
  { author, folderId }: SharedPlace,
): Promise<number | null> {
  if (owner === author) return folderId;
  return (await selectFollowOf(db, owner, { author, folderId }))?.folderId ?? null;
}

/** Stores in a follower's row from whom a folder comes now, or that it has ended. */
export async function updateFollower(
  { db }: Pick<Context, "db">,
  author: OwnerId,
  follower: OwnerId,
  folderId: number,
): Promise<void> {
  const found = await selectFollowOf(db, follower, { author, folderId });
  if (!found) return;
  await writeRecorded(db, follower, async (transaction, noted) => {
    const follow = await lockFollow(transaction, follower, found.folderId);
    if (!follow) return;
    const [carrier] = await selectCarriers(transaction, author, { followerId: follower, folderId });
    const [exists] = await selectAccounts(transaction, [author]);
    // The name goes with its carrier, because no job reaches a former follower when the author's account is deleted.
    const change = { ended: carrier === undefined, fromName: carrier?.fromName ?? null };
    if (exists === undefined) await updateFollow(transaction, follower, follow.folderId, { authorId: null });
    if (follow.ended === change.ended && follow.fromName === change.fromName) return;
    await updateFollow(transaction, follower, follow.folderId, change);
    noted.changed("folder", [follow.folderId]);
  });
}

/**
 * Makes the cards of a followed folder the follower's own, also those that she has moved elsewhere, and forgets her among the author's
 * followers. Returns false for a folder that follows nobody's.
 */
export async function leaveAuthor(
  transaction: Queryable,
  noted: NotedChanges,
  owner: OwnerId,
  folderId: number,
): Promise<boolean> {
  const follow = await selectFollow(transaction, owner, folderId);
  if (!follow) return false;
  noted.changed("card", await deleteFollow(transaction, owner, folderId));
  const authors = follow.authorId === null ? [] : await selectAccounts(transaction, [follow.authorId]);
  for (const author of authors) {
    await deleteFollowers(transaction, author, { folderIds: [follow.authorFolderId], followerId: owner });
  }
  return true;
}

/** Removes an account that is being deleted from among the followers of others. */
export async function forgetFollower(transaction: Queryable, owner: OwnerId): Promise<void> {
  const authors = await selectAccounts(transaction, await selectAuthorIds(transaction, owner));
  for (const author of authors) await deleteFollowers(transaction, author, { followerId: owner });
}
