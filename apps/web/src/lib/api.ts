import type { ClientEndpoint } from "@repasa/contract/client.ts";
import type { Endpoint, ResponseOf } from "@repasa/contract/endpoint.ts";
import { findLocalResponses } from "#lib/local-responses.ts";
import { type AnyInput, type CallArguments, type CallOptions, callServer } from "#lib/server-calls.ts";

/**
 * Calls an endpoint of the contract. If the server cannot be reached, the copy on this device answers a GET, and a change
 * waits in the outbox, as far as they can.
 *
 * @throws the errors of `callServer`.
 */
export async function callApi<E extends Endpoint>(
  endpoint: ClientEndpoint<E>,
  ...call: CallArguments<E>
): Promise<ResponseOf<E>> {
  const local = await findLocalResponses();
  if (!local) return callServer(endpoint, ...call);
  const [input = {}, options] = call as [AnyInput?, CallOptions?];
  const ask = (resolved: AnyInput, signal = options?.signal) =>
    callServer(endpoint, ...([resolved, { ...options, signal }] as unknown as CallArguments<E>));
  return local.call(endpoint, input, ask) as Promise<ResponseOf<E>>;
}
