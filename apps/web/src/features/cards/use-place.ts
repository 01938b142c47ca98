import type { Card } from "@repasa/contract/cards.ts";
import { useEffect, useState } from "react";
import { dropMark, markedPlace } from "#features/cards/cards.trail.ts";

/** What somebody does who goes on by themselves. */
const ACTS = ["wheel", "keydown", "touchstart", "pointerdown"];

/**
 * Where a list of cards begins when somebody comes back from a card: `startAt` of a virtual list, and whether the card is to be
 * looked for among those that are not here yet.
 */
export function usePlace(cards: readonly Card[], hasMore: boolean) {
  const [mark, setMark] = useState(markedPlace);
  const [isSought, setIsSought] = useState(true);
  useEffect(dropMark, []);
  useEffect(() => {
    const mounted = new AbortController();
    const options = { capture: true, passive: true, once: true, signal: mounted.signal };
    for (const act of ACTS) addEventListener(act, () => setMark(null), options);
    return () => mounted.abort();
  }, []);
  const index = mark ? cards.findIndex(({ id }) => id === mark.cardId) : -1;
  // Once only: a card that goes later is not missing.
  if (isSought && (index !== -1 || !hasMore)) setIsSought(false);
  return {
    startAt: mark && index !== -1 ? { index, top: mark.top } : undefined,
    isMissing: isSought && mark !== null && index === -1,
  };
}
