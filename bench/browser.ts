import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from "@playwright/test";
import { chromiumFlags, chromiumPath } from "../tools/setup/chromium.mjs";
import { type BenchServer, withServer } from "./server.ts";

/** Processors of modest phones are about this many times slower. */
export const CPU_SLOWDOWN = 4;

/** The size of a usual phone's screen, in CSS pixels. */
export const PHONE = { width: 390, height: 844 };

export type Setting = { browser: Browser; server: BenchServer };

/** Runs `work` with a Chromium and a server of its own. */
export function withBrowser<T>(work: (setting: Setting) => Promise<T>): Promise<T> {
  return withServer(async (server) => {
    const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
    try {
      return await work({ browser, server });
    } finally {
      await browser.close();
    }
  });
}

/** Creates a browser context in which a new student, the user 1, is signed in. */
export async function registerStudent(
  { browser, server }: Setting,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: server.origin, ...options });
  await register(context.request);
  return context;
}

/** Registers a new student, the user 1, and signs it in. */
export async function register(request: APIRequestContext): Promise<void> {
  const password = "una clave larga";
  await request.post("/api/auth/register", {
    data: { email: "bench@repasa.example", password, confirmPassword: password },
  });
}
