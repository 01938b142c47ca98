import { benchBundles } from "./bundles.ts";
import { benchCitus } from "./citus.ts";
import { dayRows } from "./day.ts";
import { benchExports } from "./exports.ts";
import { benchHistory } from "./history.ts";
import { benchHome } from "./home.ts";
import { benchImports } from "./imports.ts";
import { benchLanding } from "./landing.ts";
import { benchLearning } from "./learning.ts";
import { benchLists } from "./lists.ts";
import { benchMetrics } from "./metrics.ts";
import { benchPortions } from "./portions.ts";
import { benchQueries } from "./queries.ts";
import { benchReads } from "./reads.ts";
import { benchReminders } from "./reminders.ts";
import { benchReviews } from "./reviews.ts";
import { benchScheduling } from "./scheduling.ts";
import { benchSearch } from "./search.ts";
import { benchSizes } from "./sizes.ts";
import { benchClone, benchStart } from "./start.ts";
import { benchStudy } from "./study.ts";

type Row = { measure: string; measured: string; goal: string; met: boolean };

const whole = new Intl.NumberFormat("en");
const chosen = process.argv.slice(2);
const benches: Record<string, () => Promise<Row[]>> = {
  scheduling,
  learning,
  bundles,
  landing,
  home,
  queries,
  reads,
  history,
  search,
  study,
  reviews,
  reminders,
  exports,
  imports,
  lists,
  day: dayRows,
  metrics,
  sizes,
  start,
  clone,
  citus,
};

for (const [name, bench] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`\n${name}`);
  console.table((await bench()).map(({ met, ...row }) => ({ ...row, met: met ? "yes" : "NO" })));
}

async function scheduling(): Promise<Row[]> {
  const { ratingsPerSecond } = await benchScheduling();
  return [
    {
      measure: "ratings scheduled per second, one core",
      measured: whole.format(Math.round(ratingsPerSecond)),
      goal: ">= 200,000",
      met: ratingsPerSecond >= 200_000,
    },
  ];
}

async function learning(): Promise<Row[]> {
  const { refitMs, forecastMs } = await benchLearning();
  return [
    {
      measure: "fitting the model to 25,000 reviews, and judging it: time on one core, median",
      measured: `${refitMs.toFixed(0)} ms`,
      goal: "<= 1000 ms",
      met: refitMs <= 1000,
    },
    {
      measure: "forecast of an exam in 60 days over 500 cards, the same",
      measured: `${forecastMs.toFixed(0)} ms`,
      goal: "<= 100 ms",
      met: forecastMs <= 100,
    },
  ];
}

async function bundles(): Promise<Row[]> {
  return (await benchBundles()).map(({ screen, files, kilobytes, limit }) => ({
    measure: `JavaScript that ${screen} loads, gzip, ${files} files`,
    measured: `${kilobytes.toFixed(1)} KB`,
    goal: `<= ${limit} KB`,
    met: kilobytes <= limit,
  }));
}

async function landing(): Promise<Row[]> {
  const { kilobytes, files, lcp, cls, largest } = await benchLanding();
  const slow = "4x CPU, 1.6 Mbit/s, 150 ms RTT";
  return [
    {
      measure: `JavaScript of / before the first interaction, gzip, ${files} files`,
      measured: `${kilobytes.toFixed(1)} KB`,
      goal: "<= 20 KB",
      met: kilobytes <= 20,
    },
    {
      measure: `LCP of / (${largest}), ${slow}, median`,
      measured: `${Math.round(lcp)} ms`,
      goal: "<= 1200 ms",
      met: lcp > 0 && lcp <= 1200,
    },
    { measure: `CLS of /, ${slow}, median`, measured: cls.toFixed(4), goal: "<= 0.01", met: cls <= 0.01 },
  ];
}

