import type { Pool, PoolClient } from "pg";

/** The start-up option of a connection with which Citus reports each command that it sends to a worker as a notice. */
export const REPORT_COMMANDS = "-c citus.log_remote_commands=on";

interface Running {
  readonly text: string;
  readonly commands: string[];
}

export interface ShardWatch {
  /** Returns the statements that have reached workers since the last call. */
  readonly takeStatements: () => Promise<WatchedStatement[]>;
}

interface WatchedStatement {
  readonly text: string;
  /** The first hash of each shard's range: shards of two tables that hold the same users count as one. */
  readonly shards: readonly string[];
  readonly inTwoPhases: boolean;
}

/** Records every statement of a pool's connections, which must be opened with `REPORT_COMMANDS`. */
export function watchShards(pool: Pool): ShardWatch {
  let seen: Running[] = [];
  const follow = (client: PoolClient) => {
    let running: Running = { text: "", commands: [] };
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((config: unknown, ...rest: unknown[]) => {
      running = { text: readStatementText(config), commands: [] };
      seen.push(running);
      return query(config, ...rest);
    }) as typeof client.query;
    client.on("notice", ({ message = "" }) => {
      if (message.startsWith("issuing ")) running.commands.push(message.slice("issuing ".length));
    });
  };
  pool.on("connect", follow);
  return {
    takeStatements: async () => {
      const statements = seen.filter(({ commands }) => commands.length > 0);
      const { rows } = await pool.query<{ shard: string; range: string }>(
        "SELECT shardid::text AS shard, shardminvalue AS range FROM pg_dist_shard WHERE shardminvalue IS NOT NULL",
      );
      seen = [];
      const ranges = new Map(rows.map(({ shard, range }) => [shard, range]));
      return statements.map(({ text, commands }) => ({
        text,
        shards: [...new Set(commands.flatMap((command) => findShards(command, ranges)))],
        inTwoPhases: commands.some((command) => command.startsWith("PREPARE TRANSACTION")),
      }));
    },
  };
}

function readStatementText(config: unknown): string {
  if (typeof config === "string") return config;
  return typeof config === "object" && config !== null && "text" in config ? String(config.text) : "";
}

function findShards(command: string, ranges: ReadonlyMap<string, string>): string[] {
  return [...command.matchAll(/_(\d{6,})\b/g)].flatMap(([, shard = ""]) => ranges.get(shard) ?? []);
}
