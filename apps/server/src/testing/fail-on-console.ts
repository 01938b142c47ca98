import { format } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

// Fails tests that write to the console, because an unexpected warning is a defect. A test that expects one replaces the method
// with vi.spyOn.
const original = { error: console.error, warn: console.warn };
let noise: string[] = [];

// The driver emits this warning once in a process, about something that its next version refuses.
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
