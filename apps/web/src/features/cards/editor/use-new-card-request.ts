import { useEffect, useEffectEvent, useState } from "react";
import { useAddressQuery } from "#lib/use-address-query.ts";
import { NEW_CARD } from "#paths.ts";

/**
 * Calls `onRequest` if the address asks for a new card, and removes that from the address: first, because a dialog gets
 * an entry in the browser's history, and the entry below it must not ask again when the dialog is closed.
 */
export function useNewCardRequest(onRequest: () => void): void {
  const [query, setQuery] = useAddressQuery();
  const isRequested = query.has(NEW_CARD);
  const request = useEffectEvent(onRequest);
  const [path] = useState(() => window.location.pathname);
  useEffect(() => {
    // While the next screen loads, this one is still mounted but the address is already that of the next.
    if (!isRequested || window.location.pathname !== path) return;
    setQuery({ [NEW_CARD]: "" });
    request();
  }, [isRequested, setQuery, path]);
}
