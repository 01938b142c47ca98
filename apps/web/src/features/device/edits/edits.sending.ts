// The calls by which edits are sent, each for the account of its entry.
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import type { ClientEndpoint } from "@repasa/contract/client.ts";
import type { ErrorCode } from "@repasa/contract/errors.ts";
import type { EditEntry } from "#features/device/outbox/outbox.entry.ts";
import { ApiError, ForeignResponseError } from "#lib/api-error.ts";
import { type AnyInput, type CallArguments, callServer } from "#lib/server-calls.ts";

const TIMEOUT_MS = 15_000;

/** Errors that may pass by themselves. Every other error with a code of ours is a refusal. */
const PASSING_ERRORS = new Set<ErrorCode>(["rate_limited", "unavailable", "internal", "unauthorized", "other_account"]);

/**
 * Makes a call for the account of an entry: it must not reach another one, which may have signed in meanwhile.
 *
 * @throws the errors of `callServer`, and `ForeignResponseError` for a success that cannot be our server's.
 */
export async function send(
  { userId }: Pick<EditEntry, "userId">,
  call: EditEntry["call"],
  input: AnyInput,
): Promise<unknown> {
  const endpoint = { shape: null, ...call } as unknown as ClientEndpoint;
  const options = { signal: AbortSignal.timeout(TIMEOUT_MS), account: userId };
  const response = await callServer(endpoint, ...([input, options] as unknown as CallArguments));
  if (!isOwnResponse(call, input, response))
    throw new ForeignResponseError(`${call.method} ${call.path} answered nothing`);
  return response;
}

/** A hotspot or a proxy may answer anything with a success. Ours names the thing, except after it has been removed. */
function isOwnResponse({ method, path }: EditEntry["call"], { params }: AnyInput, response: unknown): boolean {
  if (method === "DELETE") return response === undefined;
  if (typeof response !== "object" || response === null) return false;
  if (path === cardEndpoints.batch.path) return "batchId" in response;
  // An edit that removes a card's gap removes the card, and is answered with a sibling.
  if (method === "PUT" && path === cardEndpoints.update.path) return "id" in response && "folderId" in response;
  if (method === "PUT" && params?.id !== undefined) return "id" in response && Number(params.id) === response.id;
  return method !== "POST" || "id" in response;
}

export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code !== undefined && !PASSING_ERRORS.has(error.code);
}
