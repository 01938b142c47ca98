import type { OutboxEntry, OutboxStore } from "#features/study/study.outbox-store.ts";

const KEY = "repasa:outbox-journal";

type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem">;

/**
 * A store that first notes each change in the tab's own storage. A database commits a moment later, and a page that is
 * reloaded in that moment loses what it had begun; the note stays, and the next page makes up for it at once. All changes
 * may be replayed without harm, because neither store nor server takes the same one twice.
 */
export function journaledOutboxStore(store: OutboxStore, storage: Storage | undefined) {
  const read = (): OutboxEntry[] => {
    try {
      return JSON.parse(storage?.getItem(KEY) ?? "[]") as OutboxEntry[];
    } catch {
      return [];
    }
  };
  const write = (entries: readonly OutboxEntry[]) => {
    try {
      if (entries.length === 0) storage?.removeItem(KEY);
      else storage?.setItem(KEY, JSON.stringify(entries));
    } catch {
      // A full or forbidden storage leaves the moment before the commit uncovered; the rating itself is not touched.
    }
  };
  const same = (a: OutboxEntry, b: OutboxEntry) => a.reviewId === b.reviewId && a.kind === b.kind;
  const forget = (entry: OutboxEntry) => write(read().filter((noted) => !same(noted, entry)));
  const apply = (entry: OutboxEntry) => (entry.kind === "review" ? store.add(entry) : store.addUndo(entry));
  const replay = async (noted: readonly OutboxEntry[]) => {
    for (const entry of noted) {
      await apply(entry);
      forget(entry);
    }
  };
  const replayed = replay(read()).catch((error: unknown) => console.error("Ratings could not be recovered", error));
  const keep = async (entry: OutboxEntry) => {
    write([...read(), entry]);
    // An undo must not overtake the rating that is only noted yet.
    await replayed;
    await apply(entry);
    forget(entry);
  };
  const journaled: OutboxStore = { ...store, add: keep, addUndo: keep };
  return { store: journaled, replayed };
}
