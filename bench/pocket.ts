import type { Browser, BrowserContext, Page } from "@playwright/test";
import { isCopyFilled } from "../e2e/copy.ts";
import { type Gate, openGate } from "../e2e/gate.ts";
import { CPU_SLOWDOWN, registerStudent, type Setting, withBrowser } from "./browser.ts";
import { atMost, median, type Row } from "./row.ts";
import { withClient } from "./seed.ts";

const RUNS = Number(process.env.POCKET_RUNS ?? 7);

/** Measures starts without a network, and how long the copy of a large account takes, on a phone-sized screen. */
export function measurePocket(): Promise<Row[]> {
  return withBrowser(async (setting) => {
    const gate = await openGate(setting.server.origin);
    try {
      return [...(await measureStarts(setting, gate)), ...(await measureFilling(setting, gate))];
    } finally {
      await gate.shut().catch(() => {});
    }
  });
}

async function addCards({ server }: Setting, folders: number, cards: number): Promise<void> {
  await withClient(server.connectionString, (client) =>
    client.query(`
      INSERT INTO folders (user_id, name, created_at, updated_at)
        SELECT id, 'Materia ' || n, '2026-01-01Z', '2026-01-01Z' FROM users, generate_series(1, ${folders}) AS n;
      INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
        SELECT user_id, id, 'Una pregunta de longitud corriente, la número ' || n, 'Su respuesta, la ' || n,
          '2026-01-01Z', '2026-01-01Z'
        FROM folders, generate_series(1, ${cards}) AS n
        WHERE NOT EXISTS (SELECT 1 FROM cards WHERE folder_id = folders.id);
      SELECT record_changes(id, jsonb_build_array(
        jsonb_build_object('kind', 'folder', 'ids', (SELECT jsonb_agg(f.id) FROM folders f WHERE f.user_id = users.id)),
        jsonb_build_object('kind', 'card', 'ids', (SELECT jsonb_agg(c.id) FROM cards c WHERE c.user_id = users.id))
      )) FROM users`),
  );
}

async function waitUntilFilled(page: Page): Promise<void> {
  const end = Date.now() + 180_000;
  while (!(await isCopyFilled(page))) {
    if (Date.now() > end) throw new Error("the copy was not filled");
    await page.waitForTimeout(100);
  }
}

async function fillCopy(context: BrowserContext, gate: Gate): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${gate.origin}/dashboard`);
  await waitUntilFilled(page);
  await page.waitForLoadState("networkidle");
  return page;
}

async function measureStarts(setting: Setting, gate: Gate): Promise<Row[]> {
  const context = await registerStudent(setting, { viewport: { width: 390, height: 844 } });
  await addCards(setting, 12, 50);
  await (await fillCopy(context, gate)).close();
  await gate.shut();
  const start = async (path: string, text: string) => {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) times.push(await timeStart(context, gate.origin + path, text));
    return median(times);
  };
  const home = await start("/dashboard", "cartas pendientes");
  const question = await start("/study", "Mostrar Respuesta");
  const screen = await timeScreen(context, gate.origin);
  await gate.open();
  await context.close();
  const words = (what: string) => `${what}, without a network, ${CPU_SLOWDOWN}x CPU, median of ${RUNS}`;
  return [
    atMost(words("cold start to a readable Home"), home, 400, "ms"),
    atMost(words("cold start to the first question"), question, 500, "ms"),
    atMost(words("from Home to Carpetas"), screen, 100, "ms"),
  ];
}

/** Returns the milliseconds from the navigation to the first frame that contains the text. */
async function timeStart(context: BrowserContext, url: string, text: string): Promise<number> {
  const page = await throttledPage(context);
  await page.addInitScript(watchText, text);
  await page.goto(url, { waitUntil: "commit" });
  const ms = await readTime(page);
  await page.close();
  return ms;
}

async function timeScreen(context: BrowserContext, origin: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const page = await throttledPage(context);
    await page.goto(`${origin}/dashboard`);
    await page.waitForTimeout(6000);
    await page.evaluate(() => {
      const link = document.querySelector<HTMLElement>("nav a[href='/folders']");
      const begin = performance.now();
      const look = () => {
        if (document.querySelector("article")) Object.assign(window, { readableAfter: performance.now() - begin });
        else requestAnimationFrame(look);
      };
      link?.click();
      requestAnimationFrame(look);
    });
    times.push(await readTime(page));
    await page.close();
  }
  return median(times);
}

async function throttledPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return page;
}

/** Runs in the page. */
function watchText(text: string): void {
  const look = () => {
    // `innerText` would lay the page out in each frame.
    if (document.body?.textContent?.includes(text)) Object.assign(window, { readableAfter: performance.now() });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function readTime(page: Page): Promise<number> {
  await page.waitForFunction(() => "readableAfter" in window, null, { timeout: 60_000 });
  return page.evaluate<number>("window.readableAfter");
}

/** The copy of 20,000 cards, after the code of the app has been loaded, and the longest task of the page meanwhile. */
async function measureFilling(setting: Setting, gate: Gate): Promise<Row[]> {
  await addCards(setting, 20, 1000);
  const context = await setting.browser.newContext({ viewport: { width: 390, height: 844 } });
  await context.request.post(`${gate.origin}/api/auth/login`, {
    data: { email: "bench@repasa.example", password: "una clave larga" },
  });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen = Object.assign(window, { longest: 0 });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        if (startTime > 3000) seen.longest = Math.max(seen.longest, duration);
      }
    }).observe({ type: "longtask" });
  });
  await page.goto(`${gate.origin}/dashboard`);
  await waitUntilFilled(page);
  const [ms, longest] = await page.evaluate(() => {
    const pages = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/api/changes"));
    return [performance.now() - (pages[0]?.startTime ?? 0), (window as unknown as { longest: number }).longest];
  });
  const key = await timeTyping(page, gate);
  await context.close();
  return [
    atMost("first copy of an account with 20,600 cards", ms ?? Number.NaN, 5000, "ms"),
    atMost("the longest task meanwhile", longest ?? Number.NaN, 50, "ms"),
    atMost("the longest task for a key of a search in them, without a network, median", key, 16, "ms"),
  ];
}

/**
 * Returns the longest task, in milliseconds, that a key typed into the search causes before its results are drawn. For that long
 * the page shows no other letter.
 */
async function timeTyping(page: Page, gate: Gate): Promise<number> {
  await page.goto(`${gate.origin}/search`);
  await page.waitForTimeout(5000);
  await gate.shut();
  const field = page.getByRole("searchbox");
  // The first search reads the cards and loads the rows' code.
  await field.press("u");
  await page.waitForTimeout(3000);
  await field.clear();
  const times: number[] = [];
  for (const letter of "pregunta") {
    times.push(await findLongestTask(page, () => page.keyboard.press(letter)));
  }
  await gate.open();
  return median(times);
}

const RUN_TASK = "ThreadControllerImpl::RunTask";

type TraceEvent = { name: string; pid: number; tid: number; dur?: number; args: { name?: string } };

/** Returns the longest task of the page's main thread, in milliseconds, within a second from an action on. */
async function findLongestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const browser = page.context().browser() as Browser;
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  await act();
  await page.waitForTimeout(1000);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const key = traceEvents.find(
    ({ name, args }) => name === "EventDispatch" && JSON.stringify(args).includes("keydown"),
  );
  if (!key) throw new Error("the trace has no key");
  const tasks = traceEvents.filter((event) => event.name === RUN_TASK && threadOf(event) === threadOf(key));
  return Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000;
}
