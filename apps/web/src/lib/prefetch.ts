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
  if (!parts) cacheResponse(queryClient, path, response);
  for (const part of parts ?? []) {
    cacheResponse(
      queryClient,
      `/api/user/${part}`,
      response.then((whole) => (whole as Record<string, unknown> | null)?.[part] ?? null),
    );
  }
}

function cacheResponse(queryClient: QueryClient, url: string, response: Promise<unknown>): void {
  void queryClient.prefetchQuery({ queryKey: [PREFETCHED, url], queryFn: () => response });
}

/** Returns the response that was prefetched from a URL, once; null if there is none or it is too old. */
export async function takePrefetched(queryClient: QueryClient, url: string): Promise<unknown> {
  const queryKey = [PREFETCHED, url];
  if (!queryClient.getQueryState(queryKey)) return null;
  const options = { queryKey, queryFn: () => null, staleTime: LIFETIME_MS };
  const response = await queryClient.fetchQuery<unknown>(options).catch(() => null);
  queryClient.removeQueries({ queryKey });
  return response;
}

export function dropPrefetched(queryClient: QueryClient): void {
  queryClient.removeQueries({ queryKey: [PREFETCHED] });
}
