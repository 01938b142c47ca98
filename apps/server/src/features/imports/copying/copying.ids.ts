/** Maps ids of the copied account to ids of this one. */
export type CopiedIds = {
  /** Returns the folder that was added or recognised; undefined if it was deleted in the copied account. */
  readonly folderOf: (source: number) => number | undefined;
  /** Returns the card that was added; undefined for all others. */
  readonly addedCardOf: (source: number) => number | undefined;
  readonly sessionOf: (source: number) => number | undefined;
};

/**
 * Returns the id for a card or folder that was deleted in the copied account but that its log still names. Rows never have
 * negative ids, so it matches nothing in this account.
 */
export function deletedId(source: number): number {
  return -Math.abs(source);
}
