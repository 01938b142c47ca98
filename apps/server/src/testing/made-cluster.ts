import { rmSync } from "node:fs";
import { cp, mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findClusterBinaries } from "#platform/db/cluster-binaries.ts";
import { ensureClusterFiles, prepareDataDir } from "#platform/db/cluster-files.ts";
import { chooseClusterUser } from "#platform/db/cluster-user.ts";

let made: Promise<string> | undefined;

/** Puts an empty cluster that was never started into a DATA_DIR: to make one anew is most of what a start takes. */
export async function putMadeCluster(dataDir: string): Promise<void> {
  made ??= makeCluster();
  await mkdir(dataDir, { recursive: true });
  await cp(await made, path.join(dataDir, "postgres"), { recursive: true });
}

async function makeCluster(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), "repasa-made-"));
  process.once("exit", () => rmSync(root, { recursive: true, force: true }));
  const clusterDir = path.join(root, "data", "postgres");
  await prepareDataDir(path.dirname(clusterDir));
  const user = await chooseClusterUser(clusterDir);
  await ensureClusterFiles(clusterDir, await findClusterBinaries(user), user);
  return clusterDir;
}
