import { connectCopy, type RefusedChange } from "#features/device/copy/copy.database.ts";
import { connectOutbox } from "#features/device/outbox/outbox.service.ts";
import { newUuid } from "#lib/uuid.ts";

/** Returns the changes that the server has refused for good, the oldest first; none if this device stores nothing. */
export async function listRefused(userId: number): Promise<RefusedChange[]> {
  try {
    const refused = await connectCopy(userId).use((database) => database.getAll("refused"));
    return refused.sort((one, other) => one.at - other.at);
  } catch {
    return [];
  }
}

export async function discardRefused(userId: number, { id }: RefusedChange): Promise<void> {
  await connectCopy(userId).use((database) => database.delete("refused", id));
}

/** Puts a refused change at the end of what waits to be sent, and behind it the ratings of the card that it creates. */
export async function retryRefused(userId: number, refused: RefusedChange): Promise<void> {
  const { call, input, cardId, localId, edited, subject } = refused.entry;
  const outbox = connectOutbox(userId);
  await outbox.add({
    ...{ kind: "change", call, input, cardId, subject, reviewId: newUuid() },
    ...(localId !== undefined && { localId }),
    ...(edited && { edited }),
  });
  for (const rating of refused.ratings ?? []) await outbox.add(rating);
  await discardRefused(userId, refused);
}

/** Returns the texts that a student typed in a change, to be pasted elsewhere. */
export function formatTyped({ entry }: RefusedChange): string {
  const { front, back, tags, name, description } = (entry.input.body ?? {}) as Record<string, unknown>;
  const texts = [name, description, front, back, Array.isArray(tags) ? tags.join(", ") : undefined];
  const typed = texts.filter((text) => typeof text === "string" && text !== "");
  return typed.length > 0 ? typed.join("\n\n") : entry.subject;
}
