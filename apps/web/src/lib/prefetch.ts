import type { QueryClient } from "@tanstack/react-query";
import { fetchJson } from "#lib/server-calls.ts";

/**
 * A GET request without an input that is sent before the code of its endpoint has loaded. With `parts`, the response is
 * an object that has, for each of these names, a field with the response of `/api/user/<name>`.
 */
export type Prefetch = { readonly path: string; readonly parts?: readonly string[] };

/** In milliseconds: how long a response stays valid until the screen requests it. */
const LIFETIME_MS = 10_000;

const PREFETCHED = "prefetched";

export function prefetch(queryClient: QueryClient, { path, parts }: Prefetch): void {
  const response = fetchJson(path).catch(() => null);
  if (!parts) void keepPrefetched(queryClient, path, response);
  for (const part of parts ?? []) {
    void keepPrefetched(
      queryClient,
      `/api/user/${part}`,
      response.then((whole) => (whole as Record<string, unknown> | null)?.[part] ?? null),
    );
  }
}

/**
 * Keeps what is asked for before the screen asks, under the name by which the screen takes it.
 *
 * @param response Resolves to null instead of failing.
 */
export function keepPrefetched(queryClient: QueryClient, name: string, response: Promise<unknown>): Promise<void> {
  return queryClient.prefetchQuery({ queryKey: [PREFETCHED, name], queryFn: () => response });
}

/** Returns what was prefetched under a name, such as a URL, once; null if there is none or it is too old. */
export async function takePrefetched(queryClient: QueryClient, name: string): Promise<unknown> {
  const queryKey = [PREFETCHED, name];
  if (!queryClient.getQueryState(queryKey)) return null;
  const options = { queryKey, queryFn: () => null, staleTime: LIFETIME_MS };
  const response = await queryClient.fetchQuery<unknown>(options).catch(() => null);
  queryClient.removeQueries({ queryKey });
  return response;
}

export function dropPrefetched(queryClient: QueryClient): void {
  queryClient.removeQueries({ queryKey: [PREFETCHED] });
}