async function home(): Promise<Row[]> {
  const { cold, warm, requests } = await benchHome();
  const row = (cache: string, ms: number) => ({
    measure: `/ to a usable 'Comenzar revisión', 4x CPU, 400 ms a request, ${cache}, median`,
    measured: `${Math.round(ms)} ms`,
    goal: "<= 2500 ms",
    met: ms <= 2500,
  });
  return [row("empty HTTP cache", cold), row(`warm HTTP cache, ${requests} requests answered`, warm)];
}

async function start(): Promise<Row[]> {
  const { command, server } = await benchStart();
  return [
    {
      measure: `second npm start to /healthz (the server alone ${(server / 1000).toFixed(1)} s), median`,
      measured: `${(command / 1000).toFixed(1)} s`,
      goal: "<= 2 s",
      met: command <= 2000,
    },
  ];
}

async function clone(): Promise<Row[]> {
  const seconds = await benchClone();
  const measured = `${seconds.toFixed(0)} s`;
  return [{ measure: "fresh clone to serving", measured, goal: "<= 120 s", met: seconds <= 120 }];
}

async function queries(): Promise<Row[]> {
  return (await benchQueries()).map(({ call, plan, cards, answered, buffers, limit }) => ({
    measure: `${call}: ${cards} cards, ${answered} rows answered, by ${plan}`,
    measured: `${buffers} shared buffers`,
    goal: `<= ${limit}`,
    met: buffers <= limit && /Index|Bitmap/.test(plan),
  }));
}

async function reads(): Promise<Row[]> {
  return (await benchReads()).map(({ what, rows, buffers, ms, firstMs, work }) => {
    // Whom a job takes, it locks.
    const most = 300 + (what.includes("users") ? 10 : 2) * rows;
    return {
      measure: `${what}: ${rows} rows found; ${ms.toFixed(1)} ms of processor (first call ${firstMs.toFixed(0)}), the thread ${work.toFixed(0)} at once`,
      measured: `${buffers} shared buffers`,
      goal: `<= ${most}, and 50 ms`,
      met: buffers <= most && ms <= 50 && work <= 50,
    };
  });
}

async function history(): Promise<Row[]> {
  const [filled, ...reads] = await benchHistory();
  const seconds = (filled?.ms ?? 0) / 1000;
  const migration = {
    measure: filled?.call ?? "",
    measured: `${seconds.toFixed(0)} s`,
    goal: "<= 300 s",
    met: seconds <= 300,
  };
  const rows = reads.flatMap(({ call, buffers, rows, ms }) => {
    const most = 2 * rows + 300;
    return [
      {
        measure: `${call}, ${whole.format(rows)} rows`,
        measured: `${whole.format(buffers)} shared buffers`,
        goal: `<= ${whole.format(most)}`,
        met: buffers <= most,
      },
      { measure: `${call}: median`, measured: `${ms.toFixed(1)} ms`, goal: "<= 50 ms", met: ms <= 50 },
    ];
  });
  return [migration, ...rows];
}

async function search(): Promise<Row[]> {
  return (await benchSearch()).map(({ kind, p50, p99 }) => ({
    measure: `search in 50,000 cards, ${kind}: p99 (p50 ${p50.toFixed(1)} ms)`,
    measured: `${p99.toFixed(1)} ms`,
    goal: "<= 50 ms",
    met: p99 <= 50,
  }));
}

async function study(): Promise<Row[]> {
  const { rating, folder } = await benchStudy();
  return [
    {
      measure: `rating key to next question painted, ${rating.ratings} ratings, 4x CPU, API +400 ms (p95 ${rating.p95.toFixed(0)} ms)`,
      measured: `${rating.median.toFixed(0)} ms median`,
      goal: "<= 50 ms",
      met: rating.median <= 50,
    },
    {
      measure: "of these, on screen in the same frame as the rating",
      measured: `${rating.sameFrame}`,
      goal: `${rating.ratings}`,
      met: rating.sameFrame === rating.ratings,
    },
    {
      measure: "folder of 5,000 cards, same conditions: from the click to the first card",
      measured: `${folder.openMs.toFixed(0)} ms`,
      goal: "printed",
      met: true,
    },
    {
      measure: "the same, scrolling: median and longest frame",
      measured: `${folder.medianFrameMs.toFixed(0)} ms, ${folder.worstFrameMs.toFixed(0)} ms`,
      goal: "printed",
      met: true,
    },
  ];
}

