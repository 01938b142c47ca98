import { defineConfig } from "vitest/config";
import { responseShapes } from "./apps/web/response-shapes.ts";

/** A busy machine must not fail a test: databases, password hashing and whole screens take seconds there. */
const timeouts = { testTimeout: 30_000, hookTimeout: 30_000 };

/** Pure functions leave nothing behind, so that one worker can run file after file. */
const pure = { ...timeouts, environment: "node" as const, isolate: false, include: ["src/**/*.test.ts"] };

export default defineConfig({
  test: {
    // Vitest would leave one core idle; much of the time tests wait for PostgreSQL or for other processes.
    maxWorkers: 2,
    projects: [
      { root: "packages/scheduler", test: { ...pure, name: "scheduler" } },
      { root: "packages/catalog", test: { ...pure, name: "catalog" } },
      { root: "packages/contract", test: { ...pure, name: "contract" } },
      {
        root: "apps/server",
        test: {
          ...timeouts,
          name: "server",
          environment: "node",
          include: ["src/**/*.test.ts"],
          globalSetup: "./src/testing/global-setup.ts",
          setupFiles: "./src/testing/fail-on-console.ts",
        },
      },
      {
        root: "apps/web",
        plugins: [responseShapes()],
        test: {
          ...timeouts,
          name: "web",
          environment: "jsdom",
          include: ["src/**/*.test.{ts,tsx}"],
          setupFiles: "./src/testing/setup.ts",
        },
      },
      {
        test: {
          ...timeouts,
          name: "tools",
          environment: "node",
          include: ["{tools,scripts}/**/*.test.ts"],
        },
      },
    ],
  },
});
