import { useSyncExternalStore } from "react";

const MINUTE = 60_000;

let minute = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const currentMinute = () => Math.floor(Date.now() / MINUTE);

function tick() {
  clearTimeout(timer);
  timer = setTimeout(tick, MINUTE - (Date.now() % MINUTE));
  const now = currentMinute();
  if (now === minute) return;
  minute = now;
  for (const listener of listeners) listener();
}

// Timers do not run while a device sleeps.
function onVisibilityChange() {
  if (document.visibilityState === "visible") tick();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    document.addEventListener("visibilitychange", onVisibilityChange);
    tick();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onVisibilityChange);
  };
}

function snapshot() {
  if (listeners.size === 0) minute = currentMinute();
  return minute;
}

export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, snapshot) * MINUTE);
}