async function reviews(): Promise<Row[]> {
  const { http, pgbench, ratio, halfLoad, duringSignIns } = await benchReviews();
  return [
    {
      measure: `reviews per second over HTTP (${whole.format(http)}) against pgbench (${whole.format(pgbench)}), 16 clients`,
      measured: ratio.toFixed(2),
      goal: ">= 0.60",
      met: ratio >= 0.6,
    },
    {
      measure: `p99 at half that load (${whole.format(halfLoad.rate)} per second), p50 ${halfLoad.p50.toFixed(1)} ms`,
      measured: `${halfLoad.p99.toFixed(1)} ms`,
      goal: "<= 25 ms",
      met: halfLoad.p99 <= 25,
    },
    {
      measure: `the same while 20 people sign in, over and over (${duringSignIns.signIns.toFixed(0)} per second), p50 ${duringSignIns.p50.toFixed(1)} ms`,
      measured: `${duringSignIns.p99.toFixed(1)} ms`,
      goal: "<= 50 ms",
      met: duringSignIns.p99 <= 50,
    },
  ];
}

async function reminders(): Promise<Row[]> {
  const { users, planned, handedOver, bare, ratio, peakMegabytes, doubled, missing } = await benchReminders();
  const count = (figure: number) => whole.format(Math.round(figure));
  return [
    {
      measure: `users planned per second, ${count(users)} due at once (all in ${(users / planned).toFixed(1)} s)`,
      measured: count(planned),
      goal: "printed",
      met: true,
    },
    {
      measure: `reminders prepared and handed over per second, one worker (all in ${(users / handedOver).toFixed(0)} s)`,
      measured: count(handedOver),
      goal: "printed",
      met: true,
    },
    {
      measure: `the same against nodemailer alone (${count(bare)} per second)`,
      measured: ratio.toFixed(2),
      goal: ">= 0.10",
      met: ratio >= 0.1,
    },
    { measure: "peak memory of the worker", measured: `${count(peakMegabytes)} MB`, goal: "printed", met: true },
    { measure: "users with two reminders", measured: count(doubled), goal: "0", met: doubled === 0 },
    { measure: "users without one", measured: count(missing), goal: "0", met: missing === 0 },
  ];
}

async function exports(): Promise<Row[]> {
  return (await benchExports()).flatMap(({ format, seconds, megabytes, pauseMs, workMs, size }) => {
    const what = `50,000 cards with 100,000 reviews as ${format}`;
    return [
      {
        measure: `${what}: ${size.toFixed(1)} MB, time until the last byte`,
        measured: `${seconds.toFixed(1)} s`,
        goal: "printed",
        met: true,
      },
      {
        measure: `${what}: peak memory over idle`,
        measured: `${Math.round(megabytes)} MB`,
        goal: "<= 200 MB",
        met: megabytes <= 200,
      },
      {
        measure: `${what}: longest pause of the event loop, ${Math.round(workMs)} ms of it own work`,
        measured: `${Math.round(pauseMs)} ms`,
        goal: "<= 50 ms",
        met: pauseMs <= 50,
      },
    ];
  });
}

