import type { FastifyReply } from "fastify";

/** A client that reads nothing of a response for this long is gone or malicious. */
export const STALLED_MS = 20_000;

/** The limit for downloads such as exports is longer, because the browser may be asking where to save them. */
export const STALLED_FILE_MS = 60_000;

/**
 * Closes the connection when its client has read nothing of the response for `patienceMs`. Time in which the server itself has
 * nothing to send does not count, for example while it builds a collection for Anki.
 */
export function endWhenStalled({ raw }: FastifyReply, patienceMs: number): void {
  raw.setTimeout(patienceMs, () => {
    if (raw.writableLength > 0) raw.destroy();
  });
}
