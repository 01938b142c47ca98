import { useSyncExternalStore } from "react";

let announcement = "";
const listeners = new Set<() => void>();

function set(text: string) {
  announcement = text;
  for (const listener of listeners) listener();
}

let lastSaid = "";

/** Announces a text to screen readers. Returns a function that clears it unless another one was announced since. */
export function announce(text: string): () => void {
  // Screen readers only announce changes, so a repeated text gets a no-break space, which is silent.
  const said = lastSaid === text ? `${text}\u00a0` : text;
  lastSaid = said;
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
