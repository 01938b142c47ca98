import { type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";
import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.choices.ts";
import { billingEndpoints, type Plan } from "@repasa/contract/billing.ts";
import type { Endpoint, ResponseOf } from "@repasa/contract/endpoint.ts";
import { homeEndpoints } from "@repasa/contract/home.ts";
import { createApi, type Person } from "./seed.ts";

/** A failure that does not fail the journey: a call's address, and the way in which it fails. */
type Excuse = { url: RegExp; failure: number | "cut" };

export type Watch = {
  /** Excuses calls that the journey makes fail on purpose: by their status, or because their connection is cut. */
  excuse: (url: RegExp, failure: Excuse["failure"]) => void;
  /** Excuses messages of the app: the beginning of an error that it logs or throws. */
  excuseLog: (beginning: string) => void;
};

type Problem = { kind: string; text: string; url: string; failure: Excuse["failure"] | null };

/** The browser reports a failed call by an event and, in these words, on the console. */
const FAILED_CALL = /^Failed to load resource: (?:the server responded with a status of (\d+)|net::)/;

/** Collects all errors, warnings and failed calls in all pages of a context. */
function watch(context: BrowserContext): Watch & { problems: () => string[] } {
  const found: Problem[] = [];
  const excuses: Excuse[] = [];
  const logs: string[] = [];
  const isExcused = ({ text, url, failure }: Problem) =>
    failure === null
      ? logs.some((log) => text.startsWith(log))
      : excuses.some((excuse) => excuse.failure === failure && excuse.url.test(url));
  context.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    const text = message.text();
    const failed = FAILED_CALL.exec(text);
    const failure = failed && (failed[1] === undefined ? "cut" : Number(failed[1]));
    found.push({ kind: `console ${message.type()}`, text, url: message.location().url, failure });
  });
  context.on("weberror", (error) =>
    found.push({ kind: "uncaught", text: String(error.error()), url: "", failure: null }),
  );
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // The page aborted the call, as it does when the user leaves it.
    if (reason === "net::ERR_ABORTED") return;
    found.push({ kind: request.method(), text: reason, url: request.url(), failure: "cut" });
  });
  context.on("response", (response) => {
    if (response.status() < 400) return;
    const [kind, failure] = [response.request().method(), response.status()];
    found.push({ kind, text: `answered ${failure}`, url: response.url(), failure });
  });
  return {
    excuse: (url, failure) => excuses.push({ url, failure }),
    excuseLog: (text) => logs.push(text),
    problems: () =>
      found.filter((problem) => !isExcused(problem)).map(({ kind, text, url }) => `${kind}: ${text} (${url})`),
  };
}

/** Returns the minutes until a new user's study day ends in a time zone. */
function minutesUntilDayEnds(timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en", { timeZone, hour: "numeric", minute: "numeric", hourCycle: "h23" })
    .formatToParts()
    .map(({ value }) => Number(value));
  const passed = ((parts[0] ?? 0) - DEFAULT_DAY_START_HOUR + 24) % 24;
  return 24 * 60 - (passed * 60 + (parts[2] ?? 0));
}

/** `loadAhead`: whether the app loads likely screens ahead although no worker keeps them. */
type Fixtures = { watch: Watch; api: ReturnType<typeof createApi>; loadAhead: boolean };

/**
 * A dialog has an entry of the history while it is open. It gets the entry after it is drawn, and leaves it after it has closed, by a
 * navigation that would undo one that begins meanwhile. A dialog that is still seen may be closing.
 */
async function waitForDialogEntries(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isOpen =
      document.querySelector(':is([role="dialog"], [role="alertdialog"]):not([data-state="closed"])') !== null;
    return isOpen === Boolean(window.history.state?.sheets);
  });
}

/** The app may open a screen at the moment in which a journey opens another one: then the browser aborts the journey's. */
const ABORTED = /interrupted by another navigation|net::ERR_ABORTED/;

/** Makes the navigations of a page wait for those of the app. */
function steadyNavigations(page: Page): Page {
  const [goto, goBack, reload] = [page.goto.bind(page), page.goBack.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    await waitForDialogEntries(page);
    return goto(url, options).catch((error: Error) => {
      if (!ABORTED.test(error.message)) throw error;
      return goto(url, options);
    });
  };
  page.goBack = async (options) => {
    await waitForDialogEntries(page);
    return goBack(options);
  };
  page.reload = async (options) => {
    await waitForDialogEntries(page);
    return reload(options);
  };
  return page;
}

/** Runs in the page: makes the app load screens only when they are opened. */
function saveData(): void {
  Object.defineProperty(navigator, "connection", { value: { saveData: true } });
}

