import { useEffect, useRef } from "react";
import { navigate } from "wouter/use-browser-location";
import { goBack } from "#lib/sheet-history.ts";
import { useAddressQuery } from "#lib/use-address-query.ts";
import { toast } from "#ui/toast.ts";

const PRINT_VIEW = "imprimir";

/** Shows a folder as it will be printed. The state is in the address, and has a history entry of its own. */
export function usePrintView() {
  const [query, setQuery] = useAddressQuery();
  const shown = query.get("vista") === PRINT_VIEW;
  const was = useRef(shown);
  useEffect(() => {
    if (was.current && !shown) focusTitle();
    was.current = shown;
  }, [shown]);
  useEffect(() => {
    if (shown) return;
    // The browser's own print command prints only the rows on the screen.
    const notify = () =>
      toast({ description: "Para imprimir todas las cartas, abre Imprimir en el menú de la carpeta." });
    window.addEventListener("beforeprint", notify);
    return () => window.removeEventListener("beforeprint", notify);
  }, [shown]);
  return { shown, open, close: () => (isOpenedHere() ? goBack() : setQuery({ vista: "" })) };
}

function open(): void {
  const { pathname, search } = window.location;
  const query = new URLSearchParams(search);
  query.set("vista", PRINT_VIEW);
  navigate(`${pathname}?${query}`, { state: { printed: true } });
}

/** Returns whether the view was opened from its folder; if its address was opened directly, Back leads elsewhere. */
function isOpenedHere(): boolean {
  return (window.history.state as { printed?: boolean } | null)?.printed === true;
}

/** Focuses the title as on a change of screens, which is not detected here because the path stays the same. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>("h1")?.focus();
}
