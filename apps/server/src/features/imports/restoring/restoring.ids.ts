/** Maps ids of the exported account to ids of this one. */
export type RestoredIds = {
  /** Returns the id of the folder that was added or recognised; undefined if it was deleted in the exported account. */
  readonly findFolderId: (source: number) => number | undefined;
  /** Returns the id of the card that was added; undefined for all others. */
  readonly findAddedCardId: (source: number) => number | undefined;
  readonly findSessionId: (source: number) => number | undefined;
};

/**
 * Converts the id of a card or folder that was deleted in the exported account but that its log still names. Rows never have
 * negative ids, so the result matches nothing in this account.
 */
export function toDeletedId(source: number): number {
  return -Math.abs(source);
}
