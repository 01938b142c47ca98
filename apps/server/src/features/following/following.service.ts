import type { Pull } from "@repasa/contract/following.rows.ts";
import { listMediaIdsOfCard } from "@repasa/contract/media.ts";
import { pullTexts } from "@repasa/following/pull.ts";
import type { Context } from "#context.ts";
import { withinLimits } from "#features/billing/billing.limits.ts";
import { NO_TEXTS, storeTexts } from "#features/cards/followed/followed.service.ts";
import { type NotedChanges, writeRecorded } from "#features/feed/feed.service.ts";
import { addFollowingFolder, isAssigned, lockOwnFolder, requireFolder } from "#features/folders/folders.service.ts";
import {
  addFollow,
  addFollower,
  findFollow,
  findOwnFolder,
  leaveAuthor,
  lockFollowed,
  nameFollow,
  type Source,
  takeUpFollow,
} from "#features/followers/followers.service.ts";
import { takeMedia } from "#features/media/media.service.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import { isUniqueViolation } from "#platform/db/database-errors.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError, notFound } from "#platform/http/app-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { readAuthorTexts } from "./following.author.ts";
import { type Following, followEnded, NO_NEWS, pullNews } from "./following.pull.ts";
import { selectLastPosition, selectSharedCardIds, selectSharedFields, updateAssigned } from "./following.queries.ts";

/** The most cards that are copied while somebody waits for it. */
export const MAX_CARDS_AT_ONCE = 2_000;

/** The author's cards that are copied at a time. */
const PORTION_CARDS = 500;

/** What is followed. */
export type FollowedSource = Omit<Source, "fromName"> & {
  /**
   * Locks what carries the folder, so that it neither ends nor gets another name before the follow is stored. Returns the name;
   * undefined if it has ended.
   */
  readonly lockCarrier: (transaction: Queryable) => Promise<string | null | undefined>;
  /** Is called with the number of cards that were copied. An error ends the follow, which leaves nothing behind. */
  readonly onPortion?: (done: number) => Promise<void>;
};

/** A folder that follows, and whether it was there before. */
export type Followed = { folderId: number; existed: boolean; missingMedia: string[] };

/**
 * Lets a user follow an author's folder, once: a further link or assignment is another carrier of the same folder, which it takes up
 * again if it had ended. The author's own folder is hers already.
 *
 * @throws `not_found` if the folder or its carrier has ended, `limit_reached` for a free account without room.
 */
export async function followFolder(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  source: FollowedSource,
): Promise<Followed> {
  if (owner === source.author) return { folderId: source.folderId, existed: true, missingMedia: [] };
  const known = await takeUpFolder(ctx, owner, moment, source);
  if (known !== null) return { folderId: known, existed: true, missingMedia: [] };
  await settlePastDays(ctx, owner, moment);
  const isAssigned = source.via.carrier === "assignment";
  try {
    const begun = await withinLimits(ctx, owner, isAssigned ? [] : ["folders", "cards"], (transaction, noted) =>
      beginFollowing(ctx, transaction, owner, moment.now, source, noted),
    );
    return { ...begun, existed: false };
  } catch (error) {
    // The same call was sent twice.
    const other = isUniqueViolation(error, "follows_author_unique")
      ? await takeUpFolder(ctx, owner, moment, source)
      : null;
    if (other === null) throw error;
    return { folderId: other, existed: true, missingMedia: [] };
  }
}

/** Adds a carrier to the folder by which the user follows the source, or has followed it. Returns null if she has no such folder. */
async function takeUpFolder(
  ctx: Context,
  owner: OwnerId,
  { now }: Moment,
  source: FollowedSource,
): Promise<number | null> {
  const folderId = await findOwnFolder(ctx.db, owner, source);
  if (folderId === null) return null;
  return writeRecorded(ctx.db, owner, async (transaction, noted) => {
    const follow = await lockFollowed(transaction, owner, folderId);
    if (!follow) return null;
    const fromName = await lockCarrier(transaction, source);
    if (await takeUpFollow(transaction, owner, follow, { ...source, fromName }, now))
      noted.changed("folder", [folderId]);
    if (source.via.carrier === "assignment") await updateAssigned(transaction, owner, folderId);
    return folderId;
  });
}

