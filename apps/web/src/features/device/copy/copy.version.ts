// How the caches of each page follow what any page has written to the copy.
import type { Noun } from "@repasa/contract/endpoint.ts";

/** The `BroadcastChannel` in which a page posts what it has written to the copy of an account. */
const COPY_CHANNEL = "repasa-copy";

/** `nouns`: what has changed; none if only the copy itself depends on it. */
type Written = { userId: number; nouns: readonly Noun[] };

let version = 0;
let cardsVersion = 0;

/** Returns a number that grows with all that is written to the copy, as far as this page knows. */
export const readVersion = (): number => version;

/** Returns a number that grows when cards of the copy are written. */
export const readCardsVersion = (): number => cardsVersion;

/** Makes what was read of the copy before out of date, on this page. */
export function noteWritten(nouns: readonly Noun[] = []): void {
  version += 1;
  if (nouns.includes("cards")) cardsVersion += 1;
}

/** The pages that have the copy of an account open. */
export class CopyPages {
  readonly #userId: number;
  readonly #channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(COPY_CHANNEL);

  /** @param onWritten Is called with what another page has changed, after this page's caches have become out of date. */
  constructor(userId: number, onWritten: (nouns: readonly Noun[]) => void) {
    this.#userId = userId;
    this.#channel?.addEventListener("message", ({ data }: MessageEvent<Written>) => {
      if (data.userId !== userId) return;
      noteWritten(data.nouns);
      onWritten(data.nouns);
    });
  }

  /** Makes what any page has read of the copy before out of date. To be called once it is written. */
  announce(nouns: readonly Noun[] = []): void {
    noteWritten(nouns);
    this.#channel?.postMessage({ userId: this.#userId, nouns } satisfies Written);
  }

  close(): void {
    this.#channel?.close();
  }
}
