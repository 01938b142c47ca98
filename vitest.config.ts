import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { frequentPasswords } from "./apps/web/frequent-passwords.ts";
import { listApart } from "./scripts/apart.ts";

/** A busy machine must not fail a test: databases, password hashing and whole screens take seconds there. */
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

const fromRoot = (path: string) => resolve(import.meta.dirname, path);

/** Before each file: the seed of its property tests, and the patience of `vi.waitFor`. */
const setupFiles = ["tools/testing/property-seed.ts", "tools/testing/patience.ts"].map(fromRoot);

/** Tests that this run leaves out. */
const exclude = listApart().map(fromRoot);

/** These leave nothing behind in their process, so that one worker can run file after file. */
const shared = {
  ...timeouts,
  environment: "node" as const,
  isolate: false,
  include: ["src/**/*.test.ts"],
  exclude,
  setupFiles,
};

const webSetupFiles = [...setupFiles, fromRoot("apps/web/src/testing/console-output.ts")];

const web = {
  ...timeouts,
  environment: "jsdom" as const,
  setupFiles: [...webSetupFiles, fromRoot("apps/web/src/testing/setup.ts")],
};

/** They change the zone of the process, or replace the page's location. */
const WEB_ALONE = [
  "src/features/device/device.leaving.test.ts",
  "src/lib/local-date.test.ts",
  "src/lib/screens.test.tsx",
  "src/lib/time-zone.test.ts",
];

/** Tests of the web that need no page say so in their first line. A page for each took half of their time. */
const WEB_LOGIC = globSync("src/**/*.test.ts", { cwd: fromRoot("apps/web") }).filter((file) =>
  readFileSync(fromRoot(`apps/web/${file}`), "utf8").startsWith("// @vitest-environment node\n"),
);

export default defineConfig({
  test: {
    // Two for each core: half of the time tests wait for PostgreSQL, for other processes or for a limit to pass.
    maxWorkers: 4,
    teardownTimeout: 120_000,
    // Before the imports of a file: `// @module-tag hostile`.
    tags: [
      {
        name: "hostile",
        description: "Calls, texts and files that do harm: npm run test:security runs them at length",
      },
    ],
    projects: [
      // One project, because each has workers of its own: those of nine took half a second each to start.
      { root: "packages", test: { ...shared, name: "packages", include: ["*/src/**/*.test.ts"] } },
      {
        root: "apps/server",
        test: {
          ...shared,
          name: "server",
          // Node loads what is CommonJS: Vite would take it for an ES module.
          server: { deps: { external: [/\.cjs$/] } },
          globalSetup: fromRoot("apps/server/src/testing/global-setup.ts"),
          setupFiles: [
            ...setupFiles,
            fromRoot("apps/server/src/testing/fail-on-console.ts"),
            fromRoot("apps/server/src/testing/cheap-passwords.ts"),
          ],
        },
      },
      {
        root: "apps/web",
        plugins: [frequentPasswords()],
        // Each file has a page of its own, but jsdom is loaded once for all: half the time.
        test: {
          ...web,
          name: "web",
          pool: "vmThreads",
          include: ["src/**/*.test.{ts,tsx}", "*.test.ts"],
          exclude: [...WEB_ALONE, ...WEB_LOGIC],
        },
      },
      {
        root: "apps/web",
        plugins: [frequentPasswords()],
        test: { ...web, name: "web-alone", include: WEB_ALONE },
      },
      {
        root: "apps/web",
        plugins: [frequentPasswords()],
        test: { ...shared, name: "web-logic", include: WEB_LOGIC, setupFiles: webSetupFiles },
      },
      {
        test: {
          ...timeouts,
          name: "tools",
          environment: "node",
          setupFiles,
          include: ["{tools,scripts}/**/*.test.ts"],
          exclude,
        },
      },
    ],
  },
});
