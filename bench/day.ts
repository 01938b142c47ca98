import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { seedStudents } from "./day-seed.ts";
import { atMost, count, exactly, printed, type Row } from "./row.ts";
import { type BenchServer, startDatabase, startServer } from "./server.ts";

/** A shorter day for trying: `DAY_SECONDS=60 STUDENTS=200 npm run bench -- day`. */
const SECONDS = Number(process.env.DAY_SECONDS ?? 600);
const STUDENTS = Number(process.env.STUDENTS ?? 2000);
const CARDS = 40;
const PAUSE_MS = 8000;
const SAMPLE_MS = 5000;
const SECRET = "bench-day-secret-";

/** What the students do, as their process is told it. */
export type DayPlan = {
  port: number;
  secret: string;
  students: number;
  /** They come evenly over this time. */
  arrivalMs: number;
  cards: number;
  pauseMs: number;
};

/** What they saw; durations in milliseconds. */
export type DayTally = {
  requests: number;
  homes: number[];
  queues: number[];
  ratings: number[];
  failures: Record<string, number>;
};

type Percentiles = { p50: number; p99: number; worst: number; count: number };

type DayFigures = {
  seconds: number;
  students: number;
  cards: number;
  errors: number;
  home: Percentiles;
  queue: Percentiles;
  rating: Percentiles;
  requestsPerSecond: number;
  /** In MB: the most, and how much more in the last tenth than at half-time. */
  memory: number;
  growth: number;
  /** In ms; the pause is longer on a busy machine, the work is the server's own. */
  pause: number;
  work: number;
};

/** A day of students: each opens Home and studies 40 cards at one every 8 seconds, as long as the day has room for it. */
async function benchDay(): Promise<DayFigures> {
  const database = await startDatabase();
  try {
    await seedStudents(database.connectionString, { students: STUDENTS, secret: SECRET });
    const server = await startServer(database.connectionString);
    try {
      const cards = Math.max(1, Math.min(CARDS, Math.floor((SECONDS * 1000 * 0.55) / PAUSE_MS)));
      const arrivalMs = SECONDS * 1000 - (cards + 1) * PAUSE_MS;
      const plan = { port: server.port, secret: SECRET, students: STUDENTS, arrivalMs, cards, pauseMs: PAUSE_MS };
      const begun = performance.now();
      const watched = watch(server);
      const tally = await live(plan).finally(watched.stop);
      const seconds = (performance.now() - begun) / 1000;
      for (const [failure, times] of Object.entries(tally.failures)) console.log(`${times} times: ${failure}`);
      return {
        ...{ seconds, students: STUDENTS, cards },
        errors: Object.values(tally.failures).reduce((sum, times) => sum + times, 0),
        home: percentilesOf(tally.homes),
        queue: percentilesOf(tally.queues),
        rating: percentilesOf(tally.ratings),
        requestsPerSecond: tally.requests / seconds,
        ...watched.figures(),
      };
    } finally {
      await server.stop();
    }
  } finally {
    await database.stop();
  }
}

async function live(plan: DayPlan): Promise<DayTally> {
  const child = fork(path.resolve(import.meta.dirname, "day-students.ts"), [JSON.stringify(plan)]);
  const ended = once(child, "exit").then(() => Promise.reject(new Error("the students' process ended by itself")));
  ended.catch(() => {});
  const [tally] = await Promise.race([once(child, "message"), ended]);
  return tally as DayTally;
}

/** Asks the server every few seconds how much it strains. */
function watch(server: BenchServer) {
  const samples: { memory: number; pause: number; work: number }[] = [];
  const stopped = new AbortController();
  const looking = (async () => {
    // The start is not part of the day.
    await server.strain();
    while (!stopped.signal.aborted) {
      await delay(SAMPLE_MS, undefined, { signal: stopped.signal }).catch(() => {});
      samples.push(await server.strain());
    }
  })();
  return {
    stop: () => {
      stopped.abort();
      return looking;
    },
    figures: () => {
      const most = (of: (one: (typeof samples)[number]) => number) => Math.max(...samples.map(of));
      const [half, tenth] = [samples.length >> 1, Math.max(1, Math.floor(samples.length / 10))];
      const mean = (part: typeof samples) => part.reduce((sum, { memory }) => sum + memory, 0) / part.length;
      return {
        memory: most(({ memory }) => memory),
        growth: mean(samples.slice(-tenth)) - mean(samples.slice(half, half + tenth)),
        pause: most(({ pause }) => pause),
        work: most(({ work }) => work),
      };
    },
  };
}

function percentilesOf(durations: number[]): Percentiles {
  const sorted = [...durations].sort((a, b) => a - b);
  const share = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { p50: share(0.5), p99: share(0.99), worst: share(1), count: sorted.length };
}

export async function dayRows(): Promise<Row[]> {
  const { seconds, students, cards, errors, home, queue, rating, requestsPerSecond, ...strain } = await benchDay();
  const ms = (duration: number) => `${duration.toFixed(0)} ms`;
  const row = (what: string, { p50, p99, worst, count: times }: Percentiles, limit: number) =>
    atMost(`${what}, ${count(times)} times: p99 (p50 ${ms(p50)}, worst ${ms(worst)})`, p99, limit, "ms");
  return [
    exactly(`${count(students)} students, ${cards} cards each, ${seconds.toFixed(0)} s: errors`, errors, 0),
    row("a rating", rating, 50),
    row("opening Home, its four calls", home, 250),
    row("opening the queue", queue, 250),
    printed("requests per second", count(requestsPerSecond)),
    atMost("memory of the server, the most", strain.memory, 300, "MB"),
    atMost("its growth over the second half", strain.growth, 10, "MB"),
    atMost(`longest pause of the event loop, ${ms(strain.work)} of it own work`, strain.pause, 50, "ms"),
  ];
}
