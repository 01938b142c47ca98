import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import pg from "pg";
import { chromiumFlags, chromiumPath } from "../tools/setup/chromium.mjs";
import { atMost, type Row } from "./row.ts";
import { startDatabase, startServer } from "./server.ts";

const RUNS = 5;
const CPU_SLOWDOWN = 4;
const LATENCY_MS = 400;
const FOLDERS = 12;
const CARDS_PER_FOLDER = 50;

/** Milliseconds from the navigation until 'Comenzar revisión' can be tapped, the median of the runs. */
type HomeFigures = {
  /** With an empty HTTP cache. */
  cold: number;
  /** With the app's files in the HTTP cache. */
  warm: number;
  /** How many requests the server had answered by then, in the last warm run. */
  requests: number;
};

/** What a student waits for in the morning: four times less processor, and 400 ms for everything that is asked for. */
async function benchHome(): Promise<HomeFigures> {
  const database = await startDatabase();
  const server = await startServer(database.connectionString);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
  try {
    const origin = `http://localhost:${server.port}`;
    const session = await student(browser, origin, database.connectionString);
    const [cold, warm] = [[] as Visit[], [] as Visit[]];
    for (let run = 0; run < RUNS; run++) {
      const context = await browser.newContext({ baseURL: origin, viewport: { width: 360, height: 640 } });
      await context.addCookies(session);
      cold.push(await visit(context));
      warm.push(await visit(context));
      await context.close();
    }
    const median = (visits: Visit[]) => visits.map(({ ms }) => ms).sort((a, b) => a - b)[RUNS >> 1] ?? Number.NaN;
    return { cold: median(cold), warm: median(warm), requests: warm.at(-1)?.requests ?? 0 };
  } finally {
    await browser.close();
    await server.stop();
    await database.stop();
  }
}

/** The cookies of somebody with cards in a dozen folders. */
async function student(browser: Browser, baseURL: string, connectionString: string) {
  const context = await browser.newContext({ baseURL });
  const password = "una clave larga";
  await context.request.post("/api/auth/register", {
    data: { email: "bench@repasa.example", password, confirmPassword: password },
  });
  const cookies = await context.cookies();
  await context.close();
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`
    INSERT INTO folders (user_id, name, created_at, updated_at)
      SELECT id, 'Materia ' || n, '2026-01-01Z', '2026-01-01Z' FROM users, generate_series(1, ${FOLDERS}) AS n;
    INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
      SELECT user_id, id, 'Una pregunta de longitud corriente, la número ' || n, 'Su respuesta, la ' || n,
        '2026-01-01Z', '2026-01-01Z'
      FROM folders, generate_series(1, ${CARDS_PER_FOLDER}) AS n`);
  await client.end();
  return cookies;
}

type Visit = { ms: number; requests: number };

async function visit(context: BrowserContext): Promise<Visit> {
  const page = await context.newPage();
  // Not by routes, which would switch the HTTP cache off.
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  let requests = 0;
  page.on("requestfinished", () => {
    requests += 1;
  });
  await page.addInitScript(watchButton);
  await page.goto("/", { waitUntil: "commit" });
  const ms = await usableAfter(page);
  const answered = requests;
  // The rest comes too, so that the next visit finds everything in the cache.
  await page.waitForLoadState("networkidle");
  await page.close();
  return { ms, requests: answered };
}

async function usableAfter(page: Page): Promise<number> {
  for (let looks = 0; looks < 300; looks++) {
    const ms = await page.evaluate<number | null>("window.usableAfter ?? null");
    if (ms !== null) return ms;
    await page.waitForTimeout(100);
  }
  throw new Error("the button did not come");
}

/** Runs in the page: notes the first frame in which the button is there and would take a tap. */
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

export async function homeRows(): Promise<Row[]> {
  const { cold, warm, requests } = await benchHome();
  const row = (cache: string, ms: number) =>
    atMost(`/ to a usable 'Comenzar revisión', 4x CPU, 400 ms a request, ${cache}, median`, ms, 2500, "ms");
  return [row("empty HTTP cache", cold), row(`warm HTTP cache, ${requests} requests answered`, warm)];
}
