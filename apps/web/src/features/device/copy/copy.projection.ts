// What this page has computed from the copy, and how it follows what any page writes to it.
import type { Noun } from "@repasa/contract/endpoint.ts";
import type { CopyDatabase } from "#features/device/copy/copy.database.ts";

/** The `BroadcastChannel` in which a page posts what it has written to the copy of an account. */
const COPY_CHANNEL = "repasa-copy";

/** `nouns`: what has changed; none if only the copy itself depends on it. */
type Written = { userId: number; nouns: readonly Noun[] };

type Compute<T> = (database: CopyDatabase) => Promise<T>;

/**
 * - `of`: what it depends on, all of the copy by default.
 * - `at`: the time that it depends on.
 * - `once`: true to share it only until it is computed.
 */
type Dependence = { of?: "all" | "cards"; at?: number; once?: boolean };

type Part = { database: CopyDatabase; version: number; at: number | undefined; value: Promise<unknown> };

/** All that this page has computed from the copy. A page reads one copy at a time. */
class CopyProjection {
  /** They grow with what is written to the copy, as far as this page knows. */
  #versions = { all: 0, cards: 0 };
  readonly #parts = new Map<Compute<unknown>, Part>();

  /** Makes what was computed before out of date. */
  noteWritten(nouns: readonly Noun[] = []): void {
    this.#versions.all += 1;
    if (nouns.includes("cards")) this.#versions.cards += 1;
  }

  /** Returns what `compute` has returned before, or computes it if that is out of date or has failed. */
  read<T>(compute: Compute<T>, database: CopyDatabase, { of = "all", at, once = false }: Dependence = {}): Promise<T> {
    const version = this.#versions[of];
    const known = this.#parts.get(compute);
    if (known?.database === database && known.version === version && known.at === at) return known.value as Promise<T>;
    const value = compute(database);
    const part = { database, version, at, value };
    const forget = () => {
      if (this.#parts.get(compute) === part) this.#parts.delete(compute);
    };
    value.then(() => once && forget(), forget);
    this.#parts.set(compute, part);
    return value;
  }
}

export const projection = new CopyProjection();

/** The pages that have the copy of an account open. */
export class CopyPages {
  readonly #userId: number;
  readonly #channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(COPY_CHANNEL);

  /** @param onWritten Is called with what another page has changed, after this page's projection has become out of date. */
  constructor(userId: number, onWritten: (nouns: readonly Noun[]) => void) {
    this.#userId = userId;
    this.#channel?.addEventListener("message", ({ data }: MessageEvent<Written>) => {
      if (data.userId !== userId) return;
      projection.noteWritten(data.nouns);
      onWritten(data.nouns);
    });
  }

  /** Makes what any page has computed from the copy out of date. To be called once it is written. */
  announce(nouns: readonly Noun[] = []): void {
    projection.noteWritten(nouns);
    this.#channel?.postMessage({ userId: this.#userId, nouns } satisfies Written);
  }

  close(): void {
    this.#channel?.close();
  }
}
