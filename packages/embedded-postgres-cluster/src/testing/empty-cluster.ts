import { rmSync } from "node:fs";
import { cp, mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ClusterLocation, createCluster } from "../cluster.ts";

/** The directories of the originals, by the name of the cluster in them. */
const originals = new Map<string, Promise<string>>();

/**
 * Copies an empty cluster that was never started into a directory. All copies of a process have one original, because creating
 * a cluster takes most of the time of a first start.
 */
export async function copyEmptyCluster({ directory, name }: ClusterLocation): Promise<void> {
  const original = originals.get(name) ?? createOriginal(name);
  originals.set(name, original);
  await mkdir(directory, { recursive: true });
  await cp(join(await original, "postgres"), join(directory, "postgres"), { recursive: true });
}

async function createOriginal(name: string): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), `${name}-made-`));
  process.once("exit", () => rmSync(root, { recursive: true, force: true }));
  const directory = join(root, "data");
  await createCluster({ directory, name });
  return directory;
}
