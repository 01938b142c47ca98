import { useSyncExternalStore } from "react";

let announcement = "";
const listeners = new Set<() => void>();

function set(text: string) {
  announcement = text;
  for (const listener of listeners) listener();
}

/** Returns a function that empties the region again, unless something else was said since. */
export function announce(text: string): () => void {
  // Screen readers only announce changes; the no-break space is silent.
  const said = announcement === text ? `${text}\u00a0` : text;
  set(said);
  return () => {
    if (announcement === said) set("");
  };
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function Announcer() {
  const text = useSyncExternalStore(subscribe, () => announcement);
  return (
    <div aria-live="polite" aria-atomic="true" className="sr-only">
      {text}
    </div>
  );
}
