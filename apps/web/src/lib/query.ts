import type { CallInput, Endpoint, ResponseOf } from "@repasa/contract/endpoint.ts";
import { MutationCache, QueryCache, QueryClient, queryOptions } from "@tanstack/react-query";
import { type CallArguments, callApi } from "#lib/api.ts";

/** What a feature may set for a query of its own; times in milliseconds. */
export type QueryChoices = { staleTime?: number; refetchInterval?: number; retry?: number; enabled?: boolean };

type QueryArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E>
    ? [input?: CallInput<E> | undefined, choices?: QueryChoices]
    : [input: CallInput<E>, choices?: QueryChoices];

/** A success without a body is null in the cache, which takes no undefined. */
type Loaded<E extends Endpoint> = Exclude<ResponseOf<E>, undefined> | (undefined extends ResponseOf<E> ? null : never);

/**
 * The key of an endpoint's data: its method and path, then what it is asked. Without an input it is the beginning of
 * all keys of the endpoint, as `invalidateQueries` takes it.
 */
export function endpointKey<E extends Endpoint>(endpoint: E, input?: CallInput<E>): readonly unknown[] {
  const key = `${endpoint.method} ${endpoint.path}`;
  return input === undefined || Object.keys(input).length === 0 ? [key] : [key, textIds(input)];
}

/** An id from the address bar is text and one from JSON a number; both name the same data. */
function textIds(input: object): unknown {
  return JSON.parse(JSON.stringify(input, (_, value) => (typeof value === "number" ? String(value) : value)));
}

/** What `useQuery` and `prefetchQuery` need to load an endpoint's data: the endpoint is the key. */
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

/** The app's cache: nothing grows stale, is fetched again or is tried again unless a query says so itself. */
export function createQueryClient(onError: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        // A browser that believes to be offline may be wrong, and waiting without a word is no answer.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
