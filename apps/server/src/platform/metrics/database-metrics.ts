import type { Pool } from "pg";
import { Gauge, type Registry } from "prom-client";
import { createInFlight } from "#platform/concurrency/in-flight.ts";
import { LATE, waitAtMost } from "#platform/concurrency/wait-at-most.ts";
import { DEAD_LETTERS } from "#platform/jobs/queue.ts";
import { selectAnything, selectWaitingJobs } from "./jobs.queries.ts";
import type { Watched } from "./metrics.ts";

/** Shorter than the timeout of Prometheus, so that the other figures are reported while the database is unreachable. */
const WAIT_MS = 3_000;

export function watchDatabase(registry: Registry, watched: Watched): void {
  watchPool(registry, watched.pool);
  watchWaitingJobs(registry, watched);
}

/** Returns null if the database does not answer. */
async function answerInTime<Answer>(query: Promise<Answer>): Promise<Answer | null> {
  const answer = await waitAtMost(WAIT_MS, query).catch(() => LATE);
  return answer === LATE ? null : (answer as Answer);
}

function watchPool(registry: Registry, pool: Pool): void {
  new Gauge({
    name: "repasa_pool_connections",
    help: "Connections to the database, calls that wait for one, and how many there may be",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "total" }, pool.totalCount);
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "waiting" }, pool.waitingCount);
      this.set({ state: "limit" }, pool.options.max);
    },
  });
}

/** Every process reports the same queues: dashboards take the maximum. */
function watchWaitingJobs(registry: Registry, { db, statements, clock }: Watched): void {
  const share = createInFlight<"look", void>();
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry], collect: () => share("look", readDatabase) });
  const up = gauge("repasa_database_up", "Whether the database answers");
  const waiting = gauge("repasa_jobs_waiting", "Jobs that no worker has", ["kind"]);
  const late = gauge("repasa_jobs_late_seconds", "For how long the oldest of them could have been done", ["kind"]);
  const dead = gauge("repasa_dead_letters", "Jobs that failed for good");

  async function readDatabase(): Promise<void> {
    const [answer, found] = await Promise.all([
      answerInTime(selectAnything(statements.reads)),
      answerInTime(selectWaitingJobs(db)),
    ]);
    up.set(answer === null ? 0 : 1);
    waiting.reset();
    late.reset();
    if (found === null) return dead.remove();
    dead.set(0);
    for (const { kind, count, since } of found) {
      if (kind === DEAD_LETTERS) dead.set(count);
      else {
        waiting.set({ kind }, count);
        late.set({ kind }, Math.max(0, (clock.now().getTime() - since.getTime()) / 1000));
      }
    }
  }
}
