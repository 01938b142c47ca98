import type { PresentBreak } from "@repasa/contract/stats.ts";

/** Returns whether a break goes on today, which then asks for nothing. Afterwards its cards are spread over days. */
export function isOngoing(present: PresentBreak | null | undefined): present is PresentBreak {
  return present?.perDay === null;
}
