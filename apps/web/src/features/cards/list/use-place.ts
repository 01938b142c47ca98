import type { Card } from "@repasa/contract/cards.ts";
import { useEffect, useState } from "react";
import { clearMarkedPlace, readMarkedPlace } from "#features/cards/cards.trail.ts";

/** Events by which the user moves on, so that the position is no longer restored. */
const USER_EVENTS = ["wheel", "keydown", "touchstart", "pointerdown"];

/**
 * Restores the position in a list of cards on the way back from a card. `startAt` is for a virtual list; `isMissing` is
 * true while the card may be among those that are not loaded yet.
 */
export function usePlace(cards: readonly Card[], hasMore: boolean) {
  const [mark, setMark] = useState(readMarkedPlace);
  const [isSought, setIsSought] = useState(true);
  useEffect(clearMarkedPlace, []);
  useEffect(() => {
    const mounted = new AbortController();
    const options = { capture: true, passive: true, once: true, signal: mounted.signal };
    for (const name of USER_EVENTS) addEventListener(name, () => setMark(null), options);
    return () => mounted.abort();
  }, []);
  const index = mark ? cards.findIndex(({ id }) => id === mark.cardId) : -1;
  // The card is searched for only once: if it is deleted later, it is not missing.
  if (isSought && (index !== -1 || !hasMore)) setIsSought(false);
  return {
    startAt: mark && index !== -1 ? { index, top: mark.top } : undefined,
    isMissing: isSought && mark !== null && index === -1,
  };
}
