import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { withClient } from "../apps/server/src/testing/database-server.ts";
import { isCopyFilled } from "../e2e/copy.ts";
import { type Gate, openGate } from "../e2e/gate.ts";
import { chromiumFlags, chromiumPath } from "../tools/setup/chromium.mjs";
import { type BarePage, withBarePage } from "./bare-page.ts";
import { CPU_SLOWDOWN, PHONE, register, type Setting, withBrowser } from "./browser.ts";
import { measureSending } from "./pocket.sending.ts";
import { atMost, median, type Row } from "./row.ts";
import { insertCards, insertFolders } from "./seed.ts";
import { readSize } from "./size.ts";

const RUNS = readSize("POCKET_RUNS", 7, 1);

/** Measures starts without a network, and how long the copy of a large account takes, on a phone-sized screen. */
export function measurePocket(): Promise<Row[]> {
  return withBrowser(async (setting) => {
    const gate = await openGate(setting.server.origin);
    try {
      return [
        ...(await measureStarts(setting, gate)),
        ...(await measureSending(setting, gate)),
        ...(await measureFilling(setting, gate)),
      ];
    } finally {
      await gate.shut().catch(() => {});
    }
  });
}

async function addCards({ server }: Setting, folders: number, cards: number): Promise<void> {
  await withClient(server.connectionString, async (client) => {
    await insertFolders(client, folders);
    await insertCards(client, cards);
    await client.query(`
      SELECT record_changes(id, jsonb_build_array(
        jsonb_build_object('kind', 'folder', 'ids', (SELECT jsonb_agg(f.id) FROM folders f WHERE f.user_id = users.id)),
        jsonb_build_object('kind', 'card', 'ids', (SELECT jsonb_agg(c.id) FROM cards c WHERE c.user_id = users.id))
      )) FROM users`);
  });
}

async function waitUntilFilled(page: Page): Promise<void> {
  const end = Date.now() + 180_000;
  while (!(await isCopyFilled(page))) {
    if (Date.now() > end) throw new Error("the copy was not filled");
    await page.waitForTimeout(100);
  }
}

/** Visits Home until the device has all that a start without a network needs. */
async function fillCopy(context: BrowserContext, gate: Gate): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${gate.origin}/dashboard`);
  await waitUntilFilled(page);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  // The worker has a picture of Home from the second visit on.
  await page.goto(`${gate.origin}/dashboard`);
  await page.waitForTimeout(6000);
}

async function measureStarts(setting: Setting, gate: Gate): Promise<Row[]> {
  const profile = await mkdtemp(join(tmpdir(), "repasa-bench-"));
  try {
    await fillProfile(profile, setting, gate);
    await gate.shut();
    const rows = await timeStarts(profile, gate.origin);
    await gate.open();
    return rows;
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
}

/** Makes a browser profile as on a student's phone, with the app and its copy of 600 cards. */
async function fillProfile(profile: string, setting: Setting, gate: Gate): Promise<void> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: chromiumFlags,
    baseURL: setting.server.origin,
    viewport: PHONE,
  });
  try {
    await register(context.request);
    await addCards(setting, 12, 50);
    await fillCopy(context, gate);
  } finally {
    await context.close();
  }
}

async function timeStarts(profile: string, origin: string): Promise<Row[]> {
  const repeat = async (time: () => Promise<number>) => {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) times.push(await time());
    return median(times);
  };
  const home = await repeat(() => timeStart(profile, `${origin}/dashboard`, "cartas pendientes"));
  const question = await repeat(() => timeStart(profile, `${origin}/study`, "Mostrar Respuesta"));
  const screen = await repeat(() => timeScreen(profile, origin));
  const words = (what: string) => `${what}, without a network, ${CPU_SLOWDOWN}x CPU, median of ${RUNS}`;
  return [
    atMost(words("cold start to a readable Home"), home, 400, "ms"),
    atMost(words("cold start to the first question"), question, 500, "ms"),
    atMost(words("from Home to Carpetas"), screen, 100, "ms"),
  ];
}

/** Returns the milliseconds from the navigation until the first frame that contains the text is painted. */
function timeStart(profile: string, url: string, text: string): Promise<number> {
  return withBarePage(profile, `(${watchText})(${JSON.stringify(text)})`, async (page) => {
    await page.goto(url);
    return readTime(page);
  });
}

function timeScreen(profile: string, origin: string): Promise<number> {
  return withBarePage(profile, "", async (page) => {
    await page.goto(`${origin}/dashboard`);
    await waitUntilAtRest(page);
    await page.evaluate(`(${openFolders})()`);
    return readTime(page);
  });
}

/** Runs in the page. */
function watchText(text: string): void {
  const observer = new MutationObserver(() => {
    // `innerText` would lay the page out.
    if (!document.body?.textContent?.includes(text)) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => Object.assign(window, { readableAfter: performance.now() })));
  });
  observer.observe(document, { childList: true, subtree: true, characterData: true });
}

/** Waits, for at most a minute, until Home has used its idle time to load the code of the likely next screens. */
async function waitUntilAtRest(page: BarePage): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await page.evaluate(`(${isAtRest})()`))) {
    if (Date.now() > end) throw new Error("Home does not come to rest");
    await sleep(500);
  }
}

/**
 * Runs in the page: returns whether the settings, which Home loads last, have been there for a second. By then the copy has answered
 * for the folders, too.
 */
function isAtRest(): boolean {
  const last = performance.getEntriesByType("resource").findLast(({ name }) => name.includes("/assets/settings-page-"));
  return last !== undefined && performance.now() - (last as PerformanceResourceTiming).responseEnd > 1000;
}

/** Runs in the page. */
function openFolders(): void {
  const begin = performance.now();
  const note = () => Object.assign(window, { readableAfter: performance.now() - begin });
  const look = () => {
    if (document.querySelector("article")) setTimeout(note);
    else requestAnimationFrame(look);
  };
  document.querySelector<HTMLElement>("nav a[href='/folders']")?.click();
  requestAnimationFrame(look);
}

async function readTime(page: BarePage): Promise<number> {
  const end = Date.now() + 60_000;
  for (;;) {
    // Asking more often would take time from the page.
    await sleep(1000);
    const time = await page.evaluate("window.readableAfter");
    if (typeof time === "number") return time;
    if (Date.now() > end) throw new Error("the page does not show the awaited text");
  }
}

/** The copy of 20,000 cards, after the code of the app has been loaded, and the longest task of the page meanwhile. */
async function measureFilling(setting: Setting, gate: Gate): Promise<Row[]> {
  await addCards(setting, 20, 1000);
  const context = await setting.browser.newContext({ viewport: PHONE });
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
