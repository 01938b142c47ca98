import { readFile, stat } from "node:fs/promises";
import { StartupError } from "#platform/process/startup-error.ts";

export type ClusterUser = { readonly uid: number; readonly gid: number } | undefined;

const UNPRIVILEGED_NAMES = ["postgres", "nobody"];

/** PostgreSQL does not run as root: then the owner of its files is taken, or an unprivileged user that every system has. */
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

/** `/proc/self/cwd` leads to the working directory also below directories that the user may not enter, such as /root. */
export function dataDirectoryArgument(clusterDir: string, user: ClusterUser): string {
  return user && process.platform === "linux" ? "/proc/self/cwd" : clusterDir;
}

/** None of the server's secrets, and English messages, because we parse them. */
export function programEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
}
