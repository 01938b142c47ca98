// A PostgreSQL cluster on 127.0.0.1 that the processes using one directory share: the first one starts it, later ones join
// it, and the last one to leave stops it.
import { join, resolve } from "node:path";
import type { ClusterEvent } from "./cluster-event.ts";
import { ensureClusterFiles, prepareDirectory, readPassword } from "./cluster-files.ts";
import { formatConnectionUrl, Membership } from "./membership.ts";
import { findPostgresBinaries } from "./postgres-binaries.ts";
import { findPostmaster } from "./postmaster.ts";
import { chooseProcessUser } from "./process-user.ts";

/** Identifies a cluster. All processes that share it, and all later versions of a program, must use the same two values. */
export interface ClusterLocation {
  /** The files are in `<directory>/postgres` and the log is `<directory>/postgres.log`. Created when missing. */
  readonly directory: string;
  /**
   * A lower-case identifier (`[a-z][a-z0-9_]*`). It names the superuser and the initial database, the file of the
   * superuser's password (`postgres/<name>.password`), the setting `<name>.directory`, by which a process recognises its
   * postmaster, the connections that count members (`<name>-presence`), and a cache of the programs
   * (`/var/cache/<name>`, or `<name>-cache` in the temporary directory), which is needed only when this process is root.
   */
  readonly name: string;
}

export interface ClusterOptions extends ClusterLocation {
  /**
   * Settings of PostgreSQL by name, applied when this process starts the cluster; they do not change one that is running.
   * Addresses, sockets and port are reserved.
   */
  readonly settings?: Readonly<Record<string, string>>;
  readonly onEvent?: (event: ClusterEvent) => void;
}

export interface Cluster {
  /** The superuser's address of the initial database. It changes if the cluster has to move to another port. */
  readonly connectionString: string;
  /** The superuser's current address of any database of the cluster. */
  readonly databaseUrl: (databaseName: string) => string;
  /** Returns 0 while the cluster is lost. */
  readonly postmasterPid: () => number;
  /** Leaves the cluster, and stops it unless another process uses it. Close all connections first. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the cluster of a directory, or joins it if it is already running, for example because the process that started it was
 * killed. Creates its files on the first start. A cluster that dies is started again until `stop` is called.
 *
 * @throws ClusterError when it cannot be created, started or joined
 */
export async function startCluster({ settings = {}, onEvent, ...location }: ClusterOptions): Promise<Cluster> {
  const { name } = location;
  const { clusterDirectory, logFile, binaries, user } = await ensureCluster(location);
  const password = await readPassword(clusterDirectory, name);
  const membership = new Membership({ clusterDirectory, name, logFile, binaries, user, settings }, password, onEvent);
  await membership.join();
  const databaseUrl = (databaseName: string) =>
    formatConnectionUrl({ name, password, port: membership.port }, databaseName);
  return {
    get connectionString() {
      return databaseUrl(name);
    },
    databaseUrl,
    postmasterPid: () => membership.postmasterPid,
    stop: () => membership.leave(),
  };
}

/**
 * Creates the files of a cluster without starting it, unless the directory already contains one.
 *
 * @throws ClusterError if they cannot be created, or the directory contains other files
 */
export async function createCluster(location: ClusterLocation): Promise<void> {
  await ensureCluster(location);
}

/**
 * Finds the running cluster of a directory without joining it; undefined when none runs. It may stop at any moment.
 *
 * @throws ClusterError `password_unreadable`
 */
export async function findRunningCluster(
  location: ClusterLocation,
): Promise<{ postmasterPid: number; databaseUrl: (databaseName: string) => string } | undefined> {
  const { name } = location;
  const { clusterDirectory } = resolvePaths(location);
  const postmaster = await findPostmaster(clusterDirectory, name);
  if (!postmaster) return undefined;
  const { pid, port } = postmaster;
  const password = await readPassword(clusterDirectory, name);
  return { postmasterPid: pid, databaseUrl: (database) => formatConnectionUrl({ name, password, port }, database) };
}

function resolvePaths({ directory, name }: ClusterLocation) {
  // The name becomes part of SQL statements and of the postmaster's command line.
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new TypeError(`${name} is not a lower-case identifier`);
  const root = resolve(directory);
  return { root, clusterDirectory: join(root, "postgres"), logFile: join(root, "postgres.log") };
}

async function ensureCluster(location: ClusterLocation) {
  const { name } = location;
  const { root, clusterDirectory, logFile } = resolvePaths(location);
  await prepareDirectory(root);
  const user = await chooseProcessUser(clusterDirectory);
  const binaries = await findPostgresBinaries(user, name);
  await ensureClusterFiles({ clusterDirectory, name, binaries, user });
  return { clusterDirectory, logFile, binaries, user };
}
