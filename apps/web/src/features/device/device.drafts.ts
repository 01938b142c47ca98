// Half-written texts of forms in the storage of this tab, as they are sealed and brought back.
import { getTabStorage } from "#features/device/device.storage.ts";
import { findDraftOwner } from "#lib/drafts.ts";

/** A key of the storage with its text. */
export type StoredDraft = readonly [key: string, text: string];

export function listDrafts(userId: number): StoredDraft[] {
  const storage = getTabStorage();
  const keys = Object.keys(storage ?? {}).filter((key) => findDraftOwner(key) === userId);
  return keys.map((key) => [key, storage?.getItem(key) ?? ""]);
}

/** Returns the ids of the users whose drafts this tab has. */
export function listDraftOwners(): number[] {
  return [...new Set(Object.keys(getTabStorage() ?? {}).flatMap((key) => findDraftOwner(key) ?? []))];
}

export function removeDrafts(drafts: readonly StoredDraft[]): void {
  for (const [key] of drafts) getTabStorage()?.removeItem(key);
}

/** Brings drafts back, except where its owner has written something else since. @returns how many the storage does not take. */
export function restoreDrafts(drafts: readonly StoredDraft[]): number {
  const storage = getTabStorage();
  return drafts.filter(([key, text]) => {
    try {
      if (storage && storage.getItem(key) === null) storage.setItem(key, text);
      return !storage;
    } catch {
      return true;
    }
  }).length;
}
