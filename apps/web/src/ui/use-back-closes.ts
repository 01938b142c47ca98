import { useEffect, useEffectEvent } from "react";
import { addSheet } from "#lib/sheet-history.ts";

/** Back, by the browser or by a phone's gesture, closes what is open, as Escape does. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => (open ? addSheet({ onBack: () => close() }) : undefined), [open]);
}
