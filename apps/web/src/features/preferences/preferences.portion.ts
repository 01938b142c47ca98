import type { Preferences } from "@repasa/contract/account.ts";
import { formatCount } from "#lib/plural.ts";

/** Cards a session; null for all that are due. */
export type SessionSize = Preferences["sessionSize"];

export const sessionSizes: readonly SessionSize[] = [10, 20, 40, null];

/** A day with no more cards than this is studied at one go. */
const ONE_GO = 40;

export function comesInPortions(due: number): boolean {
  return due > ONE_GO;
}

/** How many of the due cards the next session takes. */
export function portionOf(due: number, size: SessionSize): number {
  return comesInPortions(due) ? (size ?? due) : due;
}

/** "Sesión de 20", "Todas (1.400)". */
export function sessionSizeText(size: SessionSize, due: number): string {
  return size === null ? `Todas (${formatCount(due)})` : `Sesión de ${formatCount(size)}`;
}
