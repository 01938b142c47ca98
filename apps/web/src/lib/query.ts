import type { ClientEndpoint } from "@repasa/contract/client.ts";
import type { CallInput, Endpoint, Noun, ResponseOf } from "@repasa/contract/endpoint.ts";
import { partialMatchKey, QueryClient, type QueryKey, queryOptions } from "@tanstack/react-query";
import { callApi } from "#lib/api.ts";
import { noteResponse, readLocally } from "#lib/local-responses.ts";
import { dropPrefetched, takePrefetched } from "#lib/prefetch.ts";
import { type AnyInput, type CallArguments, checkResponse, endpointUrl } from "#lib/server-calls.ts";

type QueryBehaviour = { staleTime?: number; refetchInterval?: number; retry?: number; enabled?: boolean };

type QueryArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E>
    ? [input?: CallInput<E> | undefined, behaviour?: QueryBehaviour]
    : [input: CallInput<E>, behaviour?: QueryBehaviour];

/** The cache does not accept undefined, so an empty response is null. */
type Loaded<E extends Endpoint> = Exclude<ResponseOf<E>, undefined> | (undefined extends ResponseOf<E> ? null : never);

/** The nouns that each endpoint reads, by the first part of its keys. `endpointKey`, which makes all keys, fills it. */
const nounsByCall = new Map<unknown, readonly Noun[]>();

/** Without an input, the key matches all data of the endpoint. */
export function endpointKey<E extends Endpoint>(endpoint: ClientEndpoint<E>, input?: CallInput<E>): QueryKey {
  const call = `${endpoint.method} ${endpoint.path}`;
  nounsByCall.set(call, endpoint.reads);
  return input === undefined || Object.keys(input).length === 0 ? [call] : [call, withTextIds(input)];
}

/** Converts numbers to text, because ids are text in the address bar and numbers in JSON. */
function withTextIds(input: object): unknown {
  return JSON.parse(JSON.stringify(input, (_, value) => (typeof value === "number" ? String(value) : value)));
}

export function endpointQuery<E extends Endpoint>(
  endpoint: ClientEndpoint<E>,
  ...[input, behaviour]: QueryArguments<E>
) {
  return queryOptions<Loaded<E>>({
    queryKey: endpointKey(endpoint, input),
    queryFn: async ({ client, queryKey, signal }) => {
      void showLocally(client, queryKey, endpoint, input ?? {});
      const prefetched = await takePrefetched(client, endpointUrl(endpoint, input ?? {}));
      if (prefetched !== null) {
        noteResponse(endpoint, input ?? {}, prefetched);
        return checkResponse(endpoint, prefetched) as Loaded<E>;
      }
      const call = [input, { signal }] as unknown as CallArguments<E>;
      return ((await callApi(endpoint, ...call)) ?? null) as Loaded<E>;
    },
    ...behaviour,
  });
}

/**
 * Shows what the copy on this device answers while the server is being asked, unless the query has data already.
 *
 * @param wrap Converts the response to the query's data.
 */
export async function showLocally(
  queryClient: QueryClient,
  queryKey: QueryKey,
  endpoint: ClientEndpoint,
  input: AnyInput,
  wrap: (response: unknown) => unknown = (response) => response,
): Promise<void> {
  if (queryClient.getQueryData(queryKey) !== undefined) return;
  const local = await readLocally(endpoint, input);
  const state = queryClient.getQueryState(queryKey);
  if (local === undefined || state?.data !== undefined || state?.fetchStatus !== "fetching") return;
  queryClient.setQueryData(queryKey, wrap(local));
}

/** Puts what the copy answers into the cache, so that the next screen shows it at once. That screen still asks the server. */
export async function prepareLocally(queryClient: QueryClient, endpoint: ClientEndpoint): Promise<void> {
  const queryKey = endpointKey(endpoint);
  const local = await readLocally(endpoint, {});
  if (local === undefined || queryClient.getQueryState(queryKey)) return;
  queryClient.setQueryData(queryKey, local);
  await queryClient.invalidateQueries({ queryKey, exact: true, refetchType: "none" });
}

/**
 * Reloads the queries that read a noun that the endpoint changes: now if they are on screen, otherwise when they next
 * are.
 *
 * @param upToDate Keys, or prefixes of keys, whose data already reflects the change.
 */
export async function invalidateChanged(
  queryClient: QueryClient,
  { changes }: Pick<ClientEndpoint, "changes">,
  upToDate: readonly QueryKey[] = [],
): Promise<void> {
  dropPrefetched(queryClient);
  const isConcerned = ({ queryKey }: { queryKey: QueryKey }) => {
    const reads = nounsByCall.get(queryKey[0]) ?? [];
    return reads.some((noun) => changes.includes(noun)) && !upToDate.some((key) => partialMatchKey(queryKey, key));
  };
  // The server may have answered before the change, and TanStack Query asks no second time while it waits for that response.
  const asked = queryClient.getQueryCache().findAll({ predicate: isConcerned, fetchStatus: "fetching" });
  const askedAgain = asked
    .filter((query) => query.state.data === undefined || !query.isActive())
    .map(async ({ queryKey, promise }) => {
      await promise?.catch(() => {});
      await queryClient.invalidateQueries({ queryKey, exact: true });
    });
  await Promise.all([queryClient.invalidateQueries({ predicate: isConcerned }), ...askedAgain]);
}

/** Loads again what is on screen and could not be loaded. */
export async function reloadFailed(queryClient: QueryClient): Promise<void> {
  await queryClient.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
}

/** By default no query becomes stale, is refetched or is retried; single queries may override this. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        // Browsers are sometimes wrong about being offline, and a paused query would show nothing.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
