import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import pg from "pg";
import { chromiumFlags, chromiumPath } from "../tools/setup/chromium.mjs";
import { atMost, exactly, printed, type Row } from "./row.ts";
import { startDatabase, startServer } from "./server.ts";

const CPU_SLOWDOWN = 4;
const API_DELAY_MS = 400;
const RATINGS = 50;
const CARDS = 5000;

type StudyFigures = {
  /** Milliseconds from the rating's key to the next question on screen. */
  rating: { median: number; p95: number; sameFrame: number; ratings: number };
  /** A folder of 5,000 cards: from the click to the first card on screen, and frames while scrolling. */
  folder: { openMs: number; medianFrameMs: number; worstFrameMs: number };
};

/** What a student feels on a slow phone: four times less processor and an API that takes 400 ms for everything. */
async function benchStudy(): Promise<StudyFigures> {
  const database = await startDatabase();
  const server = await startServer(database.connectionString);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
  try {
    const context = await student(browser, `http://localhost:${server.port}`, database.connectionString);
    return { rating: await rateFast(context), folder: await openLargeFolder(context) };
  } finally {
    await browser.close();
    await server.stop();
    await database.stop();
  }
}

async function student(browser: Browser, baseURL: string, connectionString: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 }, locale: "es-ES" });
  const password = "una clave larga";
  await context.request.post("/api/auth/register", {
    data: { email: "bench@repasa.example", password, confirmPassword: password },
  });
  // One session for all ratings, not one portion after another.
  await context.request.put("/api/user/preferences", { data: { sessionSize: null } });
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`
    INSERT INTO folders (user_id, name, created_at, updated_at)
      SELECT id, name, '2026-01-01Z', '2026-01-01Z' FROM users, (VALUES ('Pequeña'), ('Grande')) AS folder (name);
    INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
      SELECT user_id, id, 'Una pregunta de longitud corriente, la número ' || n, 'Su respuesta, la ' || n,
        '2026-01-01Z', '2026-01-01Z'
      FROM folders, generate_series(1, CASE name WHEN 'Grande' THEN ${CARDS} ELSE ${RATINGS + 10} END) AS n`);
  await client.end();
  return context;
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.route("**/api/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, API_DELAY_MS));
    await route.continue();
  });
  return page;
}

type Sample = { ms: number; changed: boolean };

async function rateFast(context: BrowserContext): Promise<StudyFigures["rating"]> {
  const page = await slowPage(context);
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
  const sorted = samples.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    median: share(sorted, 0.5),
    p95: share(sorted, 0.95),
    sameFrame: samples.filter(({ changed }) => changed).length,
    ratings: samples.length,
  };
}

/** Runs in the page: notes when the frame after a rating's key has been painted, and whether it shows a new question. */
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

async function openLargeFolder(context: BrowserContext): Promise<StudyFigures["folder"]> {
  const page = await slowPage(context);
  await page.goto("/folders");
  const link = page.getByRole("link", { name: /Ver cartas/ }).first();
  await link.waitFor();
  const begun = performance.now();
  await link.click();
  await page
    .getByText(/Una pregunta de longitud corriente/)
    .first()
    .waitFor();
  const openMs = performance.now() - begun;
  await page.evaluate(watchFrames);
  for (let step = 0; step < 40; step++) {
    await page.mouse.wheel(0, 900);
    await page.waitForTimeout(50);
  }
  const frames: number[] = (await page.evaluate<number[]>("window.frameTimes")).sort((a, b) => a - b);
  await page.close();
  return { openMs, medianFrameMs: share(frames, 0.5), worstFrameMs: share(frames, 1) };
}

function watchFrames(): void {
  const times: number[] = [];
  Object.assign(window, { frameTimes: times });
  let last = performance.now();
  const frame = (now: number) => {
    times.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

function share(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export async function studyRows(): Promise<Row[]> {
  const { rating, folder } = await benchStudy();
  const painted = `rating key to next question painted, ${rating.ratings} ratings, 4x CPU, API +400 ms (p95 ${rating.p95.toFixed(0)} ms), median`;
  const frames = `${folder.medianFrameMs.toFixed(0)} ms, ${folder.worstFrameMs.toFixed(0)} ms`;
  return [
    atMost(painted, rating.median, 50, "ms"),
    exactly("of these, on screen in the same frame as the rating", rating.sameFrame, rating.ratings),
    printed(
      "folder of 5,000 cards, same conditions: from the click to the first card",
      `${folder.openMs.toFixed(0)} ms`,
    ),
    printed("the same, scrolling: median and longest frame", frames),
  ];
}