export const test = base.extend<Fixtures>({
  // A study day must not end during a journey: shortly before its end, the journey uses another time zone.
  timezoneId: async ({ timezoneId }, use) => {
    const late = timezoneId !== undefined && minutesUntilDayEnds(timezoneId) < 10;
    await use(late ? "America/Bogota" : timezoneId);
  },
  loadAhead: [false, { option: true }],
  context: async ({ context }, use) => {
    const newPage = context.newPage.bind(context);
    context.newPage = async () => steadyNavigations(await newPage());
    await use(context);
  },
  page: async ({ page, serviceWorkers, loadAhead }, use) => {
    // Where no worker keeps them, each page would load all likely screens again: a seventh of the time.
    if (serviceWorkers === "block" && !loadAhead) await page.addInitScript(saveData);
    await use(page);
  },
  watch: [
    async ({ context }, use) => {
      const { excuse, excuseLog, problems } = watch(context);
      // The app checks for a session before there is one.
      excuse(/\/api\/auth\/user$/, 401);
      // Home sends these calls at the same time.
      excuse(/\/api\/(cards\/daily-review|user\/home)$/, 401);
      // Written by Playwright, in the journeys that do without the worker.
      excuseLog("Service Worker registration blocked by Playwright");
      // Idle time loads files, at a moment when a journey may have cut the network or ended the worker.
      excuse(/\/assets\//, "cut");
      await use({ excuse, excuseLog });
      const found = problems();
      // The message is all that the summary of `npm test` quotes.
      expect(found, `the browser reports no errors: ${found.join("; ")}`).toEqual([]);
    },
    { auto: true },
  ],
  api: async ({ context, timezoneId }, use) => use(createApi(context.request, timezoneId ?? "UTC")),
});

export { expect };

/** Opens a screen as a link of the app does, without loading the app again: a reload is for what has changed on the server. */
export async function followLink(page: Page, path: string): Promise<void> {
  await waitForDialogEntries(page);
  await page.evaluate((path) => window.history.pushState(null, "", path), path);
}

/** The region of toasts; also above a dialog, which hides the rest of the page from assistive technology. */
export const toasts = (page: Page) => page.getByRole("region", { name: "Notificaciones", includeHidden: true });

/** What screen readers hear without a toast, because everybody else sees it. */
export const announcer = (page: Page) => page.locator("[aria-live=polite]").first();

/** The card on the study screen, before and after it is turned. */
export const question = (page: Page) => page.getByRole("region", { name: "Pregunta" });
export const answer = (page: Page) => page.getByRole("region", { name: "Respuesta" });

/** Where an answer is typed, and what the app says of it. */
export const typedField = (page: Page) => page.getByRole("textbox", { name: "Tu respuesta" });
export const verdict = (page: Page) => page.locator("[data-typed]").getByRole("status");

/** Opens pages as for somebody who has studied before, and is not asked to rate the app. */
export const skipFirstSession = (page: Page) =>
  page.addInitScript(() => localStorage.setItem("hasCompletedFirstSession", "true"));

/** The notice that ratings are waiting. */
export const unsaved = (page: Page) => page.getByText(/guardadas? en este dispositivo/);

/** Fills in and submits the login form. */
export async function signIn(page: Page, { email, password }: Person) {
  await page.getByLabel("Correo electrónico").fill(email);
  await page.getByLabel("Contraseña", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Iniciar Sesión", exact: true }).click();
}

/** Returns the texts of visible controls whose centre is covered by another element. */
export function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button:enabled, a[href], [role=radio]")]
      .filter((control) => control.checkVisibility() && !control.closest("[aria-hidden=true]"))
      .filter((control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        if (width < 2 || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
        // A control that is scrolled out of a dialog's content is not covered.
        const scroller = control.closest("dialog .overflow-y-auto, [role=dialog] .overflow-y-auto");
        if (scroller && y < scroller.getBoundingClientRect().top) return false;
        return !control.contains(document.elementFromPoint(x, y));
      })
      .map((control) => control.innerText || control.getAttribute("aria-label") || control.outerHTML),
  );
}

/** Makes responses say that Premium is sold, although the server has no payment provider. */
export async function sellPremium(page: Page) {
  const sold = (plan: Plan) => ({ ...plan, sold: true });
  await changeResponse(page, billingEndpoints.plan, sold);
  await changeResponse(page, homeEndpoints.home, (home) => ({ ...home, plan: sold(home.plan) }));
}

/** Changes the server's responses to a call. */
export async function changeResponse<E extends Endpoint>(
  page: Page,
  { path }: E,
  change: (response: ResponseOf<E>) => ResponseOf<E>,
): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
}

/** Holds calls back until the returned function is called. */
export async function holdCalls(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

/** Returns where an element is on the screen. */
export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not on the screen`);
  return box;
}

/** Selects a day of the strip, which requires a pause between two selections. */
export async function selectDay(page: Page, index: number) {
  const day = page.getByRole("tab").nth(index);
  await expect(async () => {
    await day.click();
    await expect(day).toHaveAttribute("aria-selected", "true", { timeout: 100 });
  }).toPass();
}

/** Waits until all animations have ended, except endless ones. */
export async function waitForAnimations(page: Page) {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect && Number.isFinite(effect.getComputedTiming().endTime));
    await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)));
  });
}
