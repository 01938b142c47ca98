import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";

/** One prepared statement that changes nothing: it may be done twice. */
export type Read = { name: string; text: string; values: unknown[] };

export type Reader = { query<Row extends pg.QueryResultRow>(read: Read): Promise<pg.QueryResult<Row>> };

export type Pipeline = Reader & {
  /** Goes on with another connection. */
  renew(): void;
  close(): Promise<void>;
};

const RETRY_MS = 1_000;
const CLOSE_MS = 1_000;

/**
 * Short reads on one connection, each sent without waiting for the answers to those before it: that spares the pool's turns,
 * and most of the wakings of two processes. Whatever goes wrong here, be it a lost connection or a slow read that holds up the
 * others, is tried once more on the pool, which has the last word; so does everything while there is no connection.
 *
 * @param open Makes a client that pipelines, with limits shorter than the pool's.
 */
export function openPipeline(open: () => pg.Client, pool: pg.Pool): Pipeline {
  let client: pg.Client | null = null;
  let connecting: Promise<void> | null = null;
  let retryAt = 0;
  let isClosed = false;

  function connectInTime(): void {
    if (connecting !== null || isClosed || performance.now() < retryAt) return;
    connecting = connect().finally(() => {
      connecting = null;
    });
  }

  async function connect(): Promise<void> {
    try {
      const fresh = open();
      const leave = () => {
        if (client === fresh) client = null;
      };
      // Whoever waits for an answer gets the error, too.
      fresh.on("error", leave).once("end", leave);
      await fresh.connect();
      client = fresh;
    } catch {
      retryAt = performance.now() + RETRY_MS;
    }
  }

  async function end(): Promise<void> {
    const ending = client;
    client = null;
    // Those that were sent are answered first, if the server does not hang.
    await Promise.race([ending?.end().catch(() => {}), delay(CLOSE_MS, undefined, { ref: false })]);
  }

  return {
    query<Row extends pg.QueryResultRow>(read: Read): Promise<pg.QueryResult<Row>> {
      if (client === null) {
        connectInTime();
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

/** What is asked for in one turn of the event loop goes out at its end, as one. */
function sendTogether(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
