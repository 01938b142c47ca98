// The files of one build on this device: all of them or none.
import { BUILD_CACHE_PREFIX, readBuilds } from "#lib/device-caches.ts";
import { readFlag, writeFlag } from "#lib/device-flags.ts";
import { OFFLINE } from "#worker/screen-paths.ts";

/** Written into the worker by the build. `list`: the digest of the list of its files. */
export type Build = { readonly id: string; readonly list: string };

/** The digest of each file of a build by its path, as `digestOf` returns it. */
export type BuildFiles = Readonly<Record<string, string>>;

/** The address of a build's `BuildFiles`, which installing alone needs: the worker starts faster without them. */
const LIST = "/build-files.json";

/** The address of any member screen, all of which are the same page. */
const SHELL = "/dashboard";

const AT_ONCE = 6;

/** A tab that runs the previous build still loads files of it. */
const KEPT_BUILDS = 2;

/** On a full disk, each attempt fetches most of a build in vain. */
const PAUSE_MS = 3_600_000;

const nameOf = (build: Build) => BUILD_CACHE_PREFIX + build.id;

/** Resolves when the build is complete in its cache; rejects, leaving the earlier builds as they were, if it cannot be. */
export async function installBuild(build: Build): Promise<void> {
  const name = nameOf(build);
  await storeBuild(build, (builds) => [name, ...builds.filter((one) => one !== name)]);
}

/**
 * Fetches again what the browser has erased of the build while its worker lives; pauses after a failure that is not the network's.
 *
 * @param now In milliseconds since 1970.
 */
export async function restoreBuild(build: Build, now: number): Promise<void> {
  const name = nameOf(build);
  if (await isComplete(build)) return;
  const failedAt = Number((await readFlag("unrestored")) ?? Number.NEGATIVE_INFINITY);
  // The clock may have been set back.
  if (Math.abs(now - failedAt) < PAUSE_MS) return;
  try {
    // A newer build stays the one that navigations get.
    await storeBuild(build, (builds) => (builds.includes(name) ? builds : [...builds, name]));
  } catch (error) {
    // Without a network, `fetch` throws a `TypeError`.
    if (!(error instanceof TypeError)) await writeFlag("unrestored", String(now));
    throw error;
  }
}

async function isComplete(build: Build): Promise<boolean> {
  const name = nameOf(build);
  if (!(await readBuilds()).includes(name)) return false;
  const cache = await caches.open(name);
  const list = (await (await cache.match(LIST))?.json()) as BuildFiles | undefined;
  if (!list) return false;
  const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  return [...Object.keys(list), SHELL, OFFLINE].every((path) => stored.has(path));
}

/** @param place Puts the build among the complete ones. */
async function storeBuild(build: Build, place: (builds: string[]) => string[]): Promise<void> {
  const name = nameOf(build);
  try {
    const cache = await caches.open(name);
    const files = await fetchList(build);
    const paths = Object.keys(files);
    const keepNext = async () => {
      for (let path = paths.pop(); path !== undefined; path = paths.pop()) await keepFile(cache, path, files);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, keepNext));
    for (const path of [SHELL, OFFLINE]) await cache.put(path, await fetchPage(path, build));
    await cache.put(LIST, new Response(JSON.stringify(files)));
    // Read here, because another build may have been installed meanwhile.
    await writeFlag("builds", JSON.stringify(place(await readBuilds())));
  } catch (error) {
    if (!(await readBuilds()).includes(name)) await caches.delete(name);
    throw error;
  }
}

/** Removes all builds except the newest ones, and what is left of builds that could not be installed. */
export async function removeOldBuilds(): Promise<void> {
  const kept = (await readBuilds()).slice(0, KEPT_BUILDS);
  await writeFlag("builds", JSON.stringify(kept));
  await removeCaches((name) => !kept.includes(name));
}

export async function removeAllBuilds(): Promise<void> {
  await writeFlag("builds", "[]");
  await removeCaches(() => true);
}

async function removeCaches(isRemoved: (name: string) => boolean): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(BUILD_CACHE_PREFIX) && isRemoved(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}

async function fetchList({ list }: Build): Promise<BuildFiles> {
  const bytes = await (await fetchFile(LIST, "no-cache"))?.arrayBuffer();
  if (!bytes || (await digestOf(bytes)) !== list) throw new Error(`${LIST} is not that of this build`);
  return JSON.parse(new TextDecoder().decode(bytes)) as BuildFiles;
}

/** Stores a file that another build has as well, or fetches it; throws if what arrives is not the file. */
async function keepFile(cache: Cache, path: string, files: BuildFiles): Promise<void> {
  const isRight = async (response: Response | undefined): Promise<boolean> =>
    response !== undefined && (await digestOf(await response.clone().arrayBuffer())) === files[path];
  if (await isRight(await cache.match(path))) return;
  let file = await caches.match(path, { ignoreVary: true });
  // The browser's own cache may contain the file already, or a damaged copy of it.
  if (!(await isRight(file))) file = await fetchFile(path, path.startsWith("/assets/") ? "default" : "no-cache");
  if (!(await isRight(file))) file = await fetchFile(path, "reload");
  if (!file || !(await isRight(file))) throw new Error(`${path} is not the file of this build`);
  await cache.put(path, file);
}

async function fetchFile(path: string, cache: RequestCache): Promise<Response | undefined> {
  const response = await fetch(path, { cache });
  return isOurs(response) ? response : undefined;
}

/** Fetches a page of the build, which the server completes with its own addresses: it has no digest, but names its build. */
async function fetchPage(path: string, build: Build): Promise<Response> {
  const response = await fetch(path, { cache: "no-cache", credentials: "omit" });
  if (!isOurs(response) || readBuildId(await response.clone().text()) !== build.id) {
    throw new Error(`${path} is not the page of this build`);
  }
  return response;
}

function isOurs({ status, redirected, type }: Response): boolean {
  return status === 200 && !redirected && type === "basic";
}

function readBuildId(html: string): string | undefined {
  return /<meta name="build" content="([^"]+)"/.exec(html)?.[1];
}

/** Returns the first 60 bits of the SHA-256 in hexadecimal. */
export async function digestOf(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, 15);
}

/** Stores the shell again if the server still has this build: its headers follow the configuration of the server. */
export async function refreshShell(build: Build): Promise<void> {
  const shell = await fetchPage(SHELL, build);
  if (await caches.has(nameOf(build))) await (await caches.open(nameOf(build))).put(SHELL, shell);
}

/** Returns the page of all member screens from the newest complete build, even if its worker is still waiting. */
export async function readShell(): Promise<Response | undefined> {
  return readNewest(SHELL);
}

export async function readOfflinePage(): Promise<Response | undefined> {
  const page = await readNewest(OFFLINE);
  // It may replace a page whose address contains a secret.
  return page && new Response(page.body, { headers: [...page.headers, ["referrer-policy", "no-referrer"]] });
}

/** Returns a file of the newest complete build, otherwise of an earlier one. */
export async function readFile(path: string): Promise<Response | undefined> {
  return (await readNewest(path)) ?? (await caches.match(path, { ignoreVary: true }));
}

async function readNewest(path: string): Promise<Response | undefined> {
  const [cacheName] = await readBuilds();
  return cacheName === undefined ? undefined : caches.match(path, { cacheName, ignoreVary: true });
}
