// How far each entry of the browser's history was scrolled. The browser's own memory gives up when a page grows only
// after its entry is shown again.

const STORAGE_KEY = "scrollPositions";

/** How long to wait for a page to grow as tall as it was, in milliseconds. */
const PATIENCE = 10_000;

type EntryState = { scrollKey?: string } | null;

const positions = new Map<string, number>();
let restoring: AbortController | undefined;

/** Replaces the browser's own memory; called once, before the first screen. */
export function keepScrollPositions(): void {
  window.history.scrollRestoration = "manual";
  recall();
  window.addEventListener("scroll", note, { passive: true });
  window.addEventListener("pagehide", store);
}

/** Scrolls to where the present entry was left, as soon as the page is tall enough, unless the user does something. */
export function restoreScrollPosition(): void {
  stopRestoring();
  const target = positions.get(entryKey()) ?? 0;
  const controller = new AbortController();
  const { signal } = controller;
  restoring = controller;
  const stop = () => controller === restoring && stopRestoring();
  for (const type of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    window.addEventListener(type, stop, { signal, capture: true, passive: true });
  }
  const timer = setTimeout(stop, PATIENCE);
  const observer = new ResizeObserver(() => reach(target, stop));
  observer.observe(document.body);
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    observer.disconnect();
  });
  reach(target, stop);
}

/** A new screen begins at its top. */
export function beginAtTop(): void {
  stopRestoring();
  window.scrollTo(0, 0);
}

/** From here on scrolling is the page's own doing, until `restoreScrollPosition` or `beginAtTop`. */
export function suspendNotes(): void {
  restoring ??= new AbortController();
}

function reach(target: number, onReached: () => void) {
  window.scrollTo({ top: target, behavior: "instant" });
  if (Math.abs(window.scrollY - target) > 1) return;
  // A list that is measured now may still shrink the page, and be measured again.
  requestAnimationFrame(() => requestAnimationFrame(() => Math.abs(window.scrollY - target) <= 1 && onReached()));
}

function stopRestoring() {
  restoring?.abort();
  restoring = undefined;
}

function note() {
  if (!restoring) positions.set(entryKey(), window.scrollY);
}

/** Made when first asked for; whoever else keeps something in the entry's state keeps it. */
function entryKey(): string {
  const state = window.history.state as EntryState;
  if (state?.scrollKey) return state.scrollKey;
  const scrollKey = Math.random().toString(36).slice(2);
  window.history.replaceState({ ...state, scrollKey }, "");
  return scrollKey;
}

function recall() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]") as [string, number][];
    for (const [key, top] of kept) positions.set(key, top);
  } catch {}
}

function store() {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions].slice(-100)));
  } catch {}
}
