import { format } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

// A warning that nobody asked for is a defect somebody will meet later. A test that expects one replaces the method
// itself, with vi.spyOn.
const original = { error: console.error, warn: console.warn };
let noise: string[] = [];

// Told once in a process, of what the next version of the driver refuses.
const noteWarning = ({ message }: Error) => {
  if (/already executing a query/.test(message)) noise.push(message);
};
beforeAll(() => void process.on("warning", noteWarning));
afterAll(() => void process.off("warning", noteWarning));

beforeEach(() => {
  noise = [];
  console.error = (...words: unknown[]) => void noise.push(`console.error: ${format(...words)}`);
  console.warn = (...words: unknown[]) => void noise.push(`console.warn: ${format(...words)}`);
});

afterEach(() => {
  Object.assign(console, original);
  if (noise.length > 0) throw new Error(`unexpected console output:\n${noise.join("\n")}`);
});
