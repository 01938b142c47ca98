// `npm run db:distribute`: checks, plan and progress. The single steps are in distribution-steps.ts.
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { MIGRATION_LOCK } from "#platform/db/locks.ts";
import { connectOnce, migrate, readPending, requireServerVersion } from "#platform/db/migrate.ts";
import { StartupError } from "#platform/process/startup-error.ts";
import type { Clock } from "#platform/time/clock.ts";
import { readClusterSize, whyNotReady } from "./distribution-state.ts";
import { planDistribution } from "./distribution-steps.ts";

export interface DistributeOptions {
  readonly connectionString: string;
  readonly clock: Clock;
  readonly say: (line: string) => void;
  /** Returns whether to go on. Called after the plan was printed. */
  readonly confirm: () => Promise<boolean>;
  readonly directory?: string;
  /** Called after each transaction. */
  readonly committed?: () => void;
}

export type Distributed = "done" | "nothing to do" | "declined";

export async function distributeDatabase(options: DistributeOptions): Promise<Distributed> {
  const { connectionString, say, committed = () => {} } = options;
  const client = await connectOnce(connectionString, "repasa-distribute");
  try {
    // A role that serves requests too may have their limits (roles.ts).
    await client.query("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0");
    await requireServerVersion(client);
    const reason = await whyNotReady(client);
    if (reason !== null) throw new StartupError(reason);
    const pending = await readPending(client, options.directory);
    const steps = await planDistribution(client);
    if (pending.length === 0 && steps.length === 0) {
      say("Nothing to do: every table is where it belongs.");
      return "nothing to do";
    }
    await printPlan(client, pending, steps, say);
    if (!(await options.confirm())) return "declined";
    await requireAlone(client);
    await migrate({ ...options, isDistributing: true });
    await lockOutServers(client);
    // A server may have started meanwhile.
    await requireAlone(client);
    const plan = await planDistribution(client);
    for (const [index, { title, run }] of plan.entries()) {
      say(`${index + 1}/${plan.length} ${title}`);
      await run(client, committed);
    }
    say("Done. Servers can start.");
    return "done";
  } finally {
    await client.end().catch(() => {});
  }
}

async function printPlan(
  client: pg.Client,
  pending: readonly string[],
  steps: readonly { title: string }[],
  say: (line: string) => void,
): Promise<void> {
  const { workers, shards } = await readClusterSize(client);
  say(
    `${client.database} on ${client.host}:${client.port}, over ${workers} ${workers === 1 ? "worker" : "workers"}, ${shards} shards a table:`,
  );
  if (pending.length > 0) say(`  apply ${pending.length} migrations, and place the tables that they make`);
  for (const { title } of steps) say(`  ${title}`);
  say("What is interrupted goes on where it was when the command is run again. Back up first.");
}

/**
 * Servers would write to tables that are being moved, without foreign keys. Sessions of other roles are recognised by their
 * application name, because little else of them is visible. A session that has just ended may be listed for another moment.
 */
async function requireAlone(client: pg.Client): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const { rows } = await client.query(`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND application_name LIKE 'repasa%' LIMIT 1`);
    if (rows.length === 0) return;
    await delay(100);
  }
  throw new StartupError("Somebody is connected to this database: stop all servers and workers first.");
}

async function lockOutServers(client: pg.Client): Promise<void> {
  const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS free", [MIGRATION_LOCK]);
  if (!rows[0].free) throw new StartupError("A server is starting on this database: stop it first.");
}
