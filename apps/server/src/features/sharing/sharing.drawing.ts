import { hash } from "node:crypto";
import type { Media } from "@repasa/contract/media.ts";
import type { SharedCard } from "@repasa/contract/sharing.ts";
import { type Context, perContext } from "#context.ts";
import { createThread } from "#platform/concurrency/threads.ts";
import type { OwnerId } from "#platform/db/owner.ts";

export type DrawingTask = {
  /** The address of the module that the web builds for this thread (`shared-cards.tsx`). */
  drawing: string;
  cards: readonly SharedCard[];
  media: readonly { id: string; contentType: Media["contentType"]; width: number | null; height: number | null }[];
  mediaAddress: string;
};

/** Starting the thread takes a quarter of a second, and a task some milliseconds for each formula. */
const LIMITS = { maxWaiting: 200, maxWaitingPerAccount: 20, deadlineMs: 5_000, restMs: 600_000 };

const thread = perContext(({ threadPatience }: Context) =>
  createThread<DrawingTask, string>(new URL("./sharing.thread.ts", import.meta.url), LIMITS, threadPatience),
);

/** In UTF-16 units. */
const MAX_KEPT = 10_000_000;

/** What was drawn last, by the digest of its task: a whole class opens one link within a minute. */
const keptPages = perContext((_ctx: Context) => new Map<string, string>());

/** Returns the HTML of cards. Cards that take long to draw delay no cards of other authors. */
export async function drawCards(ctx: Context, author: OwnerId, task: DrawingTask): Promise<string> {
  const kept = keptPages(ctx);
  const key = hash("sha256", JSON.stringify(task));
  const html = kept.get(key) ?? (await thread(ctx)(task, author));
  // The last used is the last in the map.
  kept.delete(key);
  kept.set(key, html);
  let length = 0;
  for (const one of kept.values()) length += one.length;
  for (const [oldest, one] of kept) {
    if (length <= MAX_KEPT) break;
    kept.delete(oldest);
    length -= one.length;
  }
  return html;
}
