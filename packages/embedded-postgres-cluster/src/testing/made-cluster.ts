import { rmSync } from "node:fs";
import { cp, mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ClusterLocation, createCluster } from "../cluster.ts";

/** Directories by the name of the cluster in them. */
const made = new Map<string, Promise<string>>();

/**
 * Puts an empty cluster that was never started into a directory. All clusters of a process are copies of one, because creating a
 * cluster takes most of the time of a first start.
 */
export async function putMadeCluster({ directory, name }: ClusterLocation): Promise<void> {
  const original = made.get(name) ?? makeCluster(name);
  made.set(name, original);
  await mkdir(directory, { recursive: true });
  await cp(join(await original, "postgres"), join(directory, "postgres"), { recursive: true });
}

async function makeCluster(name: string): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), `${name}-made-`));
  process.once("exit", () => rmSync(root, { recursive: true, force: true }));
  const directory = join(root, "data");
  await createCluster({ directory, name });
  return directory;
}
