import type { Noun } from "@repasa/contract/endpoint.ts";
import {
  type CopyConnection,
  type CopyDatabase,
  connectCopy,
  endCopyConnection,
} from "#features/device/copy/copy.database.ts";

/** The `BroadcastChannel` in which a page posts what it has written to the copy of an account. */
const COPY_CHANNEL = "repasa-copy";

/** `nouns`: what has changed; none if only the copy itself depends on it. */
type Written = { userId: number; nouns: readonly Noun[] };

type Compute<T> = (copy: Copy) => Promise<T>;

/**
 * - `of`: the rows that a value depends on, all of the copy by default.
 * - `at`: the time that it depends on.
 * - `once`: true to share it only until it is computed.
 */
type Dependence = { of?: "all" | "cards"; at?: number; once?: boolean };

type Part = { version: number; at: number | undefined; value: Promise<unknown> };

/**
 * The copy of one account that a page has open: its connection, what the page has computed from it, and the channel to
 * the other pages that have it open. Functions that read or change a copy take it as their first argument.
 */
export class Copy {
  readonly userId: number;
  readonly #connection: CopyConnection;
  #database: CopyDatabase | undefined;
  /** Counters that grow with each write to the copy of which this page knows. */
  #versions = { all: 0, cards: 0 };
  readonly #parts = new Map<Compute<unknown>, Part>();
  #channel: BroadcastChannel | undefined;

  constructor(userId: number) {
    this.userId = userId;
    this.#connection = connectCopy(userId);
  }

  /** Runs work on the database, as `DatabaseConnection` does. */
  use<T>(work: (database: CopyDatabase) => Promise<T>): Promise<T> {
    return this.#connection.use((database) => {
      // While the browser had closed the database, this page may have missed what others wrote.
      if (database !== this.#database) this.#parts.clear();
      this.#database = database;
      return work(database);
    });
  }

  /** Returns what `compute` has returned before, or computes it if that is out of date or has failed. */
  compute<T>(compute: Compute<T>, { of = "all", at, once = false }: Dependence = {}): Promise<T> {
    const version = this.#versions[of];
    const known = this.#parts.get(compute);
    if (known?.version === version && known.at === at) return known.value as Promise<T>;
    const value = compute(this);
    const part = { version, at, value };
    const forget = () => {
      if (this.#parts.get(compute) === part) this.#parts.delete(compute);
    };
    value.then(() => once && forget(), forget);
    this.#parts.set(compute, part);
    return value;
  }

  /** Makes what this page has computed before out of date. To be called once the copy is written. */
  noteWritten(nouns: readonly Noun[] = []): void {
    this.#versions.all += 1;
    if (nouns.includes("cards")) this.#versions.cards += 1;
  }

  /** Makes what any page has computed before out of date. */
  announce(nouns: readonly Noun[] = []): void {
    this.noteWritten(nouns);
    this.#channel?.postMessage({ userId: this.userId, nouns } satisfies Written);
  }

  /**
   * Joins the other pages that have this copy open.
   *
   * @param onWritten Is called with what another page has changed, after what was computed here has become out of date.
   */
  joinPages(onWritten: (nouns: readonly Noun[]) => void): void {
    if (typeof BroadcastChannel === "undefined") return;
    this.#channel = new BroadcastChannel(COPY_CHANNEL);
    this.#channel.addEventListener("message", ({ data }: MessageEvent<Written>) => {
      if (data.userId !== this.userId) return;
      this.noteWritten(data.nouns);
      onWritten(data.nouns);
    });
  }

  /** Closes the copy for good: another page may remove it next, and work that is late must not create it anew. */
  close(): void {
    this.#channel?.close();
    this.#channel = undefined;
    void endCopyConnection(this.userId);
  }
}
