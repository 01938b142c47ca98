import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { StartupError } from "#platform/process/startup-error.ts";
import { findClusterBinaries } from "./cluster-binaries.ts";
import {
  DATABASE_NAME,
  ensureClusterFiles,
  passwordFile,
  prepareDataDir,
  readPassword,
  SUPERUSER,
} from "./cluster-files.ts";
import { chooseClusterUser } from "./cluster-user.ts";
import type { DatabaseLogger } from "./database-logger.ts";
import { endClient } from "./pool.ts";
import { findPostmaster, type LaunchOptions, launchPostmaster, type Postmaster, stopPostmaster } from "./postmaster.ts";

const IN_USE_LOCK = 7_264_001;
const ATTACH_MS = 30_000;
const RETRY_MS = 50;
const MAX_PAUSE_MS = 1_000;

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
} as const;

export interface EmbeddedClusterOptions {
  readonly dataDir: string;
  readonly logger: DatabaseLogger;
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedCluster {
  /** Where it is now: it takes another port when its own is taken while it is down. */
  readonly connectionString: string;
  readonly databaseUrl: (databaseName: string) => string;
  readonly postmasterPid: () => number;
  /** Stops the cluster if no other server uses it. Close all connections first. */
  readonly stop: () => Promise<void>;
}

interface Attachment {
  readonly postmaster: Postmaster;
  readonly presence: pg.Client;
}

/** Starts or joins the cluster of `DATA_DIR`. Its users hold an advisory lock, which ends with their process. */
export async function startEmbeddedCluster(options: EmbeddedClusterOptions): Promise<EmbeddedCluster> {
  const dataDir = resolve(options.dataDir);
  const clusterDir = join(dataDir, "postgres");
  await prepareDataDir(dataDir);
  const user = await chooseClusterUser(clusterDir);
  const binaries = await findClusterBinaries(user);
  await ensureClusterFiles(clusterDir, binaries, user);

  const membership = new Membership(
    {
      clusterDir,
      logFile: join(dataDir, "postgres.log"),
      binaries,
      user,
      preferredPort: undefined,
      settings: { ...SETTINGS, ...options.settings },
    },
    await readPassword(clusterDir),
    options.logger,
  );
  await membership.join();
  const databaseUrl = (name: string) => connectionUrl(membership.port, membership.password, name);
  return {
    get connectionString() {
      return databaseUrl(DATABASE_NAME);
    },
    databaseUrl,
    postmasterPid: () => membership.postmasterPid,
    stop: () => membership.leave(),
  };
}

function connectionUrl(port: number, password: string, database: string): string {
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

class Membership {
  readonly password: string;
  /** Where it is, or was when it was last seen. */
  port = 0;
  readonly #launch: LaunchOptions;
  readonly #logger: DatabaseLogger;
  readonly #leaving = new AbortController();
  #attachment: Attachment | undefined;
  #lostPostmaster: Postmaster | undefined;
  #rejoining: Promise<void> | undefined;
  #left: Promise<void> | undefined;

  constructor(launch: LaunchOptions, password: string, logger: DatabaseLogger) {
    this.#launch = launch;
    this.password = password;
    this.#logger = logger;
  }

  get postmasterPid(): number {
    return this.#attachment?.postmaster.pid ?? 0;
  }

  async join(): Promise<void> {
    this.#settle(await this.#attachOrLaunch(undefined));
  }

  #settle(attachment: Attachment): void {
    this.#attachment = attachment;
    this.port = attachment.postmaster.port;
  }

  leave(): Promise<void> {
    this.#left ??= this.#leave();
    return this.#left;
  }

  async #leave(): Promise<void> {
    this.#leaving.abort();
    await this.#rejoining;
    if (!this.#attachment) {
      // It did not answer. Another server that needs it starts it again.
      if (this.#lostPostmaster) await stopPostmaster(this.#lostPostmaster);
      return;
    }
    const { presence, postmaster } = this.#attachment;
    try {
      // Of servers that leave at the same time, the last to ask is alone.
      await presence.query("SELECT pg_advisory_unlock_all()");
      const { rows } = await presence.query("SELECT pg_try_advisory_lock($1) AS alone", [IN_USE_LOCK]);
      if (rows[0]?.alone) await stopPostmaster(postmaster);
    } catch (error) {
      this.#logger.warn({ err: error }, "the database was left running, as it does not answer");
    } finally {
      await endClient(presence);
    }
  }

  async #attachOrLaunch(preferredPort: number | undefined): Promise<Attachment> {
    const { clusterDir } = this.#launch;
    let launched = false;
    let lastError: unknown;
    for (const end = performance.now() + ATTACH_MS; performance.now() < end; await delay(RETRY_MS)) {
      // One that was launched must be attended to, so that it can be stopped in order.
      if (!launched) this.#leaving.signal.throwIfAborted();
      const postmaster = await findPostmaster(clusterDir);
      if (!postmaster) {
        await launchPostmaster({ ...this.#launch, preferredPort });
        launched = true;
      } else if (postmaster.port > 0) {
        try {
          return { postmaster, presence: await this.#attach(postmaster) };
        } catch (error) {
          lastError = error;
          if (isWrongPassword(error) || this.#leaving.signal.aborted) break;
        }
      }
    }
    // Without a presence there is no leaving it later.
    const unattended = launched ? await findPostmaster(clusterDir) : undefined;
    if (unattended) await stopPostmaster(unattended);
    throw notAnswering(clusterDir, lastError);
  }

  async #attach(postmaster: Postmaster): Promise<pg.Client> {
    const presence = new pg.Client({
      connectionString: connectionUrl(postmaster.port, this.password, "postgres"),
      application_name: "repasa-presence",
      connectionTimeoutMillis: 3_000,
      query_timeout: 3_000,
      keepAlive: true,
    });
    presence.on("error", () => {});
    try {
      await presence.connect();
      await presence.query("SET idle_session_timeout = 0");
      await presence.query("SET lock_timeout = '2s'");
      await presence.query("SELECT pg_advisory_lock_shared($1)", [IN_USE_LOCK]);
    } catch (error) {
      await endClient(presence);
      throw error;
    }
    presence.once("end", () => this.#lost(presence));
    return presence;
  }

  /** Brings the cluster back, on the same port if it is free. */
  #lost(presence: pg.Client): void {
    if (this.#leaving.signal.aborted || this.#attachment?.presence !== presence) return;
    const { port } = this.#attachment.postmaster;
    this.#lostPostmaster = this.#attachment.postmaster;
    this.#attachment = undefined;
    this.#logger.warn({ port }, "the connection to the embedded database is lost; restoring it");
    this.#rejoining = this.#rejoin(port);
  }

  async #rejoin(port: number): Promise<void> {
    let said: string | undefined;
    for (let pause = 250; !this.#leaving.signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        this.#settle(await this.#attachOrLaunch(port));
        const moved = this.port === port ? "" : ", on another port";
        this.#logger.info({ port: this.port }, `the embedded database is back${moved}`);
        return;
      } catch (error) {
        if (this.#leaving.signal.aborted) return;
        const { message } = error as Error;
        if (message !== said)
          this.#logger.error({ err: error }, "the embedded database does not come back; trying again");
        said = message;
        await delay(pause, undefined, { signal: this.#leaving.signal }).catch(() => {});
      }
    }
  }
}

const isWrongPassword = (error: unknown) => error instanceof pg.DatabaseError && error.code === "28P01";

function notAnswering(clusterDir: string, reason: unknown): StartupError {
  if (isWrongPassword(reason)) {
    return new StartupError(`The password in ${passwordFile(clusterDir)} is not that of the database.`, {
      cause: reason,
    });
  }
  const why = reason instanceof Error ? reason.message : "no reason given";
  return new StartupError(`The database in ${clusterDir} runs but does not answer: ${why}.`, { cause: reason });
}
