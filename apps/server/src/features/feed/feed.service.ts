import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { ChangeKind } from "@repasa/contract/changes.ts";
import { isDeadlock } from "#platform/db/database-errors.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import {
  type ChangedThings,
  type FeedPage,
  type FeedRange,
  insertChanges,
  insertFeed,
  pruneFeed,
  selectFeedPage,
  selectOwnersToPrune,
} from "./feed.queries.ts";

const KINDS: readonly ChangeKind[] = ["preferences", "folder", "card", "exam"];

/** The changes that a transaction makes to things that a user's devices copy. */
export class NotedChanges {
  readonly #goneAt = new Map<ChangeKind, Map<number, string | null>>();

  changed(kind: Exclude<ChangeKind, "preferences">, ids: Iterable<number>): void {
    this.#note(kind, ids, null);
  }

  preferencesChanged(): void {
    this.#note("preferences", [0], null);
  }

  gone(kind: Exclude<ChangeKind, "preferences">, ids: Iterable<number>, now: Date): void {
    this.#note(kind, ids, now.toISOString());
  }

  #note(kind: ChangeKind, ids: Iterable<number>, goneAt: string | null): void {
    const things = this.#goneAt.get(kind) ?? new Map<number, string | null>();
    this.#goneAt.set(kind, things);
    for (const id of ids) things.set(id, goneAt);
  }

  /** Returns each thing once, as it was noted last. */
  list(): ChangedThings[] {
    // Most ratings change nothing beside their card.
    if (this.#goneAt.size === 0) return [];
    return KINDS.flatMap((kind) =>
      [...Map.groupBy(this.#goneAt.get(kind) ?? [], ([, goneAt]) => goneAt)].map(([goneAt, entries]) => ({
        kind,
        ids: entries.map(([id]) => id),
        goneAt,
      })),
    );
  }
}

export const listIds = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** The pause before a write is repeated. */
const PAUSE_MS = 100;

/**
 * Runs `write` in a transaction and records what it notes as the last statement. The feed is locked from then on: a transaction
 * that did anything else afterwards could wait for one that waits for the feed.
 *
 * Writers lock in one order: folders, an exam, cards, days, preferences, the schedule, then what limits need; several rows of one
 * table by their ids. A writer that cannot know all its rows beforehand may still close a circle with another one, so `write` runs
 * once more if the database has ended its transaction for that. It must change nothing but the database.
 */
export async function writeRecorded<T>(
  db: Queryable,
  owner: OwnerId,
  write: (transaction: Queryable, noted: NotedChanges) => Promise<T>,
): Promise<T> {
  const attempt = () =>
    db.transaction(async (transaction) => {
      const noted = new NotedChanges();
      const result = await write(transaction, noted);
      await recordChanges(transaction, owner, noted.list());
      return result;
    });
  try {
    return await attempt();
  } catch (error) {
    if (!isDeadlock(error)) throw error;
    // Otherwise it could lock again what the other writer, whose session has yet to wake up, has been waiting for.
    await delay(PAUSE_MS);
    return attempt();
  }
}

/** Records changes. Must be the last statement of a transaction, as in `writeRecorded`. */
export async function recordChanges(
  transaction: Queryable,
  owner: OwnerId,
  changed: readonly ChangedThings[],
): Promise<void> {
  if (changed.length > 0) await insertChanges(transaction, owner, changed);
}

/** Returns the first changes of a range. Creates the feed of a user for whom nothing was recorded yet. */
export async function readFeed(db: Queryable, owner: OwnerId, range: FeedRange, limit: number): Promise<FeedPage> {
  const page = await selectFeedPage(db, owner, range, limit);
  if (page) return page;
  await insertFeed(db, owner, randomUUID());
  return (await selectFeedPage(db, owner, range, limit)) as FeedPage;
}

/** The feed lists what is gone for this long. A device that was away longer reads everything again. */
const GONE_MS = 180 * 86_400_000;

const OWNERS_PER_STATEMENT = 100;

export async function pruneFeeds(db: Queryable, now: Date): Promise<void> {
  const until = new Date(now.getTime() - GONE_MS);
  for (;;) {
    const owners = await selectOwnersToPrune(db, until, OWNERS_PER_STATEMENT);
    for (const owner of owners) await db.transaction((transaction) => pruneFeed(transaction, owner, until));
    if (owners.length < OWNERS_PER_STATEMENT) return;
  }
}
