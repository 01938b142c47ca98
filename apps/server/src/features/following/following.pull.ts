import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Pull } from "@repasa/contract/following.rows.ts";
import { listMediaIdsOfCard } from "@repasa/contract/media.ts";
import { type PullCounts, pullTexts } from "@repasa/following/pull.ts";
import type { Context } from "#context.ts";
import { withinLimits } from "#features/billing/billing.limits.ts";
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
import { type Follow, lockFollowed, type SharedPlace, updateProgress } from "#features/followers/followers.service.ts";
import { takeMedia } from "#features/media/media.service.ts";
import { countDueDates } from "#features/schedule/schedule.load.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { type News, readAuthorTexts, readNews } from "./following.author.ts";

export const NOTHING: Pull = { batchId: null, added: 0, changed: 0, kept: 0, suspended: 0 };

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
    return noteNothing(ctx, owner, following, news.cursor);
  }
  const sources = behind.flatMap(({ state }) => state.cards.flatMap(({ source }) => source ?? []));
  await settlePastDays(ctx, owner, moment);
  return withinLimits(ctx, owner, assigned ? [] : ["cards"], async (transaction, noted) => {
    await lockOwnFolder(transaction, owner, folderId);
    const present = await lockFollowed(transaction, owner, folderId);
    if (present?.cursor !== follow.cursor || present.ended) return null;
    const run = new PullRun(transaction, owner, following, moment.now, noted);
    await run.pull([...new Set([...ids, ...sources])]);
    await takeMedia(ctx, transaction, owner, { author: place.author, ids: run.media, now: moment.now });
    const pull = await run.finish(news.cursor);
    if (pull.batchId !== null) await countDueDates(transaction, owner, moment.today);
    return pull;
  });
}

/** Returns the cards that have changed in the shared folder, and those of it that have left it. */
async function listNews(db: Queryable, owner: OwnerId, folderId: number, news: News & { isPruned: boolean }) {
  if (news.isPruned) return [...news.shared, ...(await listSources(db, owner, folderId))];
  const left = news.elsewhere.length === 0 ? [] : await listSources(db, owner, folderId, news.elsewhere);
  return [...news.shared, ...left];
}

async function noteNothing(
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
  return NOTHING;
}

/** One pull, in its transaction. */
class PullRun {
  readonly #transaction: Queryable;
  readonly #owner: OwnerId;
  readonly #following: Following;
  readonly #now: Date;
  readonly #noted: NotedChanges;
  readonly #batchId = randomUUID();
  readonly #counts: PullCounts = { added: 0, changed: 0, kept: 0, suspended: 0 };
  readonly #done = new Set<number>();
  readonly #media = new Set<string>();
  #stored = 0;

  constructor(transaction: Queryable, owner: OwnerId, following: Following, now: Date, noted: NotedChanges) {
    this.#transaction = transaction;
    this.#owner = owner;
    this.#following = following;
    this.#now = now;
    this.#noted = noted;
  }

  /** @param ids Cards of the author that may have changed, or left the folder. */
  async pull(ids: readonly number[]): Promise<void> {
    const { folderId, cursor: from } = this.#following.follow;
    await beginPullBatch(this.#transaction, this.#owner, { id: this.#batchId, folderId, from }, this.#now);
    for (let at = 0; at < ids.length; at += PORTION_CARDS) {
      const portion = ids.slice(at, at + PORTION_CARDS).filter((id) => !this.#done.has(id));
      if (portion.length > 0) await this.#pullPortion(portion);
    }
  }

  async #pullPortion(ids: readonly number[]): Promise<void> {
    const { loaded, authors, sources } = await this.#readBoth(ids);
    for (const id of sources) this.#done.add(id);
    const { counts, texts } = pullTexts(
      loaded.texts.map(({ state }) => state),
      authors,
    );
    for (const name of Object.keys(counts) as (keyof PullCounts)[]) this.#counts[name] += counts[name];
    const idOf = new Map(loaded.texts.map(({ state, id }) => [state, id]));
    const changed = texts.filter(({ before, after }) => before === null || !isDeepStrictEqual([before], after));
    const changedIds = new Set(changed.map(({ before }) => before && idOf.get(before)));
    const unchanged = loaded.texts.filter(({ id }) => !changedIds.has(id)).map(({ id }) => id);
    await noteMerged(this.#transaction, this.#owner, unchanged);
    if (changed.length === 0) return;
    const stored = changed.flatMap(({ before, after }) =>
      after.map((state, part) => ({ id: part === 0 && before ? idOf.get(before) : undefined, state, behind: false })),
    );
    const { follow, assigned } = this.#following;
    const replaced = { ...loaded, texts: loaded.texts.filter(({ id }) => changedIds.has(id)) };
    const place = { folderId: follow.folderId, assigned, now: this.#now };
    const result = await storeTexts(this.#transaction, this.#owner, place, replaced, stored, this.#noted);
    const states = result.texts.map(({ state }) => state);
    for (const { text } of states) for (const id of listMediaIdsOfCard(text)) this.#media.add(id);
    const batch = { pulled: changed, stored: states, place: this.#stored };
    await storePulledTexts(this.#transaction, this.#owner, this.#batchId, batch);
    this.#stored += changed.length;
  }

  /** Reads both sides of all texts with the given cards of the author, and of all cards of these. */
  async #readBoth(ids: readonly number[]) {
    const { follow, place } = this.#following;
    let sources = new Set(ids);
    for (;;) {
      const wanted = { folderId: follow.folderId, sources: [...sources] };
      const loaded: LoadedTexts = await loadTexts(this.#transaction, this.#owner, wanted);
      const known = loaded.texts.flatMap(({ state }) => state.cards.flatMap(({ source }) => source ?? []));
      const authors = await readAuthorTexts(this.#transaction, place, [...new Set([...sources, ...known])]);
      const all = new Set([...sources, ...known, ...authors.flatMap(({ cards }) => cards.map(({ id }) => id))]);
      const others = [...all].filter((id) => !sources.has(id) && !known.includes(id));
      // New siblings of a card are in no text yet, unless the author has put cards together that were apart.
      if (others.length === 0 || (await this.#countKnown(others)) === 0) return { loaded, authors, sources: all };
      sources = all;
    }
  }

  async #countKnown(sources: readonly number[]): Promise<number> {
    const { folderId } = this.#following.follow;
    return (await listSources(this.#transaction, this.#owner, folderId, sources)).length;
  }

  /** The ids of the media files that the pulled texts name. */
  get media(): string[] {
    return [...this.#media];
  }

  async finish(cursor: number): Promise<Pull> {
    const { follow } = this.#following;
    const isNews = Object.values(this.#counts).some((count) => count > 0);
    const pull = { batchId: this.#batchId, ...this.#counts };
    const at = this.#now.toISOString();
    const change = { cursor, paused: false, ...(isNews && { lastPull: { ...pull, at } }) };
    await updateProgress(this.#transaction, this.#owner, follow.folderId, change);
    if (isNews || follow.paused) this.#noted.changed("folder", [follow.folderId]);
    if (isNews) return pull;
    await dropPullBatch(this.#transaction, this.#owner, this.#batchId);
    return NOTHING;
  }
}
