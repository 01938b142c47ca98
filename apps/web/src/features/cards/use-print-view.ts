import { useEffect, useRef } from "react";
import { navigate } from "wouter/use-browser-location";
import { goBack } from "#lib/sheet-history.ts";
import { useAddressQuery } from "#lib/use-address-query.ts";
import { toast } from "#ui/toast.ts";

const PRINTED = "imprimir";

/** Whether the folder is shown as it is printed: in the address, and with an entry in the history of its own. */
export function usePrintView() {
  const [query, setQuery] = useAddressQuery();
  const shown = query.get("vista") === PRINTED;
  const was = useRef(shown);
  useEffect(() => {
    if (was.current && !shown) focusTitle();
    was.current = shown;
  }, [shown]);
  useEffect(() => {
    if (shown) return;
    // The browser's own command prints only the rows that are on the screen.
    const tell = () =>
      toast({ description: "Para imprimir todas las cartas, abre Imprimir en el menú de la carpeta." });
    window.addEventListener("beforeprint", tell);
    return () => window.removeEventListener("beforeprint", tell);
  }, [shown]);
  return { shown, open, close: () => (isOpenedHere() ? goBack() : setQuery({ vista: "" })) };
}

function open(): void {
  const { pathname, search } = window.location;
  const query = new URLSearchParams(search);
  query.set("vista", PRINTED);
  navigate(`${pathname}?${query}`, { state: { printed: true } });
}

/** Otherwise the address was opened by itself, and Back leads elsewhere. */
function isOpenedHere(): boolean {
  return (window.history.state as { printed?: boolean } | null)?.printed === true;
}

/** The screen is another one, though its path is the same. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>("h1")?.focus();
}
