import { connectCopy, type RefusedEntry, withExistingCopy } from "#features/device/copy/copy.database.ts";
import { type OutboxEntry, type RatingEntry, renewEntry } from "#features/device/outbox/outbox.entry.ts";
import type { Outbox } from "#features/device/outbox/outbox.queue.ts";
import { storeRefusedCount } from "#lib/refused-count.ts";
import { newUuid } from "#lib/uuid.ts";

/** Returns what the server has refused for good, the oldest first; nothing if this device stores nothing. */
export async function listRefused(userId: number): Promise<RefusedEntry[]> {
  try {
    const refused = await withExistingCopy(userId, (database) => database.getAll("refused"));
    return (refused ?? []).sort((one, other) => one.at - other.at);
  } catch {
    return [];
  }
}

export async function discardRefused(userId: number, { id }: RefusedEntry): Promise<void> {
  await connectCopy(userId).use((database) => database.delete("refused", id));
  await countRefused(userId);
}

/** Counts what has been refused, and stores the number for Home. */
export async function countRefused(userId: number): Promise<number> {
  const count = (await withExistingCopy(userId, (database) => database.count("refused"))) ?? 0;
  storeRefusedCount(userId, count);
  return count;
}

/** Puts refused entries back where they were among what waits to be sent, each with the ratings of the card that it creates. */
export async function retryRefused(
  outbox: Pick<Outbox, "userId" | "add">,
  refused: readonly RefusedEntry[],
): Promise<void> {
  for (const one of refused) {
    // An edit with the id of a refused one would be taken for it; a rating that has arrived after all must keep its own.
    const entry = renewEntry<OutboxEntry>(one.entry);
    await outbox.add(entry.kind === "change" ? { ...entry, reviewId: newUuid() } : entry);
    // Another rating may join those that wait with the edit meanwhile.
    const added = new Set<string>();
    for (;;) {
      const ratings = await takeRatings(outbox.userId, one.id, added);
      if (ratings.length === 0) break;
      for (const rating of ratings) await outbox.add(rating);
      for (const { reviewId } of ratings) added.add(reviewId);
    }
  }
  await countRefused(outbox.userId);
}

/** Returns the ratings that wait with a refused edit, without some of them, or takes it off the list if no others wait. */
function takeRatings(userId: number, id: string, added: ReadonlySet<string>): Promise<readonly RatingEntry[]> {
  return connectCopy(userId).use(async (database) => {
    const { store, done } = database.transaction("refused", "readwrite");
    const ratings = (await store.get(id))?.ratings?.filter(({ reviewId }) => !added.has(reviewId)) ?? [];
    if (ratings.length === 0) void store.delete(id);
    await done;
    return ratings;
  });
}

/** Returns the texts that a student typed in an edit, to be pasted elsewhere. */
export function formatTyped({ entry }: RefusedEntry): string {
  if (entry.kind !== "change") return "";
  const { front, back, tags, name, description } = (entry.input.body ?? {}) as Record<string, unknown>;
  const texts = [name, description, front, back, Array.isArray(tags) ? tags.join(", ") : undefined];
  const typed = texts.filter((text) => typeof text === "string" && text !== "");
  return typed.length > 0 ? typed.join("\n\n") : entry.subject;
}
