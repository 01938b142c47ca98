import { format } from "node:util";
import { afterEach, beforeEach } from "vitest";

// A warning that nobody asked for is a defect somebody will meet later. A test that expects one replaces the method
// itself, with vi.spyOn.
const original = { error: console.error, warn: console.warn };
let noise: string[] = [];

beforeEach(() => {
  noise = [];
  console.error = (...words: unknown[]) => void noise.push(`console.error: ${format(...words)}`);
  console.warn = (...words: unknown[]) => void noise.push(`console.warn: ${format(...words)}`);
});

afterEach(() => {
  Object.assign(console, original);
  if (noise.length > 0) throw new Error(`unexpected console output:\n${noise.join("\n")}`);
});
