import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

let spies: MockInstance[] = [];

/** Returns and clears the first argument of each console call, for output that a test expects. */
export function consoleOutput(method: "error" | "warn"): unknown[] {
  const spy = spies[method === "error" ? 0 : 1];
  const output = spy?.mock.calls.map(([first]) => first) ?? [];
  spy?.mockClear();
  return output;
}

beforeEach(() => {
  spies = (["error", "warn"] as const).map((method) => vi.spyOn(console, method).mockImplementation(() => {}));
});

// After the other clean-ups of a test, which may write something.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  const noise = spies.flatMap((spy) => spy.mock.calls);
  for (const spy of spies) spy.mockRestore();
  expect(noise, "a test must not write errors or warnings to the console").toEqual([]);
});
