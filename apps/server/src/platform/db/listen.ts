import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { waitAtMost } from "#platform/concurrency/wait-at-most.ts";
import { type Connection, type ConnectionString, openConnection } from "./pool.ts";

const CHECK_MS = 10_000;
const ANSWER_MS = 5_000;
const RETRY_MS = 1_000;
const CLOSE_MS = 1_000;

export type Listener = {
  readonly channel: string;
  readonly applicationName: string;
  onNotification(payload: string): void;
  /** From now on all are heard. What was said before, since the last connection was lost, was not. */
  onListening(): void;
  onLost?(error: unknown): void;
};

export type Listening = { close(): Promise<void> };

/** Listens over a connection of its own, not one of a pooler's, which is made again whenever it is lost. */
export function listen(connectionString: ConnectionString, listener: Listener): Listening {
  const { channel, applicationName, onNotification, onListening, onLost } = listener;
  const closing = new AbortController();
  const { signal } = closing;

  async function listenOn({ client }: Connection): Promise<never> {
    const { promise: lost, reject } = Promise.withResolvers<never>();
    client.once("end", () => reject(Object.assign(new Error("the connection ended"), { code: "ECONNRESET" })));
    client.on("notification", ({ payload }) => payload !== undefined && onNotification(payload));
    const hear = async () => {
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      onListening();
      // Nobody else would notice a connection that has fallen silent.
      return keepAsking(client, signal);
    };
    // Together from the start: a loss that nobody waits for would end the process.
    return Promise.race([lost, hear()]);
  }

  async function listenUntilClosed(): Promise<void> {
    while (!signal.aborted) {
      const connection = await openConnection(connectionString, applicationName, { answerMs: ANSWER_MS }).catch(
        () => null,
      );
      if (connection) await listenOn(connection).catch((error) => signal.aborted || onLost?.(error));
      await connection?.close();
      await delay(RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }

  const listening = listenUntilClosed();
  return {
    close: async () => {
      closing.abort();
      await waitAtMost(CLOSE_MS, listening);
    },
  };
}

async function keepAsking(client: pg.Client, signal: AbortSignal): Promise<never> {
  for (;;) {
    await delay(CHECK_MS, undefined, { signal });
    await client.query("SELECT 1");
  }
}
