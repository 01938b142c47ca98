import { useEffect, useEffectEvent, useState } from "react";
import { navigate, useSearch } from "wouter/use-browser-location";

type Changes = Record<string, string>;

/** The query of the address, and a setter that adds no history entry. An empty value removes the parameter. */
export function useAddressQuery(): [URLSearchParams, (changes: Changes) => void] {
  return [new URLSearchParams(useSearch()), changeQuery];
}

function changeQuery(changes: Changes): void {
  const { pathname, search, hash } = window.location;
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") query.delete(name);
    else query.set(name, value);
  }
  const next = query.size > 0 ? `?${query}` : "";
  if (next !== search) navigate(`${pathname}${next}${hash}`, { replace: true, state: window.history.state });
}

/** In milliseconds: browsers limit how often the address may change, so it cannot follow every key press. */
const PAUSE_MS = 150;

type SearchedText = {
  /** The text in the field. */
  text: string;
  setText: (text: string) => void;
  /** The text in the address: trimmed, and updated with a delay. */
  settled: string;
  /** Updates the address without the delay, before the page is left. */
  settle: () => void;
};

/** The text of a search field. It is also stored in the address as `?q=`, so that a reload or Back restores it. */
export function useSearchedText(): SearchedText {
  const [query, setQuery] = useAddressQuery();
  const settled = query.get("q") ?? "";
  const [typed, setTyped] = useState({ text: settled, settled });
  if (typed.settled !== settled) {
    // The address has caught up with the field, or a link has changed it.
    setTyped({ text: typed.text.trim() === settled ? typed.text : settled, settled });
  }
  const waiting = typed.text.trim() !== settled;

  const [path] = useState(() => window.location.pathname);
  const settle = () => {
    // While the next screen loads, this one is still mounted but the address is already that of the next.
    if (waiting && window.location.pathname === path) setQuery({ q: typed.text.trim() });
  };
  const settleLater = useEffectEvent(settle);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text restarts the pause
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(settleLater, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [waiting, typed.text]);

  return { text: typed.text, setText: (text) => setTyped({ text, settled }), settled, settle };
}
