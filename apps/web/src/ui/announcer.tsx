import { useSyncExternalStore } from "react";

let announcement = "";
const listeners = new Set<() => void>();

function set(text: string) {
  announcement = text;
  for (const listener of listeners) listener();
}

/** Says a text to screen readers when they next pause; a repeated text is said again. */
export function announce(text: string): void {
  // A region is only read out when its text changes; the no-break space is silent.
  set(announcement === text ? `${text}\u00a0` : text);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The polite live region that `announce` speaks through; once, at the root of the app. */
export function Announcer() {
  const text = useSyncExternalStore(subscribe, () => announcement);
  return (
    <div aria-live="polite" aria-atomic="true" className="sr-only">
      {text}
    </div>
  );
}
