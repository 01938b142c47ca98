import { isLocalId } from "#features/device/changes/changes.apply.ts";
import type { CopyDatabase } from "#features/device/copy/copy.database.ts";
import type { AnyInput } from "#lib/local-answers.ts";

/** The fields of a call that name things by their ids. */
const ID_FIELDS = new Set(["id", "folderId", "folderIds", "cardIds"]);

/** Returns the ids that the server has given to things of this device, by their former ids. */
export async function readIds(database: CopyDatabase): Promise<ReadonlyMap<number, number>> {
  const { store, done } = database.transaction("ids");
  const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
  await done;
  return new Map(keys.map((key, place) => [key, values[place] as number]));
}

/** Replaces ids of this device in a call by those of the server, as far as they are known. */
export function resolveIds(input: AnyInput, known: ReadonlyMap<number, number>): AnyInput {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    const id = Number(value);
    const found = known.get(id);
    return found === undefined ? value : typeof value === "string" ? String(found) : found;
  };
  const resolveAll = <Fields extends object>(fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, ID_FIELDS.has(name) ? resolve(value) : value]),
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
