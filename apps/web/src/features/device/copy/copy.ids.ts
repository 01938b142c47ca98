import type { CardWithSiblings } from "@repasa/contract/cards.ts";
import type { CopyConnection, CopyDatabase } from "#features/device/copy/copy.database.ts";
import { isLocalId, LOCAL_IDS_FROM } from "#features/device/outbox/outbox.entry.ts";
import type { AnyInput } from "#lib/server-calls.ts";

/** Returns an id for something that is created here; it has no more digits than an address may have. */
export function makeLocalId(): number {
  return LOCAL_IDS_FROM + Math.floor(Math.random() * 99_000_000_000_000);
}

/** The fields of a call that name things by their ids. */
const ID_FIELDS = new Set(["id", "folderId", "folderIds", "cardIds"]);

/** The calls whose parameter `id` names a card. */
const NAMES_CARD = /^\/api\/cards\/\{id\}/;

/**
 * Returns the key under which the new id of a card is stored: its former id, which is negative if the server had given it, because a
 * folder may have the same.
 */
export const keyOfCard = (id: number): number => (isLocalId(id) ? id : -id);

/** Returns the ids that the server has given to things of this device, and to cards in place of deleted ones, by their keys. */
export async function readIds(database: CopyDatabase): Promise<ReadonlyMap<number, number>> {
  const { store, done } = database.transaction("ids");
  const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
  await done;
  return new Map(keys.map((key, place) => [key, values[place] as number]));
}

/** Returns the present id of a card, in whose place others may have been made one after another. */
export function findCardId(id: number, known: ReadonlyMap<number, number>): number {
  const next = known.get(keyOfCard(id));
  // What replaces a card is younger; a server that gives ids again could otherwise lead in a circle.
  return next === undefined || (next <= id && !isLocalId(id)) ? id : findCardId(next, known);
}

/** Replaces former ids in a call of an endpoint by the present ones, as far as they are known. */
export function resolveIds(path: string, input: AnyInput, known: ReadonlyMap<number, number>): AnyInput {
  const find = (given: unknown, isCard: boolean) => {
    const id = Number(given);
    const found = isCard ? findCardId(id, known) : (known.get(id) ?? id);
    return Object.is(found, id) ? given : found;
  };
  const resolve = (value: unknown, isCard: boolean): unknown => {
    if (Array.isArray(value)) return value.map((one) => find(one, isCard));
    if (typeof value !== "string") return find(value, isCard);
    // Ids in a query are separated by commas. Others, as those of sign-in sessions, are no numbers.
    return value
      .split(",")
      .map((one) => find(one, isCard))
      .join();
  };
  const isOfCard = (name: string) => name === "cardIds" || (name === "id" && NAMES_CARD.test(path));
  const resolveAll = <Fields extends object>(fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        ID_FIELDS.has(name) ? resolve(value, isOfCard(name)) : value,
      ]),
    ) as Fields;
  const { params, query, body } = input;
  return {
    ...(params && { params: resolveAll(params) }),
    ...(query && { query: resolveAll(query) }),
    ...(body !== undefined && { body: typeof body === "object" && body !== null ? resolveAll(body) : body }),
  };
}

/** Returns whether a call names something that exists on this device only. */
export function namesLocalThing({ params = {}, body }: AnyInput): boolean {
  const values = [...Object.entries(params), ...Object.entries((body ?? {}) as object)]
    .filter(([name]) => ID_FIELDS.has(name))
    .flatMap(([, value]) => value);
  return values.some((value) => isLocalId(Number(value)));
}

/** Gives a thing the id and the row that the server has made: of one that was created here, or of a card that is gone. */
export async function replaceThing(
  copy: CopyConnection,
  former: number,
  isFolder: boolean,
  response: unknown,
): Promise<void> {
  const { siblings = [], ...row } = response as CardWithSiblings;
  await copy.use(async (database) => {
    const transaction = database.transaction(["folders", "cards", "ids"], "readwrite");
    const store = transaction.objectStore(isFolder ? "folders" : "cards");
    void store.delete(former);
    for (const one of [row, ...siblings]) void store.put(one as never);
    void transaction.objectStore("ids").put(row.id, isFolder ? former : keyOfCard(former));
    await transaction.done;
  });
}
