import type { Preferences } from "@repasa/contract/account.ts";
import { formatCount } from "#lib/plural.ts";

/** The number of cards per session; null for all due cards. */
export type SessionSize = Preferences["sessionSize"];

export const sessionSizes: readonly SessionSize[] = [10, 20, 40, null];

/** Up to this number of due cards, a session contains all of them. */
const MAX_UNDIVIDED = 40;

export function isDivided(due: number): boolean {
  return due > MAX_UNDIVIDED;
}

/** Returns the number of due cards in the next session. */
export function countSessionCards(due: number, size: SessionSize): number {
  return isDivided(due) ? (size ?? due) : due;
}

/** Returns, for example, "Sesión de 20" or "Todas (1.400)". */
export function sessionSizeText(size: SessionSize, due: number): string {
  return size === null ? `Todas (${formatCount(due)})` : `Sesión de ${formatCount(size)}`;
}
