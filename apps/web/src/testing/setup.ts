import { webcrypto } from "node:crypto";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { toastStore } from "#ui/toast.ts";
import { rememberComputedStyles } from "./computed-style.ts";

// On a busy machine, a dialog whose code is loaded on demand takes longer than the default of one second.
configure({
  asyncUtilTimeout: 60_000,
  // The announcer repeats the texts of toasts a moment later, so that a slow query would find two.
  defaultIgnore: "script, style, [aria-live=polite][aria-atomic=true]",
});

afterEach(() => {
  cleanup();
  toastStore.clear();
  window.history.replaceState(null, "", "/");
  localStorage.clear();
  sessionStorage.clear();
});

// Node's own globals of these names hide jsdom's.
const { jsdom } = globalThis as unknown as { jsdom: { window: Window } };
for (const name of ["localStorage", "sessionStorage"] as const) {
  Object.defineProperty(globalThis, name, { configurable: true, value: jsdom.window[name] });
}

rememberComputedStyles(window);

// The parts of the browser that jsdom lacks.
Object.defineProperty(crypto, "subtle", { configurable: true, value: webcrypto.subtle });

// Node's channels reach other threads, in which other files are tested.
const file = webcrypto.randomUUID();
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(`${name} ${file}`);
  }
};

globalThis.CSS ??= {
  escape: (text: string) => text.replace(/[^\w-]/g, "\\$&"),
  supports: () => false,
} as unknown as typeof CSS;

window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  }) as MediaQueryList;

window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
Element.prototype.hasPointerCapture = () => false;
Element.prototype.setPointerCapture = () => {};
Element.prototype.releasePointerCapture = () => {};

globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
