import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Pull } from "@repasa/contract/following.rows.ts";
import { listMediaIdsOfCard } from "@repasa/contract/media.ts";
import { type PullCounts, type PulledText, pullTexts } from "@repasa/following/pull.ts";
import type { Context } from "#context.ts";
import { withinLimits } from "#features/billing/billing.limits.ts";
import { keepUndoRoom } from "#features/cards/batch/batch.service.ts";
import {
  type LoadedTexts,
  listSources,
  loadTexts,
  noteMerged,
  storeTexts,
} from "#features/cards/followed/followed.service.ts";
import { beginPullBatch, dropPullBatch, storePulledTexts } from "#features/cards/pulls/pulls.service.ts";
import type { NotedChanges } from "#features/feed/feed.service.ts";
import { lockOwnFolder } from "#features/folders/folders.service.ts";
import {
  type Follow,
  lockCarriers,
  lockFollowed,
  type SharedPlace,
  updateProgress,
} from "#features/followers/followers.service.ts";
import { takeMedia } from "#features/media/media.service.ts";
import { countDueDates } from "#features/schedule/schedule.load.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { type News, readAuthorTexts, readNews } from "./following.author.ts";

export const NO_NEWS: Pull = { batchId: null, added: 0, changed: 0, kept: 0, suspended: 0 };

/** The author's cards that are merged at a time, so that a large pull holds only some of them in memory. */
const PORTION_CARDS = 500;

export type Following = { readonly follow: Follow; readonly place: SharedPlace; readonly assigned: boolean };

/** Pulls what is new. Returns null if the folder was pulled or changed meanwhile, so that the caller begins anew. */
export async function pullNews(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  following: Following,
): Promise<Pull | null> {
  const { follow, place, assigned } = following;
  const news = await readNews(ctx.db, place, follow.cursor);
  const { folderId } = follow;
  const ids = await listNews(ctx.db, owner, folderId, news);
  const behind = (await loadTexts(ctx.db, owner, { folderId, behind: true }, { locks: false })).texts;
  if (ids.length === 0 && behind.length === 0) {
    return noteNoNews(ctx, owner, following, news.cursor);
  }
  const sources = behind.flatMap(({ state }) => state.cards.flatMap(({ source }) => source ?? []));
  await settlePastDays(ctx, owner, moment);
  const adds = (pull: Pull | null) => (assigned || !pull?.added ? [] : (["cards"] as const));
  return withinLimits(ctx, owner, adds, async (transaction, noted) => {
    await lockOwnFolder(transaction, owner, folderId);
    const present = await lockFollowed(transaction, owner, folderId);
    if (present?.cursor !== follow.cursor) return null;
    const run: PullRun = { transaction, owner, following, batchId: randomUUID(), now: moment.now, noted };
    const { counts, media } = await pullPortions(run, [...new Set([...ids, ...sources])]);
    await takeMedia(ctx, transaction, owner, { author: place.author, ids: media, now: moment.now });
    const pull = await finishPull(run, counts, news.cursor);
    if (pull.batchId !== null) await countDueDates(transaction, owner, moment.today);
    // Without the lock, a folder that its author deletes would look as if she had deleted each card. It is taken last, because the author
    // waits for it.
    if (!(await lockCarriers(transaction, owner, place))) throw followEnded();
    return pull;
  });
}

export function followEnded(): AppError {
  return new AppError("conflict", "Esta carpeta ya no se comparte. Conservas sus cartas.");
}

/** Returns the cards that have changed in the shared folder, and those of it that have left it. */
async function listNews(db: Queryable, owner: OwnerId, folderId: number, news: News & { isPruned: boolean }) {
  if (news.isPruned) return [...news.shared, ...(await listSources(db, owner, folderId))];
  const left = news.elsewhere.length === 0 ? [] : await listSources(db, owner, folderId, news.elsewhere);
  return [...news.shared, ...left];
}

async function noteNoNews(
  ctx: Context,
  owner: OwnerId,
  { follow: { folderId, cursor, paused } }: Following,
  position: number,
): Promise<Pull> {
  if (paused) {
    await withinLimits(ctx, owner, [], async (transaction, noted) => {
      await updateProgress(transaction, owner, folderId, { paused: false, cursor: position });
      noted.changed("folder", [folderId]);
    });
  } else if (position !== cursor) await updateProgress(ctx.db, owner, folderId, { cursor: position });
  return NO_NEWS;
}

/** A pull in its transaction. */
type PullRun = {
  readonly transaction: Queryable;
  readonly owner: OwnerId;
  readonly following: Following;
  readonly batchId: string;
  readonly now: Date;
  readonly noted: NotedChanges;
};

