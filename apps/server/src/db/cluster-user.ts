import { readFile, stat } from "node:fs/promises";
import { StartupError } from "#startup-error.ts";

/** Whom the cluster runs as; undefined: as this process. */
export type ClusterUser = { readonly uid: number; readonly gid: number } | undefined;

const UNPRIVILEGED_NAMES = ["postgres", "nobody"];

/**
 * PostgreSQL refuses to run as root. As root the cluster runs as the owner of its files, or, when there are none yet, as
 * a user without privileges that every system already has; no user is ever created.
 */
export async function chooseClusterUser(clusterDir: string): Promise<ClusterUser> {
  if (process.getuid?.() !== 0) return undefined;

  const owner = await stat(clusterDir).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };

  const accounts = (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n").map((line) => line.split(":"));
  for (const name of UNPRIVILEGED_NAMES) {
    const [, , uid, gid] = accounts.find((account) => account[0] === name) ?? [];
    if (Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new StartupError(
    "PostgreSQL does not run as root and this system has neither a postgres nor a nobody user: start as another user, or set DATABASE_URL.",
  );
}

/**
 * How to name the cluster's directory to a PostgreSQL program that runs in it. As root it may lie below directories that
 * the unprivileged user must not pass (/root, `mktemp -d`); `/proc/self/cwd` leads there without passing them, and
 * PostgreSQL reaches all its files from its working directory.
 */
export function dataDirectoryArgument(clusterDir: string, user: ClusterUser): string {
  return user && process.platform === "linux" ? "/proc/self/cwd" : clusterDir;
}

/** What a PostgreSQL program inherits: none of the server's secrets, and English messages, as they are read here. */
export function programEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
}
