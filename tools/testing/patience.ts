// Waits of Vitest's own give up after a second by default, which one step may take on a busy machine.
import { vi } from "vitest";

const PATIENCE_MS = 60_000;

type Options = number | { timeout?: number; interval?: number };

const withPatience = (options: Options = {}) =>
  typeof options === "number" ? options : { timeout: PATIENCE_MS, ...options };

// A worker tests file after file with one `vi`.
if (!Object.hasOwn(vi, "isPatient")) {
  const { waitFor, waitUntil } = vi;
  Object.assign(vi, {
    isPatient: true,
    waitFor: (callback: () => unknown, options?: Options) => waitFor(callback, withPatience(options)),
    waitUntil: (callback: () => unknown, options?: Options) => waitUntil(callback, withPatience(options)),
  });
}
