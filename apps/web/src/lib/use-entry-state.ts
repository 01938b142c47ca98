import { useState } from "react";

type EntryState = Record<string, unknown> | null;

/** Like `useState`, but stored in the browser's history entry, so that Back and a reload restore the value. */
export function useEntryState<T>(name: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(
    () => ((window.history.state as EntryState)?.[name] as T | undefined) ?? initial,
  );
  const set = (next: T) => {
    setValue(next);
    try {
      window.history.replaceState({ ...(window.history.state as EntryState), [name]: next }, "");
    } catch {
      // Safari throws after a hundred changes in half a minute; losing this one is acceptable.
    }
  };
  return [value, set];
}
