import type { Place } from "#features/feed/feed.queries.ts";

/**
 * A place in a feed.
 *
 * - `begunAt`: the last position when the reader began at the beginning; null once it has read that far.
 */
export type Cursor = Place & { feedId: string; begunAt: number | null };

/** Ids of reviews have 16 digits where a worker of Citus gives them: the number of its group is in their highest bits. */
const FORM = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(\d{1,15})\.(\d{1,16})\.(\d{1,15})?$/;

export function formatCursor({ feedId, position, ratedThrough, begunAt }: Cursor): string {
  return Buffer.from(`${feedId}.${position}.${ratedThrough}.${begunAt ?? ""}`).toString("base64url");
}

/** Returns null for a text that is not a cursor. */
export function parseCursor(text: string): Cursor | null {
  const [, feedId, position, ratedThrough, begunAt] =
    FORM.exec(Buffer.from(text, "base64url").toString("latin1")) ?? [];
  if (feedId === undefined || !Number.isSafeInteger(Number(ratedThrough))) return null;
  return {
    feedId,
    position: Number(position),
    ratedThrough: Number(ratedThrough),
    begunAt: begunAt === undefined ? null : Number(begunAt),
  };
}
