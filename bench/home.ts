import type { BrowserContext, Page } from "@playwright/test";
import { withClient } from "../apps/server/src/testing/database-server.ts";
import { CPU_SLOWDOWN, registerStudent, withBrowser } from "./browser.ts";
import { atMost, median, type Row } from "./row.ts";
import { insertCards, insertFolders } from "./seed.ts";
import { readSize } from "./size.ts";

const RUNS = readSize("HOME_RUNS", 5, 1);
const LATENCY_MS = 400;
const FOLDERS = 12;
const CARDS_PER_FOLDER = 50;

/**
 * Measures the time from the navigation until 'Comenzar revisión' can be tapped, for a student with cards in a dozen folders, on
 * a slow processor and with a slow network.
 */
export function measureHome(): Promise<Row[]> {
  return withBrowser(async (setting) => {
    const { browser, server } = setting;
    const registered = await registerStudent(setting);
    const cookies = await registered.cookies();
    await withClient(server.connectionString, async (client) => {
      await insertFolders(client, FOLDERS);
      await insertCards(client, CARDS_PER_FOLDER);
    });
    const [cold, warm] = [[] as number[], [] as number[]];
    for (let run = 0; run < RUNS; run++) {
      const context = await browser.newContext({ baseURL: server.origin, viewport: { width: 360, height: 640 } });
      await context.addCookies(cookies);
      cold.push(await visitHome(context));
      warm.push(await visitHome(context));
      await context.close();
    }
    const row = (cache: string, times: number[]) =>
      atMost(
        `/ to a usable 'Comenzar revisión', ${CPU_SLOWDOWN}x CPU, ${LATENCY_MS} ms a request, ${cache} HTTP cache, median`,
        median(times),
        2500,
        "ms",
      );
    return [row("empty", cold), row("warm", warm)];
  });
}

/** Returns the duration in milliseconds. */
async function visitHome(context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  // Playwright's routes would disable the HTTP cache.
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.addInitScript(watchButton);
  await page.goto("/", { waitUntil: "commit" });
  const ms = await waitUntilUsable(page);
  // From the next visit on, all files are in the cache.
  await page.waitForLoadState("networkidle");
  await page.close();
  return ms;
}

async function waitUntilUsable(page: Page): Promise<number> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const ms = await page.evaluate<number | null>("window.usableAfter ?? null");
    if (ms !== null) return ms;
    await page.waitForTimeout(100);
  }
  throw new Error("the button did not appear");
}

/** Runs in the page: records the first frame in which the button exists and would receive a tap. */
function watchButton(): void {
  const look = () => {
    const button = [...document.querySelectorAll<HTMLElement>("main a, main button")].find((element) =>
      /^(Comenzar revisión|Sesión de \d+)/.test(element.textContent ?? ""),
    );
    const box = button?.getBoundingClientRect();
    const hit = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (hit && button?.contains(hit)) Object.assign(window, { usableAfter: performance.now() });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
