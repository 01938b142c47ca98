import type { Config } from "#platform/process/config.ts";
import type { DatabaseLogger } from "./database-logger.ts";
import { startEmbeddedCluster } from "./embedded-cluster.ts";
import { ensureRoles, type RoleUrls, roleUrls } from "./roles.ts";

/**
 * `ownerUrl` may change tables, `appUrl` only their rows; a database that was given with one address has it as both. Neither
 * goes through a pooler. `appUrlNow` is the latter wherever the database is by then: the embedded one may move to another
 * port. `requestsUrlNow` is for what needs no session of its own from one transaction to the next.
 */
export type FoundDatabase = RoleUrls & {
  readonly appUrlNow: () => string;
  readonly requestsUrlNow: () => string;
  readonly stop: () => Promise<void>;
};

type Given = Pick<Config, "databaseUrl" | "databaseOwnerUrl" | "databaseDirectUrl" | "dataDir">;

/** The database that was given, or the embedded one, which is started or joined. */
export async function findDatabase(
  { databaseUrl, databaseOwnerUrl, databaseDirectUrl, dataDir }: Given,
  logger: DatabaseLogger,
): Promise<FoundDatabase> {
  if (databaseUrl !== null) {
    const appUrl = databaseDirectUrl ?? databaseUrl;
    const ownerUrl = databaseOwnerUrl ?? appUrl;
    return { appUrl, ownerUrl, appUrlNow: () => appUrl, requestsUrlNow: () => databaseUrl, stop: async () => {} };
  }
  const cluster = await startEmbeddedCluster({ dataDir, logger });
  try {
    const urls = await ensureRoles(cluster.connectionString);
    const appUrlNow = () => roleUrls(cluster.connectionString).appUrl;
    return { ...urls, appUrlNow, requestsUrlNow: appUrlNow, stop: cluster.stop };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}
