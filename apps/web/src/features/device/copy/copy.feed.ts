import type { Change, Changes } from "@repasa/contract/changes.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as changeEndpoints from "@repasa/contract/client/changes.ts";
import type { Noun } from "@repasa/contract/endpoint.ts";
import { noteGone } from "#features/device/copy/copy.cards.ts";
import type { CopyDatabase } from "#features/device/copy/copy.database.ts";
import { keyOfCard } from "#features/device/copy/copy.ids.ts";
import type { Copy } from "#features/device/copy/copy.opened.ts";
import { callServer } from "#lib/server-calls.ts";

/** In rows: half of what one call gives, because the page stops while it reads a response. */
const PAGE_ROWS = 500;
/** In rows: written at once; then the page may do something else. One portion is being stored while the next is prepared. */
const PORTION_ROWS = 50;

/**
 * Brings the rows of the copy up to date, page by page, each in one transaction with its cursor. The server answers the next page
 * while one is written.
 *
 * @returns what has changed.
 * @throws the errors of `callServer`; what was read before stays.
 */
export async function followFeed(copy: Copy, signal: AbortSignal): Promise<ReadonlySet<Noun>> {
  let after = (await copy.use((database) => database.get("facts", "cursor"))) ?? "";
  // Read before asking, so that the rows have whatever the outbox has been given until then.
  const known = await copy.use((database) => database.getAllKeys("ids"));
  const ask = () => callServer(changeEndpoints.list, { query: { after, limit: String(PAGE_ROWS) } }, { signal });
  let asked = ask();
  for (const changed = new Set<Noun>(); ; ) {
    const page = await asked;
    const isBeginning = page.reset || after === "";
    // A cursor of one account leads another account to the beginning.
    if (isBeginning && !(await isSignedIn(copy.userId, signal))) return changed;
    const isNews = page.reset || page.changes.length > 0 || page.next !== after;
    after = page.next;
    if (page.more) asked = ask();
    // Thrown when its turn comes, once this page has been written.
    asked.catch(() => {});
    const nouns = listNouns(page);
    if (isNews) {
      await copy.use((database) => applyPage(database, page, known, isBeginning));
      copy.noteWritten(nouns);
    }
    for (const noun of nouns) changed.add(noun);
    if (!page.more) return changed;
  }
}

/** What a change of a row changes; a card may have been rated. */
const NOUNS: Readonly<Record<Change["kind"], readonly Noun[]>> = {
  folder: ["folders"],
  card: ["cards", "reviews"],
  exam: ["exams"],
  preferences: ["preferences"],
};

function listNouns({ reset, changes }: Changes): readonly Noun[] {
  return reset ? Object.values(NOUNS).flat() : changes.flatMap(({ kind }) => NOUNS[kind]);
}

async function isSignedIn(userId: number, signal: AbortSignal): Promise<boolean> {
  return (await callServer(authEndpoints.currentUser, {}, { signal })).id === userId;
}

async function applyPage(
  database: CopyDatabase,
  page: Changes,
  known: readonly number[],
  isBeginning: boolean,
): Promise<void> {
  const { changes, next, more, reset } = page;
  const transaction = database.transaction(["folders", "cards", "exams", "ids", "answers", "facts"], "readwrite");
  const stores = {
    folder: transaction.objectStore("folders"),
    card: transaction.objectStore("cards"),
    exam: transaction.objectStore("exams"),
  };
  if (reset) for (const store of Object.values(stores)) void store.clear();
  let portion: Promise<unknown> | undefined;
  for (const [index, change] of changes.entries()) {
    let written: Promise<unknown> | undefined;
    if (change.kind === "preferences") {
      const url = accountEndpoints.preferences.path;
      if (!change.gone) written = transaction.objectStore("answers").put({ url, at: Date.now(), body: change.row });
    } else if (change.gone) written = stores[change.kind].delete(change.id);
    else written = stores[change.kind].put(change.row as never);
    if (index % PORTION_ROWS < PORTION_ROWS - 1) continue;
    await portion;
    portion = written;
  }
  const facts = transaction.objectStore("facts");
  await noteGone(
    facts,
    changes.flatMap(({ kind, id, gone }) => (kind === "card" && gone ? [id] : [])),
  );
  void facts.put(next, "cursor");
  // Also without a cursor: ids outlive a copy that was removed with its session.
  if (isBeginning) void facts.put(next, "restart");
  if (!more && (await facts.get("restart")) !== undefined) {
    await forgetLostIds(transaction.objectStore("ids"), known, stores.card, stores.folder);
    void facts.delete("restart");
  }
  await transaction.done;
}

type Rows = { getKey(id: number): Promise<number | undefined> };
type Ids = { get(key: number): Promise<number | undefined>; delete(key: number): Promise<void> };

/**
 * Forgets, of some ids, those of things that the server no longer has, such as what was made after the backup to which it was
 * restored. What waits for them is then refused, and what waits for a card in whose place one of them was made reaches that card.
 * A card whose copy the server has stays known.
 */
async function forgetLostIds(ids: Ids, known: readonly number[], cards: Rows, folders: Rows): Promise<void> {
  const isLost = async (id: number, stores: readonly Rows[]): Promise<boolean> => {
    const found = await Promise.all(stores.map((store) => store.getKey(id)));
    if (found.some((one) => one !== undefined)) return false;
    const next = await ids.get(keyOfCard(id));
    return next === undefined || next <= id || isLost(next, [cards]);
  };
  for (const key of known) {
    const id = await ids.get(key);
    // A thing that was made here may be a card or a folder; only cards are replaced.
    if (id !== undefined && (await isLost(id, key < 0 ? [cards] : [cards, folders]))) void ids.delete(key);
  }
}
