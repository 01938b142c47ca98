import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { ClusterError } from "./cluster-error.ts";
import type { ClusterEvent } from "./cluster-event.ts";
import { passwordFile } from "./cluster-files.ts";
import { findPostmaster, type LaunchOptions, launchPostmaster, type Postmaster, stopPostmaster } from "./postmaster.ts";

/** The advisory lock that every member holds in shared mode. All versions of a program must agree on it. */
const IN_USE_LOCK = 7_264_001;
const ATTACH_TIMEOUT_MS = 30_000;
const RETRY_PAUSE_MS = 50;
const MIN_REJOIN_PAUSE_MS = 250;
const MAX_REJOIN_PAUSE_MS = 1_000;
const DISCONNECT_TIMEOUT_MS = 1_000;

interface Attachment {
  readonly postmaster: Postmaster;
  /** The connection that holds the lock. PostgreSQL releases the lock when the connection ends, even if this process is killed. */
  readonly lockConnection: pg.Client;
}

/**
 * Returns the connection string of a database of a cluster on this machine.
 *
 * @param database The name of the database, which need not exist.
 */
export function formatConnectionUrl(
  { name: user, password, port }: { name: string; password: string; port: number },
  database: string,
): string {
  return `postgresql://${user}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

/** The membership of this process in a cluster. */
export class Membership {
  /** The port of the cluster. While the connection to the cluster is lost, this is the last known port. */
  port = 0;
  readonly #launchOptions: LaunchOptions;
  readonly #password: string;
  readonly #emit: (event: ClusterEvent) => void;
  readonly #leaveController = new AbortController();
  #attachment: Attachment | undefined;
  #lostPostmaster: Postmaster | undefined;
  #rejoinPromise: Promise<void> | undefined;
  #leavePromise: Promise<void> | undefined;

  constructor(launchOptions: LaunchOptions, password: string, onEvent: (event: ClusterEvent) => void = () => {}) {
    this.#launchOptions = launchOptions;
    this.#password = password;
    this.#emit = onEvent;
  }

  get postmasterPid(): number {
    return this.#attachment?.postmaster.pid ?? 0;
  }

  async join(): Promise<void> {
    this.#setAttachment(await this.#attachOrLaunch(undefined));
  }

  #setAttachment(attachment: Attachment): void {
    this.#attachment = attachment;
    this.port = attachment.postmaster.port;
  }

  leave(): Promise<void> {
    this.#leavePromise ??= this.#leave();
    return this.#leavePromise;
  }

  async #leave(): Promise<void> {
    this.#leaveController.abort();
    await this.#rejoinPromise;
    if (!this.#attachment) {
      // The lost postmaster does not answer, so it is stopped. Another process that needs the cluster will launch a new one.
      if (this.#lostPostmaster) await stopPostmaster(this.#lostPostmaster);
      return;
    }
    const { lockConnection, postmaster } = this.#attachment;
    try {
      // The own lock is released before the check, so that of several processes that leave at once, the last one finds no other.
      await lockConnection.query("SELECT pg_advisory_unlock_all()");
      const { rows } = await lockConnection.query("SELECT pg_try_advisory_lock($1) AS is_last_member", [IN_USE_LOCK]);
      if (rows[0]?.is_last_member) await stopPostmaster(postmaster);
    } catch (error) {
      this.#emit({ type: "left_running", error });
    } finally {
      await disconnect(lockConnection);
    }
  }

  async #attachOrLaunch(preferredPort: number | undefined): Promise<Attachment> {
    const { clusterDirectory, name } = this.#launchOptions;
    let hasLaunched = false;
    let lastError: unknown;
    for (
      const deadline = performance.now() + ATTACH_TIMEOUT_MS;
      performance.now() < deadline;
      await delay(RETRY_PAUSE_MS)
    ) {
      // After a launch, the loop goes on even while this process leaves: it needs a connection to stop the postmaster properly.
      if (!hasLaunched) this.#leaveController.signal.throwIfAborted();
      const postmaster = await findPostmaster(clusterDirectory, name);
      if (!postmaster) {
        await launchPostmaster(this.#launchOptions, preferredPort);
        hasLaunched = true;
      } else if (postmaster.port > 0) {
        try {
          return { postmaster, lockConnection: await this.#attach(postmaster) };
        } catch (error) {
          lastError = error;
          if (isWrongPassword(error) || this.#leaveController.signal.aborted) break;
        }
      }
    }
    // This process cannot become a member, so nobody would ever stop the cluster that it has launched.
    const unattended = hasLaunched ? await findPostmaster(clusterDirectory, name) : undefined;
    if (unattended) await stopPostmaster(unattended);
    throw isWrongPassword(lastError)
      ? new ClusterError({ code: "wrong_password", path: passwordFile(clusterDirectory, name) }, { cause: lastError })
      : new ClusterError({ code: "not_answering", path: clusterDirectory }, { cause: lastError });
  }

  async #attach({ port }: Postmaster): Promise<pg.Client> {
    const { name } = this.#launchOptions;
    const lockConnection = new pg.Client({
      connectionString: formatConnectionUrl({ name, password: this.#password, port }, "postgres"),
      application_name: `${name}-presence`,
      connectionTimeoutMillis: 3_000,
      query_timeout: 3_000,
      keepAlive: true,
    });
    // Without this handler, a lost connection would end the process. The handler of "end" below reacts to the loss.
    lockConnection.on("error", () => {});
    try {
      await lockConnection.connect();
      await lockConnection.query("SET idle_session_timeout = 0");
      await lockConnection.query("SET lock_timeout = '2s'");
      await lockConnection.query("SELECT pg_advisory_lock_shared($1)", [IN_USE_LOCK]);
    } catch (error) {
      await disconnect(lockConnection);
      throw error;
    }
    lockConnection.once("end", () => this.#handleLostConnection(lockConnection));
    return lockConnection;
  }

  #handleLostConnection(lockConnection: pg.Client): void {
    if (this.#leaveController.signal.aborted || this.#attachment?.lockConnection !== lockConnection) return;
    const { port } = this.#attachment.postmaster;
    this.#lostPostmaster = this.#attachment.postmaster;
    this.#attachment = undefined;
    this.#emit({ type: "lost", port });
    this.#rejoinPromise = this.#rejoin(port);
  }

  /** Tries to restore the cluster, on the same port if it is free, until it succeeds or this process leaves. */
  async #rejoin(port: number): Promise<void> {
    let lastReported: string | undefined;
    for (
      let pause = MIN_REJOIN_PAUSE_MS;
      !this.#leaveController.signal.aborted;
      pause = Math.min(pause * 2, MAX_REJOIN_PAUSE_MS)
    ) {
      try {
        this.#setAttachment(await this.#attachOrLaunch(port));
        this.#emit({ type: "restored", port: this.port, hasMoved: this.port !== port });
        return;
      } catch (cause) {
        if (this.#leaveController.signal.aborted) return;
        const error = cause instanceof Error ? cause : new Error(String(cause));
        if (error.message !== lastReported) this.#emit({ type: "restore_failed", error });
        lastReported = error.message;
        await delay(pause, undefined, { signal: this.#leaveController.signal }).catch(() => {});
      }
    }
  }
}

/** Closes a connection, but waits at most {@link DISCONNECT_TIMEOUT_MS}, because PostgreSQL may hang. */
async function disconnect(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => {}), delay(DISCONNECT_TIMEOUT_MS, undefined, { ref: false })]);
}

const isWrongPassword = (error: unknown) => error instanceof pg.DatabaseError && error.code === "28P01";
