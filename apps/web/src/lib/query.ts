import type { CallInput, Endpoint, Noun, ResponseOf } from "@repasa/contract/endpoint.ts";
import { partialMatchKey, QueryClient, type QueryKey, queryOptions } from "@tanstack/react-query";
import { type CallArguments, callApi } from "#lib/api.ts";

/** What a feature may set for a query of its own; times in milliseconds. */
export type QueryChoices = { staleTime?: number; refetchInterval?: number; retry?: number; enabled?: boolean };

type QueryArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E>
    ? [input?: CallInput<E> | undefined, choices?: QueryChoices]
    : [input: CallInput<E>, choices?: QueryChoices];

/** A success without a body is null in the cache, which takes no undefined. */
type Loaded<E extends Endpoint> = Exclude<ResponseOf<E>, undefined> | (undefined extends ResponseOf<E> ? null : never);

/** What the data under a key is made from, by the first part of the key. Filled where every key is made. */
const nounsByCall = new Map<unknown, readonly Noun[]>();

/**
 * The key of an endpoint's data: its method and path, then its input. Without an input it matches all data of the
 * endpoint.
 */
export function endpointKey<E extends Endpoint>(endpoint: E, input?: CallInput<E>): QueryKey {
  const call = `${endpoint.method} ${endpoint.path}`;
  nounsByCall.set(call, endpoint.reads);
  return input === undefined || Object.keys(input).length === 0 ? [call] : [call, withTextIds(input)];
}

/** An id from the address bar is text and one from JSON a number; both name the same data. */
function withTextIds(input: object): unknown {
  return JSON.parse(JSON.stringify(input, (_, value) => (typeof value === "number" ? String(value) : value)));
}

/** The options with which `useQuery` and `prefetchQuery` load an endpoint's data. */
export function endpointQuery<E extends Endpoint>(endpoint: E, ...[input, choices]: QueryArguments<E>) {
  return queryOptions<Loaded<E>>({
    queryKey: endpointKey(endpoint, input),
    queryFn: async ({ signal }) => {
      const call = [input, { signal }] as unknown as CallArguments<E>;
      return ((await callApi(endpoint, ...call)) ?? null) as Loaded<E>;
    },
    ...choices,
  });
}

/**
 * Loads again whatever reads a noun that a call has changed: now if it is on screen, otherwise when it next is.
 *
 * @param upToDate keys, or beginnings of keys, whose data holds the change already
 */
export async function invalidateChanged(
  queryClient: QueryClient,
  { changes }: Endpoint,
  upToDate: readonly QueryKey[] = [],
): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => {
      const reads = nounsByCall.get(queryKey[0]) ?? [];
      return reads.some((noun) => changes.includes(noun)) && !upToDate.some((key) => partialMatchKey(queryKey, key));
    },
  });
}

/** The app's cache: nothing becomes stale, is loaded again or is retried unless a query asks for it. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        // A browser may be wrong about being offline, and a paused query would show nothing at all.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
