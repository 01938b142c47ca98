import { readFlag } from "#lib/device-flags.ts";

/** Followed by the id of a build: the files of that build. */
export const BUILD_CACHE_PREFIX = "repasa-build-";

/** Followed by the id of a user: images and sounds of that user's cards, by their address below `/api/media/`. */
export const MEDIA_CACHE_PREFIX = "repasa-media-";

/** Returns the names of the caches of complete builds, the newest first. */
export async function readBuilds(): Promise<string[]> {
  return JSON.parse((await readFlag("builds")) ?? "[]") as string[];
}