async function beginFollowing(
  ctx: Context,
  transaction: Queryable,
  owner: OwnerId,
  now: Date,
  source: FollowedSource,
  noted: NotedChanges,
): Promise<Omit<Followed, "existed">> {
  // Read before the cards: what changes while they are read is pulled once more.
  const cursor = await selectLastPosition(transaction, source.author);
  const fields = await selectSharedFields(transaction, source.author, source.folderId);
  if (!fields) throw sourceEnded();
  const assigned = source.via.carrier === "assignment" || null;
  const id = await addFollowingFolder(transaction, owner, { ...fields, assigned }, now);
  noted.changed("folder", [id]);
  await addFollow(transaction, owner, source, { folderId: id, cursor }, now);
  const place = { folderId: id, assigned: assigned === true, now };
  const ids = await copyCards(transaction, owner, source, place, noted);
  const missingMedia = await takeMedia(ctx, transaction, owner, { author: source.author, ids, now });
  // Last, because whoever ends the link or the assignment waits for it. Then nothing of the folder stays.
  const fromName = await lockCarrier(transaction, source);
  await nameFollow(transaction, owner, id, fromName);
  await addFollower(transaction, owner, { ...source, fromName }, now);
  return { folderId: id, missingMedia };
}

async function lockCarrier(transaction: Queryable, source: FollowedSource): Promise<string | null> {
  const fromName = await source.lockCarrier(transaction);
  if (fromName === undefined) throw sourceEnded();
  return fromName;
}

/** Returns the ids of the media files that the cards name. */
async function copyCards(
  transaction: Queryable,
  owner: OwnerId,
  source: FollowedSource,
  place: Parameters<typeof storeTexts>[2],
  noted: NotedChanges,
): Promise<string[]> {
  const media = new Set<string>();
  const ids = await selectSharedCardIds(transaction, source.author, source.folderId);
  const copied = new Set<number>();
  for (let at = 0; at < ids.length; at += PORTION_CARDS) {
    const portion = ids.slice(at, at + PORTION_CARDS).filter((id) => !copied.has(id));
    const authors = await readAuthorTexts(transaction, source, portion);
    for (const { cards, text } of authors) {
      for (const { id } of cards) copied.add(id);
      for (const id of listMediaIdsOfCard(text)) media.add(id);
    }
    const { texts } = pullTexts([], authors);
    const stored = texts.flatMap(({ after }) => after.map((state) => ({ state, behind: false })));
    await storeTexts(transaction, owner, place, NO_TEXTS, stored, noted);
    await source.onPortion?.(copied.size);
  }
  return [...media];
}

/** How often a pull begins anew because another device pulls the same folder. */
const MAX_ATTEMPTS = 5;

/**
 * Pulls what is new into a followed folder.
 *
 * @param options.automatic True if nobody asked for this pull. It brings nothing if the last pull was undone.
 * @param options.known The batch of the last pull that the caller knows of; with nothing new, a later pull is returned instead.
 */
export async function pullFolder(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  folderId: number,
  { automatic = false, known }: { automatic?: boolean | undefined; known?: string | null | undefined },
): Promise<Pull> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const following = await findFollowing(ctx, owner, folderId);
    if (automatic && following.follow.paused) return NO_NEWS;
    const pull = await pullNews(ctx, owner, moment, following);
    if (pull === null) continue;
    const { lastPull } = following.follow;
    if (pull.batchId !== null || known === undefined || lastPull === null || lastPull.batchId === known) return pull;
    const { at: _, ...later } = lastPull;
    return later;
  }
  throw new AppError("conflict", "La carpeta se está actualizando en otro dispositivo. Inténtalo de nuevo.");
}

async function findFollowing({ db }: Context, owner: OwnerId, folderId: number): Promise<Following> {
  const follow = await findFollow(db, owner, folderId);
  if (!follow) throw notFollowed();
  if (follow.place === null) throw followEnded();
  return { follow, place: follow.place, assigned: await isAssigned(db, owner, folderId) };
}

/** Makes the cards of a followed folder the user's own. */
export async function unfollow(ctx: Context, owner: OwnerId, folderId: number): Promise<void> {
  await requireFolder(ctx, owner, folderId);
  await writeRecorded(ctx.db, owner, async (transaction, noted) => {
    await lockOwnFolder(transaction, owner, folderId);
    if (!(await leaveAuthor(transaction, noted, owner, folderId))) throw notFollowed();
    noted.changed("folder", [folderId]);
  });
}

function notFollowed(): AppError {
  return notFound("Esta carpeta no sigue a ninguna otra");
}

export function sourceEnded(): AppError {
  return notFound("Este enlace no existe o ya no está disponible");
}
