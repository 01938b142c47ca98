import { useEffect, useEffectEvent } from "react";
import { navigate } from "wouter/use-browser-location";
import { useShortcutsWanted } from "#features/preferences/use-shortcuts-wanted.ts";
import { isShortcut } from "#lib/shortcut.ts";
import { paths } from "#paths.ts";

/** "/" opens the search from every screen; on the search screen it focuses the field. */
export function useSearchKey(path: string): void {
  const wanted = useShortcutsWanted();
  const press = useEffectEvent((event: KeyboardEvent) => {
    // "/" is Shift and 7 on a Spanish keyboard, so Shift is allowed.
    if (event.key !== "/" || !isShortcut(event)) return;
    event.preventDefault();
    if (path === paths.search()) document.querySelector<HTMLElement>("main input[type=search]")?.focus();
    else navigate(paths.search());
  });
  useEffect(() => {
    if (!wanted) return;
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [wanted]);
}
