// The account and the environment that PostgreSQL's programs run with.
import { readFile, stat } from "node:fs/promises";
import { ClusterError } from "./cluster-error.ts";

/** The account that runs PostgreSQL; undefined for the account of this process. */
export type ProcessUser = { readonly uid: number; readonly gid: number } | undefined;

const UNPRIVILEGED_NAMES = ["postgres", "nobody"];

/**
 * Chooses the account for PostgreSQL, which refuses to run as root. For a process of root it is the owner of the cluster's
 * directory. If that is root as well, or the directory is missing, it is an unprivileged account of the system.
 *
 * @throws ClusterError `no_unprivileged_user`
 */
export async function chooseProcessUser(clusterDirectory: string): Promise<ProcessUser> {
  if (process.getuid?.() !== 0) return undefined;

  const owner = await stat(clusterDirectory).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };

  const accounts = (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n").map((line) => line.split(":"));
  for (const name of UNPRIVILEGED_NAMES) {
    const [, , uid, gid] = accounts.find((account) => account[0] === name) ?? [];
    if (Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new ClusterError({ code: "no_unprivileged_user" });
}

/**
 * Returns the data directory as an argument of programs that are started in it. `/proc/self/cwd` works even below directories
 * that the user may not enter, such as /root.
 */
export function formatDataDirectory(clusterDirectory: string, user: ProcessUser): string {
  return user && process.platform === "linux" ? "/proc/self/cwd" : clusterDirectory;
}

/** Excludes the environment of this process, which may contain secrets. Messages are in English because they are parsed. */
export function createProgramEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
}
