import { useSyncExternalStore } from "react";
import { localDateOf } from "#lib/local-date.ts";

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

// A device that slept wakes with a clock that stood still.
function wake() {
  if (document.visibilityState === "visible") tick();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    document.addEventListener("visibilitychange", wake);
    tick();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", wake);
  };
}

function snapshot() {
  if (listeners.size === 0) minute = currentMinute();
  return minute;
}

/** The time to the minute, for "hace 3 minutos" and the like; draws anew as each minute passes. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, snapshot) * MINUTE);
}

/** Today's local date; draws anew at midnight. */
export function useToday(): string {
  return localDateOf(useNow());
}
