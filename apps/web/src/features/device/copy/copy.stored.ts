import type { ClientEndpoint } from "@repasa/contract/client.ts";
import type { Endpoint, ResponseOf } from "@repasa/contract/endpoint.ts";
import { hasShape } from "@repasa/contract/shape.ts";
import type { CopyDatabase, StoredAnswer } from "#features/device/copy/copy.database.ts";
import { type AnyInput, endpointUrl } from "#lib/server-calls.ts";

type Answer<E extends Endpoint> = Omit<StoredAnswer, "body"> & { body: ResponseOf<E> };

/** Returns the last answer to a call with its time; undefined if there is none, or if another version of the app has stored it. */
export async function readStored<E extends Endpoint>(
  database: CopyDatabase,
  endpoint: ClientEndpoint<E>,
  input: AnyInput = {},
): Promise<Answer<E> | undefined> {
  const stored = await database.get("answers", endpointUrl(endpoint, input));
  const isOurs = !endpoint.shape || hasShape(stored?.body, endpoint.shape);
  return stored && isOurs ? (stored as Answer<E>) : undefined;
}

export async function readAnswer<E extends Endpoint>(
  database: CopyDatabase,
  endpoint: ClientEndpoint<E>,
  input: AnyInput = {},
): Promise<ResponseOf<E> | undefined> {
  return (await readStored(database, endpoint, input))?.body;
}
