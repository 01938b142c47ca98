import { readAccountCookieInWorker } from "#lib/account-cookie.ts";
import { MEDIA_CACHE_PREFIX } from "#lib/device-caches.ts";
import { chooseUnlocked, readUnlockedFlags } from "#lib/unlocked-copy.ts";

export const isMediaPath = (path: string): boolean => /^\/api\/media\/[^/]+$/.test(path);

/**
 * Returns an image or a sound from the copy of whoever is signed in, otherwise from the network. The copy comes first
 * because the contents of an id never change: browsers cache these responses for ever, too.
 */
export async function answerMedia(request: Request): Promise<Response> {
  const stored = await readMedia(request).catch(() => undefined);
  return stored ? selectRange(stored, request.headers.get("range")) : fetch(request);
}

async function readMedia({ url }: Request): Promise<Response | undefined> {
  const owner = chooseUnlocked(...(await Promise.all([readUnlockedFlags(), readAccountCookieInWorker()])));
  if (owner !== null) return caches.match(url, { cacheName: MEDIA_CACHE_PREFIX + owner, ignoreVary: true });
  return;
}

/** Returns the part that a player asks for. Safari plays no sound whose server ignores `Range`. */
export async function selectRange(whole: Response, range: string | null): Promise<Response> {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? [];
  if (from === undefined) return whole;
  const blob = await whole.blob();
  const start = Number(from);
  const end = Math.min(to ? Number(to) : Number.POSITIVE_INFINITY, blob.size - 1);
  if (start > end) return new Response(null, { status: 416, headers: { "content-range": `bytes */${blob.size}` } });
  const headers = new Headers(whole.headers);
  headers.set("content-range", `bytes ${start}-${end}/${blob.size}`);
  headers.set("content-length", String(end - start + 1));
  return new Response(blob.slice(start, end + 1), { status: 206, headers });
}
