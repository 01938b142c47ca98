import type { ClientEndpoint } from "@repasa/contract/client.ts";
import type { Endpoint, ResponseOf } from "@repasa/contract/endpoint.ts";
import { hasShape } from "@repasa/contract/shape.ts";
import type { CopyDatabase, StoredResponse } from "#features/device/copy/copy.database.ts";
import { type AnyInput, endpointUrl } from "#lib/server-calls.ts";

type StoredResponseOf<E extends Endpoint> = Omit<StoredResponse, "body"> & { body: ResponseOf<E> };

/** Returns the last response to a call with its time; undefined if there is none, or if another version of the app has stored it. */
export async function readStored<E extends Endpoint>(
  database: CopyDatabase,
  endpoint: ClientEndpoint<E>,
  input: AnyInput = {},
): Promise<StoredResponseOf<E> | undefined> {
  const stored = await database.get("answers", endpointUrl(endpoint, input));
  const isOurs = !endpoint.shape || hasShape(stored?.body, endpoint.shape);
  return stored && isOurs ? (stored as StoredResponseOf<E>) : undefined;
}

export async function readResponse<E extends Endpoint>(
  database: CopyDatabase,
  endpoint: ClientEndpoint<E>,
  input: AnyInput = {},
): Promise<ResponseOf<E> | undefined> {
  return (await readStored(database, endpoint, input))?.body;
}
