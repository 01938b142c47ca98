import type { Duplex } from "node:stream";
import type pg from "pg";
import { waitAtMost } from "#platform/concurrency/wait-at-most.ts";
import type { Runner, Statement } from "./prepared.ts";

export type Pipeline = Runner & {
  /** Continues on a new connection. */
  renew(): void;
  close(): Promise<void>;
};

const RETRY_MS = 1_000;
const CLOSE_MS = 1_000;

/**
 * Runs short reads on one connection, each sent without waiting for the responses to those before it: that saves waiting for a
 * connection of the pool, and most of the times that the two processes wake each other. Whatever fails here, be it a lost
 * connection or a slow read that holds up the others, is run once more on the pool, as is everything while there is no connection.
 *
 * @param open Creates a client that pipelines, with limits shorter than the pool's.
 */
export function openPipeline(open: () => pg.Client, pool: pg.Pool): Pipeline {
  let client: pg.Client | null = null;
  let connecting: Promise<void> | null = null;
  let retryAt = 0;
  let isClosed = false;

  function connectSoon(): void {
    if (connecting !== null || isClosed || performance.now() < retryAt) return;
    connecting = connect().finally(() => {
      connecting = null;
    });
  }

  async function connect(): Promise<void> {
    try {
      const fresh = open();
      const forget = () => {
        if (client === fresh) client = null;
      };
      // The error also rejects the reads that wait for a response.
      fresh.on("error", forget).once("end", forget);
      await fresh.connect();
      client = fresh;
    } catch {
      retryAt = performance.now() + RETRY_MS;
    }
  }

  async function end(): Promise<void> {
    const ending = client;
    client = null;
    // Reads that were sent are answered first, unless the server hangs.
    if (ending)
      await waitAtMost(
        CLOSE_MS,
        ending.end().catch(() => {}),
      );
  }

  return {
    query<Row extends pg.QueryResultRow>(read: Statement): Promise<pg.QueryResult<Row>> {
      if (client === null) {
        connectSoon();
        return pool.query<Row>(read);
      }
      sendTogether(client.connection.stream);
      return client.query<Row>(read).catch(() => pool.query<Row>(read));
    },
    renew: () => void end(),
    close: async () => {
      isClosed = true;
      await connecting;
      await end();
    },
  };
}

/** Sends the reads of one turn of the event loop at its end, in one packet. */
function sendTogether(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
