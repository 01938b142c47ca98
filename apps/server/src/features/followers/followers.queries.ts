import { idList } from "#platform/db/array-params.ts";
import { and, countDistinct, desc, eq, inArray, sql } from "#platform/db/drizzle.cjs";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { users } from "#schema/auth.ts";
import { cards } from "#schema/cards.ts";
import { type Carrier, followedCards, followers, follows } from "#schema/following.ts";

// ---- An author's followers ----

/** The link or the assignment that carries a folder. */
export type Via = { carrier: Carrier; id: number };

export type FollowerRow = Pick<typeof followers.$inferSelect, "followerId" | "folderId">;

export async function insertFollower(
  db: Queryable,
  author: OwnerId,
  { via, ...values }: FollowerRow & { via: Via; fromName: string | null },
  now: Date,
): Promise<void> {
  await db
    .insert(followers)
    .values({ ...values, userId: author, carrier: via.carrier, carrierId: via.id, createdAt: now })
    .onConflictDoUpdate({
      target: [followers.userId, followers.folderId, followers.followerId, followers.carrier, followers.carrierId],
      set: { fromName: values.fromName, createdAt: now },
    });
}

/** Returns what carries a folder to a follower now, the one that names it first: an assignment, or else the newest link. */
export function selectCarriers(db: Queryable, author: OwnerId, { followerId, folderId }: FollowerRow) {
  return db
    .select({ fromName: followers.fromName })
    .from(followers)
    .where(isOwn(followers, author, { folderId, followerId }))
    .orderBy(sql`${followers.carrier} = 'assignment' desc`, desc(followers.createdAt), desc(followers.carrierId));
}

/** Returns the number of followers of each of an author's links or assignments, by its id. */
export async function selectFollowerCounts(db: Queryable, author: OwnerId, carrier: Carrier) {
  const rows = await db
    .select({ id: followers.carrierId, followers: countDistinct(followers.followerId) })
    .from(followers)
    .where(isOwn(followers, author, { carrier }))
    .groupBy(followers.carrierId);
  return new Map(rows.map((row) => [row.id, row.followers]));
}

/** Returns which folders links or assignments carry to a follower now. */
export async function selectCarried(
  db: Queryable,
  author: OwnerId,
  { followerId, via }: { followerId: OwnerId; via: { carrier: Carrier; ids: readonly number[] } },
) {
  return db
    .select({ carrierId: followers.carrierId, folderId: followers.folderId })
    .from(followers)
    .where(isWanted(author, { followerId, via }));
}

/** Selects rows of an author's followers: all of them, or those of folders, of a follower, or of links and assignments. */
export type WantedFollowers = {
  folderIds?: readonly number[];
  followerId?: number;
  via?: { carrier: Carrier; ids: readonly number[] };
};

export async function deleteFollowers(db: Queryable, author: OwnerId, wanted: WantedFollowers): Promise<FollowerRow[]> {
  const { followerId, folderId } = followers;
  return db.delete(followers).where(isWanted(author, wanted)).returning({ followerId, folderId });
}

/** Changes the name that links or assignments show. */
export async function updateFromName(
  db: Queryable,
  author: OwnerId,
  wanted: WantedFollowers,
  fromName: string | null,
): Promise<FollowerRow[]> {
  const { followerId, folderId } = followers;
  return db.update(followers).set({ fromName }).where(isWanted(author, wanted)).returning({ followerId, folderId });
}

function isWanted(author: OwnerId, { folderIds, followerId, via }: WantedFollowers) {
  return and(
    eq(followers.userId, author),
    folderIds && inArray(followers.folderId, [...folderIds]),
    followerId === undefined ? undefined : eq(followers.followerId, followerId),
    via && and(eq(followers.carrier, via.carrier), inArray(followers.carrierId, [...via.ids])),
  );
}

/** Returns those accounts that exist: rows of other accounts name them by number. */
export async function selectAccounts(db: Queryable, ids: readonly number[]): Promise<OwnerId[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.id} = any(${idList(ids)})`);
  return rows.map(({ id }) => id);
}

// ---- What a follower follows ----

export type FollowRow = typeof follows.$inferSelect;

export async function selectFollow(db: Queryable, owner: OwnerId, folderId: number): Promise<FollowRow | undefined> {
  return followOf(db, owner, folderId).then(([row]) => row);
}

/** The caller has locked the folder. */
export async function lockFollow(db: Queryable, owner: OwnerId, folderId: number): Promise<FollowRow | undefined> {
  const [row] = await followOf(db, owner, folderId).for("update");
  return row;
}

function followOf(db: Queryable, owner: OwnerId, folderId: number) {
  return db
    .select()
    .from(follows)
    .where(isOwn(follows, owner, { folderId }));
}

/** Returns how a user follows an author's folder. */
export async function selectFollowOf(
  db: Queryable,
  owner: OwnerId,
  { author, folderId }: { author: number; folderId: number },
): Promise<FollowRow | undefined> {
  const [row] = await db
    .select()
    .from(follows)
    .where(isOwn(follows, owner, { authorId: author, authorFolderId: folderId }));
  return row;
}

export async function selectAuthorIds(db: Queryable, owner: OwnerId): Promise<number[]> {
  const rows = await db.selectDistinct({ authorId: follows.authorId }).from(follows).where(eq(follows.userId, owner));
  return rows.flatMap(({ authorId }) => authorId ?? []);
}

export async function insertFollow(db: Queryable, owner: OwnerId, values: Omit<FollowRow, "userId">): Promise<void> {
  await db.insert(follows).values({ ...values, userId: owner });
}

/** Returns whether the row differed, so that the folder has changed. */
export async function updateFollow(
  db: Queryable,
  owner: OwnerId,
  folderId: number,
  change: Partial<Omit<FollowRow, "userId" | "folderId">>,
): Promise<void> {
  await db
    .update(follows)
    .set(change)
    .where(isOwn(follows, owner, { folderId }));
}

/** Makes the cards that follow through a folder the follower's own, wherever they are, and returns their ids. */
export async function deleteFollow(db: Queryable, owner: OwnerId, folderId: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    update ${cards} as card set upstream = null where user_id = ${owner} and upstream is not null and id in (
      select card_id from ${followedCards} where user_id = ${owner} and folder_id = ${folderId})
    returning card.id`);
  await db.delete(follows).where(isOwn(follows, owner, { folderId }));
  return rows.map(({ id }) => id);
}
