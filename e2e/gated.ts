// Journeys whose browser reaches the server through a gate, which they can shut, and whose app has its service worker.
import { test as base } from "./fixtures.ts";
import { type Gate, openGate } from "./gate.ts";

export const test = base.extend<{ gate: Gate }>({
  gate: async ({ baseURL }, use) => {
    const gate = await openGate(baseURL ?? "");
    await use(gate);
    await gate.shut().catch(() => {});
  },
});
