import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { checksAllSizes, ONLY_ALL_SIZES } from "./e2e/sizes.ts";
import { listApart } from "./scripts/apart.ts";
import { chromiumFlags, chromiumPath } from "./tools/setup/chromium.mjs";

const port = process.env.E2E_PORT ?? "3917";
const shopPort = String(Number(port) + 1);
const baseURL = `http://localhost:${port}`;
// Named by the port, so that a journey can read the outbox of the server it talks to.
process.env.E2E_SHOP_URL = `http://localhost:${shopPort}`;
process.env.E2E_DATA_DIR ??= join(tmpdir(), `repasa-e2e-${port}`);

const PHONE = /\.phone\.spec\.ts$/;

/** Journeys that this run leaves out. */
const apart = listApart().map((file) => resolve(import.meta.dirname, file));
const buysPremium = !apart.includes(resolve(import.meta.dirname, "e2e/premium.spec.ts"));

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  snapshotPathTemplate: "{testDir}/transcripts/{arg}{ext}",
  // Some journeys visit dozens of screens, on machines that may be busy.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  // Two for each core: a journey waits between two looks at a page.
  workers: 4,
  fullyParallel: true,
  ...(!checksAllSizes && { grepInvert: new RegExp(ONLY_ALL_SIZES.tag) }),
  // One on a machine that is too busy may miss a moment. The summary of `npm test` names each that was repeated.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: "line",
  use: {
    baseURL,
    // Each journey would fetch the whole app first, and no route of a journey sees what a worker answers.
    serviceWorkers: "block",
    // Drawing the frames of animations costs a twelfth of the time. Journeys that are about motion, and the first days, ask for it.
    contextOptions: { reducedMotion: "reduce" },
    locale: "es-ES",
    timezoneId: "Europe/Madrid",
    // Recording costs a tenth of the time: set E2E_TRACE=1 to look into a failure.
    trace: process.env.E2E_TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: chromiumPath(),
      args: chromiumFlags,
    },
  },
  projects: [
    {
      name: "desktop",
      testIgnore: [PHONE, ...apart],
      use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } },
    },
    {
      name: "phone",
      testMatch: PHONE,
      testIgnore: apart,
      use: {
        ...devices["Pixel 7"],
        viewport: { width: 390, height: 844 },
        // Painting the 2.6 pixels of a real one takes a third of the time, and draws the same boxes.
        ...(!checksAllSizes && { deviceScaleFactor: 1 }),
      },
    },
  ],
  webServer: [
    webServer(port, process.env.E2E_DATA_DIR, {}),
    // One that sells, and whose free accounts are soon full.
    ...(buysPremium
      ? [
          webServer(shopPort, `${process.env.E2E_DATA_DIR}-shop`, {
            E2E_STRIPE_PORT: String(Number(port) + 2),
            FREE_FOLDER_LIMIT: "2",
          }),
        ]
      : []),
  ],
});

function webServer(port: string, folder: string, more: Record<string, string>) {
  const url = `http://localhost:${port}`;
  return {
    // `exec`: a shell in between would end at once, while its server still stops its database.
    command: "exec node e2e/server.ts",
    url: `${url}/readyz`,
    env: { PORT: port, APP_URL: url, DATA_DIR: folder, RATE_LIMIT: "off", LOG_LEVEL: "warn", ...more },
    // Only on request: a server left over from other code would be tested in place of this one.
    reuseExistingServer: process.env.E2E_REUSE === "1" && !process.env.CI,
    stdout: "pipe" as const,
    // It builds what has changed first, which takes minutes on a busy machine.
    timeout: 300_000,
    // Without it the server would be killed, and its database left running.
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 20_000 },
  };
}
