import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { seedStudents } from "./day-seed.ts";
import { atMost, exactly, formatCount, percentile, printed, type Row } from "./row.ts";
import { type BenchServer, withServer } from "./server.ts";
import { readSize } from "./size.ts";

/** A change can be tried with a shorter day: `DAY_SECONDS=60 STUDENTS=200 npm run bench -- day`. */
const SECONDS = readSize("DAY_SECONDS", 600, 18);
const STUDENTS = readSize("STUDENTS", 2000, 5);
const CARDS = Math.max(1, Math.min(40, Math.floor((SECONDS * 0.55) / 8)));
const PAUSE_MS = 8000;
const SAMPLE_MS = 5000;
const SECRET = "bench-day-secret-";

/** The plan for the students, which is passed to their process. */
export type DayPlan = {
  port: number;
  secret: string;
  students: number;
  /** The students arrive evenly over this time. */
  arrivalMs: number;
  cards: number;
  pauseMs: number;
};

/** The students' measurements; durations are in milliseconds. */
export type DayTally = {
  requests: number;
  homes: number[];
  queues: number[];
  ratings: number[];
  /** The number of failures of each kind. */
  failures: Record<string, number>;
};

/** Measures a day: each student opens Home and rates 40 cards, one every 8 seconds, or fewer cards if the day is too short. */
export function measureDay(): Promise<Row[]> {
  return withServer(
    async (server) => {
      const start = performance.now();
      const sampling = new AbortController();
      const sampled = sampleStrain(server, sampling.signal);
      const tally = await runStudents({
        port: server.port,
        secret: SECRET,
        students: STUDENTS,
        arrivalMs: SECONDS * 1000 - (CARDS + 1) * PAUSE_MS,
        cards: CARDS,
        pauseMs: PAUSE_MS,
      }).finally(() => sampling.abort());
      return [...createStudentRows(tally, (performance.now() - start) / 1000), ...createServerRows(await sampled)];
    },
    { seed: (client) => seedStudents(client, { students: STUDENTS, secret: SECRET }) },
  );
}

async function runStudents(plan: DayPlan): Promise<DayTally> {
  const child = fork(path.resolve(import.meta.dirname, "day-students.ts"), [JSON.stringify(plan)]);
  const ended = once(child, "exit").then(() => Promise.reject(new Error("the students' process ended by itself")));
  ended.catch(() => {});
  const [tally] = await Promise.race([once(child, "message"), ended]);
  return tally as DayTally;
}

type Strain = Awaited<ReturnType<BenchServer["strain"]>>;

async function sampleStrain(server: BenchServer, signal: AbortSignal): Promise<Strain[]> {
  const samples: Strain[] = [];
  // The start of the server is not part of the day.
  await server.strain();
  while (!signal.aborted) {
    await delay(SAMPLE_MS, undefined, { signal }).catch(() => {});
    samples.push(await server.strain());
  }
  return samples;
}

function createStudentRows({ homes, queues, ratings, requests, failures }: DayTally, seconds: number): Row[] {
  for (const [failure, times] of Object.entries(failures)) console.log(`${times} times: ${failure}`);
  const errors = Object.values(failures).reduce((sum, times) => sum + times, 0);
  const row = (what: string, times: number[], limit: number) => {
    const [p50, worst] = [0.5, 1].map((share) => percentile(times, share).toFixed(0));
    const measure = `${what}, ${formatCount(times.length)} times: p99 (p50 ${p50} ms, worst ${worst} ms)`;
    return atMost(measure, percentile(times, 0.99), limit, "ms");
  };
  return [
    exactly(`${formatCount(STUDENTS)} students, ${CARDS} cards each, ${seconds.toFixed(0)} s: errors`, errors, 0),
    row("a rating", ratings, 50),
    row("opening Home, its four calls", homes, 250),
    row("opening the queue", queues, 250),
    printed("requests per second", formatCount(requests / seconds)),
  ];
}

function createServerRows(samples: readonly Strain[]): Row[] {
  const most = (measure: keyof Strain) => Math.max(...samples.map((sample) => sample[measure]));
  const [half, tenth] = [samples.length >> 1, Math.max(1, Math.floor(samples.length / 10))];
  const mean = (part: readonly Strain[]) => part.reduce((sum, { memory }) => sum + memory, 0) / part.length;
  const growth = mean(samples.slice(-tenth)) - mean(samples.slice(half, half + tenth));
  return [
    atMost("memory of the server, the most", most("memory"), 300, "MB"),
    atMost("its growth over the second half", growth, 10, "MB"),
    atMost(`longest pause of the event loop, ${most("work").toFixed(0)} ms of it own work`, most("pause"), 50, "ms"),
  ];
}
