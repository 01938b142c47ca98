import { type Cluster, type ClusterLocation, startCluster } from "@repasa/embedded-postgres-cluster/cluster.ts";
import type { ClusterEvent } from "@repasa/embedded-postgres-cluster/cluster-event.ts";
import type { DatabaseLogger } from "./database-logger.ts";
import { embeddedDatabaseError } from "./embedded-database-error.ts";

const SETTINGS = {
  shared_buffers: "128MB",
  max_connections: "100",
  max_wal_size: "1GB",
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  log_checkpoints: "off",
  // Keeps personal data out of the log.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_timezone: "UTC",
  timezone: "UTC",
};

interface EmbeddedDatabaseOptions {
  readonly dataDir: string;
  readonly logger: DatabaseLogger;
  /** In addition to the product's own settings, or instead of them. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts or joins the cluster of a `DATA_DIR`. */
export async function startEmbeddedDatabase({ dataDir, logger, settings }: EmbeddedDatabaseOptions): Promise<Cluster> {
  try {
    return await startCluster({
      ...locateCluster(dataDir),
      settings: { ...SETTINGS, ...settings },
      onEvent: (event) => logEvent(event, logger),
    });
  } catch (error) {
    throw embeddedDatabaseError(error);
  }
}

export function locateCluster(dataDir: string): ClusterLocation {
  return { directory: dataDir, name: "repasa" };
}

function logEvent(event: ClusterEvent, logger: DatabaseLogger): void {
  switch (event.type) {
    case "lost":
      logger.warn({ port: event.port }, "the connection to the embedded database is lost; restoring it");
      break;
    case "restored":
      logger.info({ port: event.port }, `the embedded database is back${event.hasMoved ? ", on another port" : ""}`);
      break;
    case "restore_failed":
      logger.error(
        { err: embeddedDatabaseError(event.error) },
        "the embedded database does not come back; trying again",
      );
      break;
    case "left_running":
      logger.warn({ err: event.error }, "the database was left running, as it does not answer");
  }
}
