import * as mediaEndpoints from "@repasa/contract/client/media.ts";
import { MEDIA_CACHE_PREFIX } from "#lib/device-caches.ts";

/** In bytes: what images and sounds may take on the device. */
const MAX_MEDIA_BYTES = 50 * 1024 * 1024;

const MEDIA = /\bmedia:([\da-f]{64})\b/g;

type Texts = { front: string; back: string };

/** Returns the ids of the images and sounds in cards, in the order of the cards. */
export function findMedia(cards: readonly Texts[]): string[] {
  const ids = cards.flatMap(({ front, back }) =>
    [...`${front}\n${back}`.matchAll(MEDIA)].map((found) => found[1] as string),
  );
  return [...new Set(ids)];
}

/**
 * Stores the images and sounds of cards where the service worker answers from, and removes those of other cards. Those that no
 * longer fit are left out.
 *
 * @param cards The cards that are asked soonest come first.
 */
export async function storeMedia(userId: number, cards: readonly Texts[], signal: AbortSignal): Promise<void> {
  if (typeof caches === "undefined") return;
  const cache = await caches.open(`${MEDIA_CACHE_PREFIX}${userId}`);
  const wanted = findMedia(cards).map((id) => mediaEndpoints.read.path.replace("{mediaId}", id));
  const paths = new Set(wanted);
  for (const request of await cache.keys()) {
    if (!paths.has(new URL(request.url).pathname)) await cache.delete(request);
  }
  let bytes = 0;
  for (const path of wanted) {
    if (signal.aborted) return;
    bytes += await storeFile(cache, path, MAX_MEDIA_BYTES - bytes, signal);
  }
}

/** Returns the size of the file in the cache; 0 if it is not there because it does not fit or could not be loaded. */
async function storeFile(cache: Cache, path: string, most: number, signal: AbortSignal): Promise<number> {
  const kept = await cache.match(path);
  if (kept) return (await kept.blob()).size;
  const response = await fetch(path, { signal });
  // A whole file of ours: no error, no part of one, and no page of a hotel's network.
  const isMedia = /^(image|audio)\//.test(response.headers.get("Content-Type") ?? "");
  if (response.status !== 200 || response.redirected || !isMedia) return 0;
  const file = await response.blob();
  if (file.size > most) return 0;
  await cache.put(path, new Response(file, { headers: response.headers }));
  return file.size;
}
