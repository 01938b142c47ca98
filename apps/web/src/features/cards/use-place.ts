import type { Card } from "@repasa/contract/cards.ts";
import { useEffect, useState } from "react";
import { dropMark, markedPlace } from "#features/cards/cards.trail.ts";

/** Where a list of cards begins when somebody comes back from a card, as `startAt` of a virtual list. */
export function usePlace(cards: readonly Card[]): { index: number; top: number } | undefined {
  const [mark] = useState(markedPlace);
  useEffect(dropMark, []);
  const index = mark ? cards.findIndex(({ id }) => id === mark.cardId) : -1;
  return mark && index !== -1 ? { index, top: mark.top } : undefined;
}
