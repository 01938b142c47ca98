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
  /** Called when notifications are received from now on. Those sent since the last connection was lost were missed. */
  onListening(): void;
  onLost?(error: unknown): void;
};

export type Listening = { close(): Promise<void> };

/** Listens over a connection of its own, which bypasses a pooler and is reopened whenever it is lost. */
export function listen(connectionString: ConnectionString, listener: Listener): Listening {
  const { channel, applicationName, onNotification, onListening, onLost } = listener;
  const closing = new AbortController();
  const { signal } = closing;

  async function listenOn({ client }: Connection): Promise<never> {
    const { promise: lost, reject } = Promise.withResolvers<never>();
    client.once("end", () => reject(Object.assign(new Error("the connection ended"), { code: "ECONNRESET" })));
    client.on("notification", ({ payload }) => payload !== undefined && onNotification(payload));
    const startListening = async () => {
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      onListening();
      // Without pings a connection that has fallen silent would go unnoticed.
      return keepPinging(client, signal);
    };
    // Both are awaited from the start: an unhandled rejection would end the process.
    return Promise.race([lost, startListening()]);
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

async function keepPinging(client: pg.Client, signal: AbortSignal): Promise<never> {
  for (;;) {
    await delay(CHECK_MS, undefined, { signal });
    await client.query("SELECT 1");
  }
}
