import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { JobKind } from "#platform/jobs/job.ts";
import manifest from "../../../package.json" with { type: "json" };
import { watchDatabase } from "./database-metrics.ts";
import { JOB_OUTCOMES, MAIL_OUTCOMES, type Metrics, PUSH_OUTCOMES, REFUSALS, type Watched } from "./metrics.ts";
import { watchProcess } from "./process-metrics.ts";

/** The buckets include the promised times: 25 and 50 ms for a rating, 250 ms for Home. */
const SECONDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createPrometheus(watched: Watched): Metrics {
  const registry = new Registry();
  new Gauge({
    name: "repasa_build_info",
    help: "What runs",
    labelNames: ["version", "node"],
    registers: [registry],
  }).set({ version: manifest.version, node: process.versions.node }, 1);
  watchProcess(registry);
  watchDatabase(registry, watched);
  return {
    countResponse: createRequestCounter(registry),
    startJob: createJobCounter(registry, watched.jobKinds),
    ...createEventCounters(registry),
    page: { contentType: registry.contentType, read: () => registry.metrics() },
  };
}

function createRequestCounter(registry: Registry): Metrics["countResponse"] {
  const requests = new Counter({
    name: "repasa_http_requests_total",
    help: "Responses by route, method and status",
    labelNames: ["method", "route", "status"],
    registers: [registry],
  });
  const duration = new Histogram({
    name: "repasa_http_request_duration_seconds",
    help: "From a request's headers to the last byte of its response",
    labelNames: ["method", "route"],
    buckets: SECONDS,
    registers: [registry],
  });
  return (method, route, status, seconds) => {
    requests.inc({ method, route, status });
    duration.observe({ method, route }, seconds);
  };
}

function createJobCounter(registry: Registry, jobKinds: readonly JobKind<object>[]): Metrics["startJob"] {
  const ended = new Counter({
    name: "repasa_jobs_total",
    help: "Attempts at jobs; one that failed is tried again, one that was refused is not",
    labelNames: ["kind", "outcome"],
    registers: [registry],
  });
  const running = new Gauge({
    name: "repasa_jobs_running",
    help: "Jobs that this process is doing; imports are imports.read, imports.write and imports.undo",
    labelNames: ["kind"],
    registers: [registry],
  });
  // A rate needs a first value, even of events that happen once a month.
  for (const { name: kind } of jobKinds) {
    running.set({ kind }, 0);
    for (const outcome of JOB_OUTCOMES) ended.inc({ kind, outcome }, 0);
  }
  return (kind) => {
    running.inc({ kind });
    return (outcome) => {
      running.dec({ kind });
      ended.inc({ kind, outcome });
    };
  };
}

type EventCounters = Pick<Metrics, "countRating" | "countRefusedSignIn" | "countMail" | "countPush">;

function createEventCounters(registry: Registry): EventCounters {
  const registers = [registry];
  const ratings = new Counter({ name: "repasa_ratings_total", help: "Ratings written", registers });
  const refusals = new Counter({
    name: "repasa_sign_ins_refused_total",
    help: "Sign-ins refused, by why",
    labelNames: ["reason"],
    registers,
  });
  const mails = new Counter({
    name: "repasa_mails_total",
    help: "Attempts to send a letter; one that failed is tried again, one that was refused is not",
    labelNames: ["outcome"],
    registers,
  });
  const pushes = new Counter({
    name: "repasa_pushes_total",
    help: "Attempts to send a push; one that failed is tried again, and a subscription that is gone is deleted",
    labelNames: ["outcome"],
    registers,
  });
  for (const reason of REFUSALS) refusals.inc({ reason }, 0);
  for (const outcome of MAIL_OUTCOMES) mails.inc({ outcome }, 0);
  for (const outcome of PUSH_OUTCOMES) pushes.inc({ outcome }, 0);
  return {
    countRating: () => ratings.inc(),
    countRefusedSignIn: (reason) => refusals.inc({ reason }),
    countMail: (outcome) => mails.inc({ outcome }),
    countPush: (outcome) => pushes.inc({ outcome }),
  };
}
