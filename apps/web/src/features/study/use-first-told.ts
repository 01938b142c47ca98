import { useState } from "react";

/** The ids of the texts that say where a session is and what it asks. */
export const POSITION = "posicion";
export const CARD_TEXT = "carta";

/**
 * Returns what describes the element that gets the focus for a question: the question itself if it was shown first, undefined
 * for all others. These are told by live regions, which tell only what is added to them later.
 */
export function useFirstTold(shown: string): string | undefined {
  const [first, setFirst] = useState<string | null>(shown);
  if (first !== null && first !== shown) setFirst(null);
  return first === shown ? `${POSITION} ${CARD_TEXT}` : undefined;
}
