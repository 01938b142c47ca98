import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.ts";
import { billingEndpoints, type Plan } from "@repasa/contract/billing.ts";
import type { Endpoint, ResponseOf } from "@repasa/contract/endpoint.ts";
import { homeEndpoints } from "@repasa/contract/home.ts";
import { createApi } from "./seed.ts";

/** What may go wrong without failing the journey: a call by its address, and how it fails. */
type Excuse = { url: RegExp; failure: number | "cut" };

export type Watch = {
  /** Excuses calls that the journey makes fail on purpose: by their status, or because their connection is cut. */
  excuse: (url: RegExp, failure: Excuse["failure"]) => void;
  /** Excuses what the app itself says of it: the beginning of what it logs as an error, or throws. */
  excuseLog: (beginning: string) => void;
};

type Problem = { kind: string; text: string; url: string; failure: Excuse["failure"] | null };

/** A failed call is told by its event and once more, in these words, on the console. */
const FAILED_CALL = /^Failed to load resource: (?:the server responded with a status of (\d+)|net::)/;

/** Collects everything that a visitor's browser could complain about, in all pages of a context. */
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
    // The page itself gave the call up, as it does when it is left.
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

/** Minutes until the study day of somebody new ends in a time zone. */
function untilDayEnds(timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en", { timeZone, hour: "numeric", minute: "numeric", hourCycle: "h23" })
    .formatToParts()
    .map(({ value }) => Number(value));
  const passed = ((parts[0] ?? 0) - DEFAULT_DAY_START_HOUR + 24) % 24;
  return 24 * 60 - (passed * 60 + (parts[2] ?? 0));
}

type Fixtures = { watch: Watch; api: ReturnType<typeof createApi> };

export const test = base.extend<Fixtures>({
  // A day must not end in the middle of a journey: shortly before its end it is made in another part of the world.
  timezoneId: async ({ timezoneId }, use) => {
    const late = timezoneId !== undefined && untilDayEnds(timezoneId) < 10;
    await use(late ? "America/Bogota" : timezoneId);
  },
  watch: [
    async ({ context }, use) => {
      const { excuse, excuseLog, problems } = watch(context);
      // How the app learns that nobody is signed in.
      excuse(/\/api\/auth\/user$/, 401);
      // Home asks for these in the same moment.
      excuse(/\/api\/(cards\/daily-review|user\/home)$/, 401);
      await use({ excuse, excuseLog });
      expect(problems(), "the browser has nothing to complain about").toEqual([]);
    },
    { auto: true },
  ],
  api: async ({ context, timezoneId }, use) => use(createApi(context.request, timezoneId ?? "UTC")),
});

export { expect };

/** Where toasts show; above a dialog too, which hides the rest of the page from assistive technology. */
export const toasts = (page: Page) => page.getByRole("region", { name: "Notificaciones", includeHidden: true });

/** The card on the study screen, before and after it is turned. */
export const question = (page: Page) => page.getByRole("region", { name: "Pregunta" });
export const answer = (page: Page) => page.getByRole("region", { name: "Respuesta" });

/** Something in the page has said that ratings wait. */
export const unsaved = (page: Page) => page.getByText(/guardadas? en este dispositivo/);

/** The controls on screen whose centre something else would take a tap on, by their text. */
export function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button:enabled, a[href], [role=radio]")]
      .filter((control) => control.checkVisibility() && !control.closest("[aria-hidden=true]"))
      .filter((control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        if (width < 2 || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
        return !control.contains(document.elementFromPoint(x, y));
      })
      .map((control) => control.innerText || control.getAttribute("aria-label") || control.outerHTML),
  );
}

/** Lets the server say that Premium is sold, though it has no payment provider. */
export async function sellPremium(page: Page) {
  const sold = (plan: Plan) => ({ ...plan, sold: true });
  await changeAnswer(page, billingEndpoints.plan, sold);
  await changeAnswer(page, homeEndpoints.home, (home) => ({ ...home, plan: sold(home.plan) }));
}

/** Lets the server say something else than it does. */
export async function changeAnswer<E extends Endpoint>(
  page: Page,
  { path }: E,
  change: (answer: ResponseOf<E>) => ResponseOf<E>,
): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
}

/** Waits until nothing moves; what turns for ever is not waited for. */
export async function settle(page: Page) {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect && Number.isFinite(effect.getComputedTiming().endTime));
    await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)));
  });
}
