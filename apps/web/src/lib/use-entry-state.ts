import { useState } from "react";

type EntryState = Record<string, unknown> | null;

/** Like `useState`, and kept with the entry of the browser's history: who comes back to it finds it as it was. */
export function useEntryState<T>(name: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(
    () => ((window.history.state as EntryState)?.[name] as T | undefined) ?? initial,
  );
  const set = (next: T) => {
    setValue(next);
    try {
      window.history.replaceState({ ...(window.history.state as EntryState), [name]: next }, "");
    } catch {
      // Safari takes a hundred changes in half a minute, and this one may be forgotten.
    }
  };
  return [value, set];
}
