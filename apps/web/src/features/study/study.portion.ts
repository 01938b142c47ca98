import type { Preferences } from "@repasa/contract/account.ts";

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
