import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { ClusterError } from "./cluster-error.ts";
import type { ClusterEvent } from "./cluster-event.ts";
import { passwordFile } from "./cluster-files.ts";
import { findPostmaster, type LaunchOptions, launchPostmaster, type Postmaster, stopPostmaster } from "./postmaster.ts";

/** The advisory lock that every member holds as shared. All versions of a program must agree on it. */
const IN_USE_LOCK = 7_264_001;
const ATTACH_MS = 30_000;
const RETRY_MS = 50;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 1_000;
const DISCONNECT_MS = 1_000;

interface Attachment {
  readonly postmaster: Postmaster;
  /** Holds the lock, which PostgreSQL releases when the connection ends, and so with this process. */
  readonly presence: pg.Client;
}

export function connectionUrl(
  { name, password, port }: { name: string; password: string; port: number },
  database: string,
): string {
  return `postgresql://${name}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

/** One process's use of a cluster. */
export class Membership {
  /** The cluster's port, or its last known one while it is lost. */
  port = 0;
  readonly #launch: LaunchOptions;
  readonly #password: string;
  readonly #emit: (event: ClusterEvent) => void;
  readonly #leaving = new AbortController();
  #attachment: Attachment | undefined;
  #lostPostmaster: Postmaster | undefined;
  #rejoining: Promise<void> | undefined;
  #left: Promise<void> | undefined;

  constructor(launch: LaunchOptions, password: string, onEvent: (event: ClusterEvent) => void = () => {}) {
    this.#launch = launch;
    this.#password = password;
    this.#emit = onEvent;
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
      // The postmaster does not answer. Another process that needs the cluster starts it again.
      if (this.#lostPostmaster) await stopPostmaster(this.#lostPostmaster);
      return;
    }
    const { presence, postmaster } = this.#attachment;
    try {
      // If several processes leave at the same time, the last one to check is the only member.
      await presence.query("SELECT pg_advisory_unlock_all()");
      const { rows } = await presence.query("SELECT pg_try_advisory_lock($1) AS alone", [IN_USE_LOCK]);
      if (rows[0]?.alone) await stopPostmaster(postmaster);
    } catch (error) {
      this.#emit({ type: "left_running", error });
    } finally {
      await disconnect(presence);
    }
  }

  async #attachOrLaunch(preferredPort: number | undefined): Promise<Attachment> {
    const { clusterDirectory, name } = this.#launch;
    let launched = false;
    let lastError: unknown;
    for (const end = performance.now() + ATTACH_MS; performance.now() < end; await delay(RETRY_MS)) {
      // This process has to connect to a postmaster that it launched before it can stop it in order.
      if (!launched) this.#leaving.signal.throwIfAborted();
      const postmaster = await findPostmaster(clusterDirectory, name);
      if (!postmaster) {
        await launchPostmaster(this.#launch, preferredPort);
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
    // Without a member, no process would ever stop the cluster.
    const unattended = launched ? await findPostmaster(clusterDirectory, name) : undefined;
    if (unattended) await stopPostmaster(unattended);
    throw isWrongPassword(lastError)
      ? new ClusterError({ code: "wrong_password", path: passwordFile(clusterDirectory, name) }, { cause: lastError })
      : new ClusterError({ code: "not_answering", path: clusterDirectory }, { cause: lastError });
  }

  async #attach({ port }: Postmaster): Promise<pg.Client> {
    const { name } = this.#launch;
    const presence = new pg.Client({
      connectionString: connectionUrl({ name, password: this.#password, port }, "postgres"),
      application_name: `${name}-presence`,
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
      await disconnect(presence);
      throw error;
    }
    presence.once("end", () => this.#lose(presence));
    return presence;
  }

  #lose(presence: pg.Client): void {
    if (this.#leaving.signal.aborted || this.#attachment?.presence !== presence) return;
    const { port } = this.#attachment.postmaster;
    this.#lostPostmaster = this.#attachment.postmaster;
    this.#attachment = undefined;
    this.#emit({ type: "lost", port });
    this.#rejoining = this.#rejoin(port);
  }

  /** Restores the cluster, on the same port if it is free. */
  async #rejoin(port: number): Promise<void> {
    let reported: string | undefined;
    for (let pause = FIRST_PAUSE_MS; !this.#leaving.signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        this.#settle(await this.#attachOrLaunch(port));
        this.#emit({ type: "restored", port: this.port, hasMoved: this.port !== port });
        return;
      } catch (cause) {
        if (this.#leaving.signal.aborted) return;
        const error = cause instanceof Error ? cause : new Error(String(cause));
        if (error.message !== reported) this.#emit({ type: "restore_failed", error });
        reported = error.message;
        await delay(pause, undefined, { signal: this.#leaving.signal }).catch(() => {});
      }
    }
  }
}

/** Closes a connection without waiting, because PostgreSQL may hang. */
async function disconnect(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => {}), delay(DISCONNECT_MS, undefined, { ref: false })]);
}

const isWrongPassword = (error: unknown) => error instanceof pg.DatabaseError && error.code === "28P01";
