import type { Config } from "#platform/process/config.ts";
import type { DatabaseLogger } from "./database-logger.ts";
import { startEmbeddedDatabase } from "./embedded-database.ts";
import { ensureRoles, type RoleUrls, roleUrls } from "./roles.ts";

/**
 * The role of `ownerUrl` may change tables, that of `appUrl` only their rows; both are the same if one address was configured.
 * Neither goes through a pooler. `appUrlNow` returns the present form of `appUrl`, because the embedded database may move to another
 * port. `requestsUrlNow` is for work that needs no session from one transaction to the next.
 */
export type FoundDatabase = RoleUrls & {
  readonly appUrlNow: () => string;
  readonly requestsUrlNow: () => string;
  readonly stop: () => Promise<void>;
};

type Given = Pick<Config, "databaseUrl" | "databaseOwnerUrl" | "databaseDirectUrl" | "dataDir">;

/** Finds the configured database, or else starts or joins the embedded one. */
export async function findDatabase(
  { databaseUrl, databaseOwnerUrl, databaseDirectUrl, dataDir }: Given,
  logger: DatabaseLogger,
): Promise<FoundDatabase> {
  if (databaseUrl !== null) {
    const appUrl = databaseDirectUrl ?? databaseUrl;
    const ownerUrl = databaseOwnerUrl ?? appUrl;
    return { appUrl, ownerUrl, appUrlNow: () => appUrl, requestsUrlNow: () => databaseUrl, stop: async () => {} };
  }
  const cluster = await startEmbeddedDatabase({ dataDir, logger });
  try {
    const urls = await ensureRoles(cluster.connectionString);
    const appUrlNow = () => roleUrls(cluster.connectionString).appUrl;
    return { ...urls, appUrlNow, requestsUrlNow: appUrlNow, stop: cluster.stop };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}
