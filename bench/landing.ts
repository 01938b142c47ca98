import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { chromiumFlags, chromiumPath } from "../tools/setup/chromium.mjs";
import { atMost, type Row } from "./row.ts";
import { startDatabase, startServer } from "./server.ts";

const RUNS = 5;
// A modest phone on a modest connection.
const CPU_SLOWDOWN = 4;
const LATENCY_MS = 150;
const BYTES_PER_SECOND = (1.6 * 1_000_000) / 8;

type LandingFigures = {
  /** JavaScript loaded before the visitor does anything, each file as gzip -9 makes it. */
  kilobytes: number;
  files: number;
  /** Largest contentful paint in milliseconds, the median of the runs. */
  lcp: number;
  /** Cumulative layout shift, the median of the runs. */
  cls: number;
  /** The element that the largest contentful paint was of. */
  largest: string;
};

type Visit = Omit<LandingFigures, "files"> & { scripts: string[] };

/** What a first visit to the landing page costs, each with an empty cache. */
async function benchLanding(): Promise<LandingFigures> {
  const database = await startDatabase();
  const server = await startServer(database.connectionString);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
  try {
    const visits: Visit[] = [];
    for (let run = 0; run < RUNS; run++) visits.push(await visit(browser, `http://localhost:${server.port}`));
    const [first] = visits;
    if (!first) throw new Error("there was no visit");
    return {
      kilobytes: Math.max(...visits.map((one) => one.kilobytes)),
      files: first.scripts.length,
      lcp: median(visits.map((one) => one.lcp)),
      cls: median(visits.map((one) => one.cls)),
      largest: first.largest,
    };
  } finally {
    await browser.close();
    await server.stop();
    await database.stop();
  }
}

async function visit(browser: Browser, origin: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await devTools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  const scripts: { path: string; body: Promise<Buffer> }[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".js")) scripts.push({ path: pathname, body: response.body() });
  });
  await page.addInitScript(observePaint);
  await page.goto(origin, { waitUntil: "networkidle" });
  // Late shifts, such as a font that arrives, count too.
  await page.waitForTimeout(1_000);
  const painted = await page.evaluate(() => (window as unknown as { painted: Painted }).painted);
  let bytes = 0;
  for (const { body } of scripts) bytes += gzipSync(await body, { level: 9 }).length;
  await context.close();
  return { ...painted, kilobytes: bytes / 1000, scripts: scripts.map(({ path }) => path) };
}

type Painted = { lcp: number; cls: number; largest: string };
type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
type Paint = PerformanceEntry & { element: Element | null };

/** Runs in the page, before anything else of it. */
function observePaint(): void {
  const painted: Painted = { lcp: 0, cls: 0, largest: "" };
  Object.assign(window, { painted });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Paint[]) {
      painted.lcp = entry.startTime;
      painted.largest = entry.element?.tagName.toLowerCase() ?? "";
    }
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) painted.cls += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

export async function landingRows(): Promise<Row[]> {
  const { kilobytes, files, lcp, cls, largest } = await benchLanding();
  const slow = "4x CPU, 1.6 Mbit/s, 150 ms RTT";
  const painted = atMost(`LCP of / (${largest}), ${slow}, median`, lcp, 1200, "ms");
  return [
    atMost(`JavaScript of / before the first interaction, gzip, ${files} files`, kilobytes, 20, "KB", 1),
    { ...painted, met: painted.met && lcp > 0 },
    atMost(`CLS of /, ${slow}, median`, cls, 0.01, "", 4),
  ];
}
