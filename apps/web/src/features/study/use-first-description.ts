import { useState } from "react";

/** The ids of the elements with the position in the session and with the text of the card. */
export const POSITION = "posicion";
export const CARD_TEXT = "carta";

/**
 * Returns the ids for `aria-describedby` of the element that takes the focus. They name the position and the card while the first
 * question is shown. Later it is undefined: live regions announce all other questions, but not what they contain at first.
 */
export function useFirstDescription(shown: string): string | undefined {
  const [first, setFirst] = useState<string | null>(shown);
  if (first !== null && first !== shown) setFirst(null);
  return first === shown ? `${POSITION} ${CARD_TEXT}` : undefined;
}
