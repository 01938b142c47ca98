import { benchBundles } from "./bundles.ts";
import { benchHome } from "./home.ts";
import { benchLanding } from "./landing.ts";
import { benchLearning } from "./learning.ts";
import { benchQueries } from "./queries.ts";
import { benchReminders } from "./reminders.ts";
import { benchReviews } from "./reviews.ts";
import { benchScheduling } from "./scheduling.ts";
import { benchSearch } from "./search.ts";
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
  search,
  study,
  reviews,
  reminders,
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

async function queries(): Promise<Row[]> {
  return (await benchQueries()).map(({ call, plan, cards, answered, buffers, limit }) => ({
    measure: `${call}: ${cards} cards, ${answered} rows answered, by ${plan}`,
    measured: `${buffers} shared buffers`,
    goal: `<= ${limit}`,
    met: buffers <= limit && /Index|Bitmap/.test(plan),
  }));
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
  const { http, pgbench, ratio, halfLoad } = await benchReviews();
  return [
    {
      measure: `reviews per second over HTTP (${whole.format(http)}) against pgbench (${whole.format(pgbench)}), 16 clients`,
      measured: ratio.toFixed(2),
      goal: ">= 0.50",
      met: ratio >= 0.5,
    },
    {
      measure: `p99 at half that load (${whole.format(halfLoad.rate)} per second), p50 ${halfLoad.p50.toFixed(1)} ms`,
      measured: `${halfLoad.p99.toFixed(1)} ms`,
      goal: "printed",
      met: true,
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
