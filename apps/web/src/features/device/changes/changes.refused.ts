import { connectCopy, type RefusedEntry } from "#features/device/copy/copy.database.ts";
import { type OutboxEntry, renewEntry } from "#features/device/outbox/outbox.entry.ts";
import { connectOutbox } from "#features/device/outbox/outbox.service.ts";
import { storeRefusedCount } from "#lib/refused-count.ts";
import { newUuid } from "#lib/uuid.ts";

/** Returns what the server has refused for good, the oldest first; nothing if this device stores nothing. */
export async function listRefused(userId: number): Promise<RefusedEntry[]> {
  try {
    const refused = await connectCopy(userId).use((database) => database.getAll("refused"));
    return refused.sort((one, other) => one.at - other.at);
  } catch {
    return [];
  }
}

export async function discardRefused(userId: number, { id }: RefusedEntry): Promise<void> {
  await connectCopy(userId).use((database) => database.delete("refused", id));
  await countRefused(userId);
}

/** Counts what has been refused, for Home. */
export async function countRefused(userId: number): Promise<void> {
  storeRefusedCount(userId, await connectCopy(userId).use((database) => database.count("refused")));
}

/** Puts refused entries at the end of what waits to be sent, in order, and behind each the ratings of the card that it creates. */
export async function retryRefused(userId: number, refused: readonly RefusedEntry[]): Promise<void> {
  const outbox = connectOutbox(userId);
  for (const one of refused) {
    // A change with the id of a refused one would be taken for it; a rating that has arrived after all must keep its own.
    const entry = renewEntry<OutboxEntry>(one.entry);
    await outbox.add(entry.kind === "change" ? { ...entry, reviewId: newUuid() } : entry);
    for (const rating of one.ratings ?? []) await outbox.add(rating);
    await discardRefused(userId, one);
  }
}

/** Returns the texts that a student typed in a change, to be pasted elsewhere. */
export function formatTyped({ entry }: RefusedEntry): string {
  if (entry.kind !== "change") return "";
  const { front, back, tags, name, description } = (entry.input.body ?? {}) as Record<string, unknown>;
  const texts = [name, description, front, back, Array.isArray(tags) ? tags.join(", ") : undefined];
  const typed = texts.filter((text) => typeof text === "string" && text !== "");
  return typed.length > 0 ? typed.join("\n\n") : entry.subject;
}