/**
 * Merges texts in portions.
 *
 * @param ids Cards of the author that may have changed, or left the folder.
 * @returns What it brought, and the ids of the media files that the merged texts name.
 */
async function pullPortions(run: PullRun, ids: readonly number[]): Promise<{ counts: PullCounts; media: string[] }> {
  const { transaction, owner, following, batchId, now } = run;
  const { folderId, cursor: from } = following.follow;
  await beginPullBatch(transaction, owner, { id: batchId, folderId, from }, now);
  const counts: PullCounts = { added: 0, changed: 0, kept: 0, suspended: 0 };
  const media = new Set<string>();
  const done = new Set<number>();
  let place = 0;
  for (let at = 0; at < ids.length; at += PORTION_CARDS) {
    const portion = ids.slice(at, at + PORTION_CARDS).filter((id) => !done.has(id));
    if (portion.length === 0) continue;
    const both = await readBoth(run, portion);
    for (const id of both.sources) done.add(id);
    const merged = pullTexts(
      both.loaded.texts.map(({ state }) => state),
      both.authors,
    );
    for (const name of Object.keys(counts) as (keyof PullCounts)[]) counts[name] += merged.counts[name];
    const { pulled, stored } = await storeMerged(run, both.loaded, merged.texts);
    for (const { text } of stored) for (const id of listMediaIdsOfCard(text)) media.add(id);
    if (pulled.length > 0) await storePulledTexts(transaction, owner, batchId, { pulled, stored, place });
    place += pulled.length;
  }
  return { counts, media: [...media] };
}

/** Stores merged texts. Returns those that have changed, and how they are stored. */
async function storeMerged(
  { transaction, owner, following: { follow, assigned }, now, noted }: PullRun,
  loaded: LoadedTexts,
  texts: readonly PulledText[],
) {
  const idOf = new Map(loaded.texts.map(({ state, id }) => [state, id]));
  const pulled = texts.filter(({ before, after }) => before === null || !isDeepStrictEqual([before], after));
  const changedIds = new Set(pulled.map(({ before }) => before && idOf.get(before)));
  const unchanged = loaded.texts.filter(({ id }) => !changedIds.has(id)).map(({ id }) => id);
  await noteMerged(transaction, owner, unchanged);
  if (pulled.length === 0) return { pulled, stored: [] };
  const merged = pulled.flatMap(({ before, after }) =>
    after.map((state, part) => ({ id: part === 0 && before ? idOf.get(before) : undefined, state, behind: false })),
  );
  const replaced = { ...loaded, texts: loaded.texts.filter(({ id }) => changedIds.has(id)) };
  const place = { folderId: follow.folderId, assigned, now };
  const result = await storeTexts(transaction, owner, place, replaced, merged, noted);
  return { pulled, stored: result.texts.map(({ state }) => state) };
}

/** Reads both sides of all texts with the given cards of the author, and of all cards of these. */
async function readBoth({ transaction, owner, following: { follow, place } }: PullRun, ids: readonly number[]) {
  const { folderId } = follow;
  let sources = new Set(ids);
  for (;;) {
    const loaded: LoadedTexts = await loadTexts(transaction, owner, { folderId, sources: [...sources] });
    const known = loaded.texts.flatMap(({ state }) => state.cards.flatMap(({ source }) => source ?? []));
    const authors = await readAuthorTexts(transaction, place, [...new Set([...sources, ...known])]);
    const all = new Set([...sources, ...known, ...authors.flatMap(({ cards }) => cards.map(({ id }) => id))]);
    const others = [...all].filter((id) => !sources.has(id) && !known.includes(id));
    // New siblings of a card are in no text yet, unless the author has put cards together that were apart.
    const isComplete = others.length === 0 || (await listSources(transaction, owner, folderId, others)).length === 0;
    if (isComplete) return { loaded, authors, sources: all };
    sources = all;
  }
}

async function finishPull(
  { transaction, owner, following: { follow }, batchId, now, noted }: PullRun,
  counts: PullCounts,
  cursor: number,
): Promise<Pull> {
  const isNews = Object.values(counts).some((count) => count > 0);
  const pull = { batchId, ...counts };
  const change = { cursor, paused: false, ...(isNews && { lastPull: { ...pull, at: now.toISOString() } }) };
  await updateProgress(transaction, owner, follow.folderId, change);
  if (isNews || follow.paused) noted.changed("folder", [follow.folderId]);
  if (isNews) {
    await keepUndoRoom(transaction, owner, batchId);
    return pull;
  }
  await dropPullBatch(transaction, owner, batchId);
  return NO_NEWS;
}
