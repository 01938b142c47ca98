import { useEffect, useEffectEvent } from "react";
import { addSheet } from "#lib/sheet-history.ts";

/** Lets Back, from the browser or by a phone's gesture, close a dialog like Escape does. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => (open ? addSheet({ onBack: () => close() }) : undefined), [open]);
}
