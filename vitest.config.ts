import { defineConfig } from "vitest/config";
import { responseShapes } from "./apps/web/response-shapes.ts";

const node = { environment: "node" } as const;

export default defineConfig({
  test: {
    projects: [
      { root: "packages/scheduler", test: { ...node, name: "scheduler", include: ["src/**/*.test.ts"] } },
      { root: "packages/catalog", test: { ...node, name: "catalog", include: ["src/**/*.test.ts"] } },
      { root: "packages/contract", test: { ...node, name: "contract", include: ["src/**/*.test.ts"] } },
      {
        root: "apps/server",
        test: {
          ...node,
          name: "server",
          include: ["src/**/*.test.ts"],
          globalSetup: "./src/testing/global-setup.ts",
          setupFiles: "./src/testing/fail-on-console.ts",
          // Real databases and password hashing: seconds when the machine is busy.
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        root: "apps/web",
        plugins: [responseShapes()],
        test: {
          name: "web",
          environment: "jsdom",
          include: ["src/**/*.test.{ts,tsx}"],
          setupFiles: "./src/testing/setup.ts",
        },
      },
      {
        test: {
          ...node,
          name: "tools",
          // Compiling the schemas of Stripe's objects takes seconds when the machine is busy.
          testTimeout: 20_000,
          include: ["scripts/**/*.test.ts", "bench/**/*.test.ts", "tools/**/*.test.ts"],
        },
      },
    ],
  },
});
