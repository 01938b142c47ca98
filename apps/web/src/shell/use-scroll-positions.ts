import { useLayoutEffect, useRef } from "react";

// Stores the scroll position of each entry of the browser's history. The browser's own restoration fails when a page
// only grows after its entry is shown again.

const STORAGE_KEY = "scrollPositions";

/** In milliseconds: how long to wait until a page is as tall as it was. */
const MAX_WAIT_MS = 10_000;

/** `place`: the screen restores its position itself, such as that of a card in a list that is not measured yet. */
type EntryState = { scrollKey?: string; place?: unknown } | null;

const positions = new Map<string, number>();
let restoring: AbortController | undefined;

let started = false;
let isHistoryMove = false;
/** Read on arrival: the screen removes `place` once it has scrolled there, which may be before this hook runs. */
let hasOwnPlace = false;

/** After Back, Forward and a reload, scrolls to the position at which the entry was left. */
export function useScrollPositions(path: string): void {
  const shownPath = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (shownPath.current === path) return;
    const isFirst = shownPath.current === null;
    shownPath.current = path;
    if (isFirst) start();
    // After a reload the position of the entry is already known.
    const isOld = isHistoryMove || (isFirst && positions.has(entryKey()));
    if (isOld) restore();
    else stopRestoring();
    isHistoryMove = false;
  }, [path]);
}

/** Replaces the browser's own scroll restoration. */
function start() {
  if (started) return;
  started = true;
  readHasOwnPlace();
  window.history.scrollRestoration = "manual";
  loadPositions();
  window.addEventListener("scroll", recordPosition, { passive: true });
  // "scroll" is dispatched with the next frame, which a slow device may draw after the click has led to another entry.
  window.addEventListener("click", recordPosition, { capture: true });
  window.addEventListener("pagehide", storePositions);
  // A screen that renders for another reason may read the new address before "popstate" is dispatched.
  if (window.navigation) {
    window.navigation.addEventListener("currententrychange", ({ navigationType }) => {
      if (navigationType === "traverse") onHistoryMove();
    });
  } else window.addEventListener("popstate", onHistoryMove, { capture: true });
}

/** Until another screen is shown or the next task runs, scroll events come from the browser and not from the user. */
function onHistoryMove() {
  isHistoryMove = true;
  readHasOwnPlace();
  restoring ??= new AbortController();
  setTimeout(() => {
    // Back may only close a dialog, so that no other screen is shown.
    if (isHistoryMove) restore();
    isHistoryMove = false;
  });
}

function readHasOwnPlace() {
  hasOwnPlace = Boolean((window.history.state as EntryState)?.place);
}

/** Scrolls to the stored position as soon as the page is tall enough, unless the user scrolls, taps or types first. */
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
  const timer = setTimeout(stop, MAX_WAIT_MS);
  const observer = new ResizeObserver(() => scrollToTarget(target, stop));
  observer.observe(document.body);
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    observer.disconnect();
  });
  scrollToTarget(target, stop);
}

function scrollToTarget(target: number, onReached: () => void) {
  window.scrollTo({ top: target, behavior: "instant" });
  if (Math.abs(window.scrollY - target) > 1) return;
  // Checks again two frames later, because a list that is being measured may still change the height of the page.
  requestAnimationFrame(() => requestAnimationFrame(() => Math.abs(window.scrollY - target) <= 1 && onReached()));
}

function stopRestoring() {
  restoring?.abort();
  restoring = undefined;
}

function recordPosition() {
  if (!restoring) positions.set(entryKey(), window.scrollY);
}

/** Creates the key on first use. Other values in the state of the entry are preserved. */
function entryKey(): string {
  const state = window.history.state as EntryState;
  if (state?.scrollKey) return state.scrollKey;
  const scrollKey = Math.random().toString(36).slice(2);
  window.history.replaceState({ ...state, scrollKey }, "");
  return scrollKey;
}

function loadPositions() {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]") as [string, number][];
    for (const [key, top] of stored) positions.set(key, top);
  } catch {}
}

function storePositions() {
  recordPosition();
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions].slice(-100)));
  } catch {}
}
