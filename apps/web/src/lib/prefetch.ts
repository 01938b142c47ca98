import type { QueryClient } from "@tanstack/react-query";
import { fetchJson } from "#lib/api.ts";

/**
 * A GET without an input, made before the code that knows its endpoint has loaded. With `parts`, its response is an
 * object whose fields of these names are what `/api/user/<name>` returns.
 */
export type Prefetch = { readonly path: string; readonly parts?: readonly string[] };

/** How long a response may wait for the screen that needs it, in milliseconds. */
const LIFETIME_MS = 10_000;

const PREFETCHED = "prefetched";

export function prefetch(queryClient: QueryClient, { path, parts }: Prefetch): void {
  const response = fetchJson(path).catch(() => null);
  if (!parts) store(queryClient, path, response);
  for (const part of parts ?? []) {
    store(
      queryClient,
      `/api/user/${part}`,
      response.then((whole) => (whole as Record<string, unknown> | null)?.[part] ?? null),
    );
  }
}

function store(queryClient: QueryClient, url: string, response: Promise<unknown>): void {
  void queryClient.prefetchQuery({ queryKey: [PREFETCHED, url], queryFn: () => response });
}

/** The response that was prefetched from a URL, which is returned once; null if there is none, or it is too old. */
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
