import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import { withClient } from "../apps/server/src/testing/database-server.ts";
import { CPU_SLOWDOWN, PHONE, registerStudent, type Setting, withBrowser } from "./browser.ts";
import { compressScripts, watchScripts } from "./bundles.ts";
import { atMost, median, printed, type Row } from "./row.ts";
import { readSize } from "./size.ts";

const VISITS = readSize("SHARING_VISITS", 9, 1);
const CARDS = 25;

/** A slow phone's network: 1.6 Mbit/s, and milliseconds for each request. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 1_600_000 / 8 };

/** Measures what sharing costs whoever opens a link. */
export function measureSharing(): Promise<Row[]> {
  return withBrowser(async (setting) => {
    const { request } = await registerStudent(setting);
    await withClient(setting.server.connectionString, (client) =>
      client.query("UPDATE users SET is_email_verified = true"),
    );
    const { url } = await shareFolder(request);
    const first = await visit(setting, url);
    const visits: Visit[] = [];
    for (let n = 0; n < VISITS; n++) visits.push(await visit(setting, url));
    const phone = `${CPU_SLOWDOWN}x CPU, 1.6 Mbit/s, ${NETWORK.latency} ms`;
    return [
      printed(`/c/{token}, LCP of the first visit, ${phone}`, `${Math.round(first.paintedAfter)} ms`),
      atMost(`/c/{token}, LCP, ${phone}, median`, median(visits.map((one) => one.paintedAfter)), 800, "ms"),
      atMost("/c/{token}, CLS, most", Math.max(first.shift, ...visits.map((one) => one.shift)), 0.01, "", 3),
      atMost("/c/{token}, JavaScript before a touch, gzip", first.scriptBytes / 1000, 20, "KB", 1),
    ];
  });
}

/** Shares a folder whose first cards have formulas, a table and an image. */
async function shareFolder(request: APIRequestContext): Promise<{ url: string }> {
  const data = await readFile(new URL("../apps/web/public/icon-512.png", import.meta.url));
  const image = await (await request.post("/api/media", { data, headers: { "Content-Type": "image/png" } })).json();
  const folder = await (
    await request.post("/api/folders", { data: { name: "Física", description: "Para el examen de junio" } })
  ).json();
  for (let n = 1; n <= CARDS; n++) {
    const back = n === 2 ? `![Un icono](media:${image.id})` : `$\\frac{${n}}{2}mv^2$, con **negrita**`;
    const card = { front: `¿Cuál es la energía cinética número ${n}?`, back, format: "markdown" };
    await request.post(`/api/folders/${folder.id}/cards`, { data: card });
  }
  return (await request.post(`/api/folders/${folder.id}/shares`, { data: {} })).json();
}

/** `paintedAfter` is the time of the largest contentful paint in milliseconds, `shift` the cumulative layout shift. */
type Visit = { paintedAfter: number; shift: number; scriptBytes: number };

/** Opens the page as somebody does who has never been here. */
async function visit({ browser }: Setting, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  const scripts = watchScripts(page);
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", NETWORK);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.goto(url, { waitUntil: "networkidle" });
  const { paintedAfter, shift } = await readMetrics(page);
  await context.close();
  return { paintedAfter, shift, scriptBytes: await compressScripts([...scripts]) };
}

function readMetrics(page: Page): Promise<Pick<Visit, "paintedAfter" | "shift">> {
  return page.evaluate(async () => {
    const read = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
        // Without an entry there is no call.
        setTimeout(resolve, 500, []);
      });
    const [paints, shifts] = [await read("largest-contentful-paint"), await read("layout-shift")];
    return {
      paintedAfter: paints.at(-1)?.startTime ?? Number.NaN,
      shift: shifts.reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0),
    };
  });
}
