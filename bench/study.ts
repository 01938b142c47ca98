import type { BrowserContext, Page } from "@playwright/test";
import { withClient } from "../apps/server/src/testing/database-server.ts";
import { CPU_SLOWDOWN, PHONE, registerStudent, withBrowser } from "./browser.ts";
import { atMost, exactly, median, percentile, type Row } from "./row.ts";
import { insertCards, insertFolders } from "./seed.ts";
import { readSize } from "./size.ts";

const API_DELAY_MS = 400;
const RATINGS = readSize("STUDY_RATINGS", 50, 5);

/** Measures ratings on a slow processor, with an API that takes 400 ms for every call. */
export function measureStudy(): Promise<Row[]> {
  return withBrowser(async (setting) => {
    const context = await registerStudent(setting, { viewport: PHONE, locale: "es-ES" });
    // All ratings belong to one session, instead of one portion after another.
    await context.request.put("/api/user/preferences", { data: { sessionSize: null } });
    await withClient(setting.server.connectionString, async (client) => {
      await insertFolders(client, 1);
      await insertCards(client, RATINGS + 10);
    });
    return await rateFast(context);
  });
}

async function openSlowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.route("**/api/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, API_DELAY_MS));
    await route.continue();
  });
  return page;
}

type Sample = { ms: number; changed: boolean };

async function rateFast(context: BrowserContext): Promise<Row[]> {
  const page = await openSlowPage(context);
  await page.addInitScript(watchRatings);
  await page.goto("/folders");
  await page
    .getByRole("link", { name: /Empezar/ })
    .last()
    .click();
  for (let n = 0; n < RATINGS; n++) {
    await page.getByRole("button", { name: /Mostrar Respuesta/ }).waitFor();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: /Medio/ }).waitFor();
    await page.waitForTimeout(300);
    await page.keyboard.press("2");
  }
  await page.waitForTimeout(200);
  const samples: Sample[] = await page.evaluate("window.ratingSamples");
  await page.close();
  const times = samples.map(({ ms }) => ms);
  const inSameFrame = samples.filter(({ changed }) => changed).length;
  const measure = `rating key to next question painted, ${RATINGS} ratings, ${CPU_SLOWDOWN}x CPU, API +${API_DELAY_MS} ms (p95 ${percentile(times, 0.95).toFixed(0)} ms), median`;
  return [
    atMost(measure, median(times), 50, "ms"),
    exactly("of these, on screen in the same frame as the rating", inSameFrame, RATINGS),
  ];
}

/** Runs in the page: records when the frame after a rating's key was painted, and whether it shows a new question. */
function watchRatings(): void {
  const samples: Sample[] = [];
  Object.assign(window, { ratingSamples: samples });
  const shown = () => document.querySelector("main")?.textContent;
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "2") return;
      const before = shown();
      requestAnimationFrame(() => {
        const changed = shown() !== before;
        const painted = new MessageChannel();
        painted.port1.onmessage = () => samples.push({ ms: performance.now() - event.timeStamp, changed });
        painted.port2.postMessage(null);
      });
    },
    { capture: true },
  );
}
