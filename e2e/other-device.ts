import type { Browser, BrowserContextOptions } from "@playwright/test";
import { createApi } from "./seed.ts";

/** The options of a journey, which may be undefined. */
type Options = { [Name in keyof BrowserContextOptions]: BrowserContextOptions[Name] | undefined };

/** Opens the browser of another person. */
export async function openDevice(browser: Browser, options: Options) {
  const given = options as BrowserContextOptions;
  const context = await browser.newContext({ ...given, reducedMotion: "reduce", serviceWorkers: "block" });
  return { context, page: await context.newPage(), api: createApi(context.request, "Europe/Madrid") };
}
