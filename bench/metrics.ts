import type { Pool } from "pg";
import { allJobs } from "../apps/server/src/all-jobs.ts";
import { listKinds } from "../apps/server/src/platform/jobs/job.ts";
import { noMetrics } from "../apps/server/src/platform/metrics/metrics.ts";
import { createPrometheus } from "../apps/server/src/platform/metrics/prometheus.ts";
import { atMost, type Row } from "./row.ts";

const REQUESTS = 100_000;
const ROUNDS = 15;

/** Processor time of one request's figures in microseconds, and the size of a page with all routes in KB. */
async function benchMetrics(): Promise<{ each: number; pageKilobytes: number; pageMs: number }> {
  const pool = { totalCount: 16, idleCount: 0, waitingCount: 0, options: { max: 16 } } as unknown as Pool;
  const metrics = createPrometheus({
    db: {} as never,
    pool,
    statements: {} as never,
    clock: { now: () => new Date() },
    jobKinds: listKinds(allJobs),
  });
  for (let route = 0; route < 120; route++) {
    for (const status of [200, 400, 401]) metrics.answered("GET", `/api/route${route}/:id`, status, 0.01);
  }
  const rounds = Array.from({ length: ROUNDS }, () => cost(metrics) - cost(noMetrics)).sort((a, b) => a - b);
  const begun = process.cpuUsage();
  const page = (await metrics.page?.read()) ?? "";
  const { user } = process.cpuUsage(begun);
  return { each: rounds[Math.floor(ROUNDS / 2)] ?? 0, pageKilobytes: page.length / 1024, pageMs: user / 1000 };
}

function cost({ answered, rated }: typeof noMetrics): number {
  const begun = process.cpuUsage();
  for (let request = 0; request < REQUESTS; request++) {
    answered("POST", "/api/route7/:id", 200, (request % 40) / 1000);
    rated();
  }
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / REQUESTS;
}

export async function metricsRows(): Promise<Row[]> {
  const { each, pageKilobytes, pageMs } = await benchMetrics();
  const page = `a page of figures with all routes: ${pageKilobytes.toFixed(0)} KB, processor time`;
  return [atMost("figures of one rating, processor time, median", each, 5, "µs", 2), atMost(page, pageMs, 50, "ms")];
}