async function imports(): Promise<Row[]> {
  return (await benchImports()).flatMap((figures) => {
    const { file, readSeconds, writeSeconds, copySeconds, memory, pause, work, p99 } = figures;
    const ratio = writeSeconds / copySeconds;
    const whole = ((readSeconds + writeSeconds) / copySeconds).toFixed(1);
    const copied = `raw COPY of the same rows ${copySeconds.toFixed(1)} s; both parts ${whole}`;
    return [
      {
        measure: `${file}: written in ${writeSeconds.toFixed(1)} s, after ${readSeconds.toFixed(1)} s for the preview; ${copied}`,
        measured: ratio.toFixed(1),
        goal: "<= 4",
        met: ratio <= 4,
      },
      {
        measure: "the same, peak memory over idle",
        measured: `${memory.toFixed(0)} MB`,
        goal: "<= 200 MB",
        met: memory <= 200,
      },
      {
        measure: `longest pause of the event loop, ${work.toFixed(0)} ms of it own work`,
        measured: `${pause.toFixed(0)} ms`,
        goal: "<= 50 ms",
        met: pause <= 50,
      },
      { measure: "p99 of another user's calls", measured: `${p99.toFixed(0)} ms`, goal: "<= 500 ms", met: p99 <= 500 },
    ];
  });
}

async function lists(): Promise<Row[]> {
  const { portions, whole: lists } = await benchPortions();
  return [
    ...portions.map(({ what, rows, medianMs, kilobytes, buffers }) => ({
      measure: `${what}: median of 40 calls; ${kilobytes.toFixed(0)} KB, ${whole.format(buffers)} buffers of ${whole.format(2 * rows + 300)}`,
      measured: `${medianMs.toFixed(1)} ms`,
      goal: "<= 50 ms",
      met: medianMs <= 50,
    })),
    ...lists.map(({ what, seconds, megabytes, workMs, memory, otherP99 }) => ({
      measure: `${what} whole: ${megabytes.toFixed(1)} MB in ${seconds.toFixed(1)} s, ${memory.toFixed(0)} MB more memory, another's p99 ${otherP99.toFixed(0)} ms: longest work without a pause`,
      measured: `${workMs.toFixed(0)} ms`,
      goal: "<= 50 ms",
      met: workMs <= 50,
    })),
    ...(await hugeLists()),
  ];
}

async function hugeLists(): Promise<Row[]> {
  return (await benchLists()).map(({ what, statuses, seconds, size, megabytes }) => ({
    measure: `${what}, 600 MB of JSON (${statuses}; ${size.toFixed(0)} MB taken in ${seconds.toFixed(1)} s): more memory`,
    measured: `${megabytes.toFixed(0)} MB`,
    goal: "<= 150 MB",
    met: megabytes <= 150,
  }));
}

async function metrics(): Promise<Row[]> {
  const { each, pageKilobytes, pageMs } = await benchMetrics();
  return [
    {
      measure: "figures of one rating, processor time, median",
      measured: `${each.toFixed(2)} µs`,
      goal: "<= 5 µs",
      met: each <= 5,
    },
    {
      measure: "a page of figures with all routes: size, processor time",
      measured: `${pageKilobytes.toFixed(0)} KB, ${pageMs.toFixed(0)} ms`,
      goal: "<= 50 ms",
      met: pageMs <= 50,
    },
  ];
}

async function sizes(): Promise<Row[]> {
  const { card, review, rewriting, studentDay, log } = await benchSizes();
  const row = (measure: string, bytes: number) => ({
    measure,
    measured: `${whole.format(Math.round(bytes))} bytes`,
    goal: "printed",
    met: true,
  });
  return [
    row("kept of a card with its indexes, 160 letters", card),
    row("of a review", review),
    row("what a card grows by once it is studied", rewriting),
    row("that a review writes to PostgreSQL's log", log),
    row("of a student's day, twelve reviews, beside these", studentDay),
  ];
}

async function citus(): Promise<Row[]> {
  const figures = await benchCitus();
  const measure = "ratings per second: two workers and a coordinator against one PostgreSQL 15, same machine";
  if (!figures) return [{ measure, measured: "skipped: no Citus here", goal: ">= 0.30", met: true }];
  const { single, distributed, ratio } = figures;
  return [
    { measure: "ratings per second on one PostgreSQL 15", measured: whole.format(single), goal: "printed", met: true },
    { measure: "ratings per second on Citus", measured: whole.format(distributed), goal: "printed", met: true },
    { measure, measured: ratio.toFixed(2), goal: ">= 0.30", met: ratio >= 0.3 },
  ];
}
