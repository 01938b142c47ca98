import { useLayoutEffect, useRef } from "react";

// How far each entry of the browser's history was scrolled. The browser's own memory gives up when a page grows only
// after its entry is shown again.

const STORAGE_KEY = "scrollPositions";

/** How long to wait for a page to grow as tall as it was, in milliseconds. */
const PATIENCE = 10_000;

/** `place`: the screen leads back by itself, as to a card in a list whose rows are not measured yet. */
type EntryState = { scrollKey?: string; place?: unknown } | null;

const positions = new Map<string, number>();
let restoring: AbortController | undefined;

let begun = false;
let isHistoryMove = false;
/** Noted on arrival: the screen forgets its place once it has led there, which may be before this hook comes to know. */
let hasOwnPlace = false;

/** Back, forward and a reload lead to where an entry was left, in all screens of the app. */
export function useScrollPositions(path: string): void {
  const shownPath = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (shownPath.current === path) return;
    const isFirst = shownPath.current === null;
    shownPath.current = path;
    if (isFirst) begin();
    // After a reload the entry is an old one.
    const isOld = isHistoryMove || (isFirst && positions.has(entryKey()));
    if (isOld) restore();
    else stopRestoring();
    isHistoryMove = false;
  }, [path]);
}

/** Replaces the browser's own memory. */
function begin() {
  if (begun) return;
  begun = true;
  noteOwnPlace();
  window.history.scrollRestoration = "manual";
  recall();
  window.addEventListener("scroll", note, { passive: true });
  window.addEventListener("pagehide", store);
  // A screen that renders for another reason may find the new address before "popstate" tells of it.
  if (window.navigation) {
    window.navigation.addEventListener("currententrychange", ({ navigationType }) => {
      if (navigationType === "traverse") leave();
    });
  } else window.addEventListener("popstate", leave, { capture: true });
}

/** From here on scrolling is the page's own doing, until another screen or the next task. */
function leave() {
  isHistoryMove = true;
  noteOwnPlace();
  restoring ??= new AbortController();
  setTimeout(() => {
    // Back may close a dialog, without another screen.
    if (isHistoryMove) restore();
    isHistoryMove = false;
  });
}

function noteOwnPlace() {
  hasOwnPlace = Boolean((window.history.state as EntryState)?.place);
}

/** Scrolls to where the present entry was left, as soon as the page is tall enough, unless the user does something. */
function restore() {
  stopRestoring();
  if (hasOwnPlace) return;
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
