import type { ClientEndpoint } from "@repasa/contract/client.ts";
import type { CallInput, Endpoint, ResponseOf } from "@repasa/contract/endpoint.ts";
import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import { callApi } from "#lib/api.ts";
import { type Portion, toPortion } from "#lib/portions.ts";
import { endpointKey, showLocally } from "#lib/query.ts";
import type { CallArguments } from "#lib/server-calls.ts";

/** In rows: the first screen of a phone and several screens below it. */
const FIRST_PORTION = 100;
const NEXT_PORTION = 400;

type Row = { id: number };
type RowOf<E extends Endpoint> =
  ResponseOf<E> extends infer Found ? (Found extends Portion<infer R> ? R : never) : never;

/** Creates the options of an infinite query that loads a list in portions. */
export function portionQuery<E extends Endpoint>(
  endpoint: ClientEndpoint<E>,
  input: CallInput<E>,
  behaviour: { staleTime?: number } = {},
) {
  type Page = Portion<RowOf<E> & Row>;
  const { query = {}, ...others } = input as { query?: object };
  return infiniteQueryOptions({
    queryKey: endpointKey(endpoint, { ...others, ...(Object.keys(query).length > 0 && { query }) } as CallInput<E>),
    queryFn: async ({ client, queryKey, pageParam, signal }): Promise<Page> => {
      const place = pageParam === null ? { limit: FIRST_PORTION } : { limit: NEXT_PORTION, after: pageParam };
      const placed = { ...others, query: { ...query, ...place } };
      if (pageParam === null) void showLocally(client, queryKey, endpoint, placed, (page) => toFirstPage(page as Page));
      const call = [placed, { signal }] as unknown as CallArguments<E>;
      return toPortion((await callApi(endpoint, ...call)) as Page);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: Page) => next,
    select: correctTotal<Page>,
    ...behaviour,
  });
}

function toFirstPage<Page extends Portion<Row>>(page: Page): InfiniteData<Page, string | null> {
  return { pages: [toPortion(page) as Page], pageParams: [null] };
}

/**
 * Corrects `total` in the last portion once the whole list is loaded: rows may have been added or deleted since the
 * server counted them.
 */
function correctTotal<Page extends Portion<Row>>(list: InfiniteData<Page, string | null>) {
  const last = list.pages.at(-1);
  const total = list.pages.reduce((sum, { cards }) => sum + cards.length, 0);
  if (!last || last.next !== null || last.total === total) return list;
  return { ...list, pages: [...list.pages.slice(0, -1), { ...last, total }] };
}

export function flattenPortions<Item extends Row>(data: InfiniteData<Portion<Item>> | undefined): Item[] | undefined {
  return data?.pages.flatMap(({ cards }) => cards);
}

/** Applies a change to the loaded rows. All of them are in the first portion afterwards. */
export function changeRows<Item extends Row>(
  { pages, pageParams }: InfiniteData<Portion<Item>>,
  change: (rows: Item[]) => Item[],
): InfiniteData<Portion<Item>> {
  const before = pages.flatMap(({ cards }) => cards);
  const after = change(before);
  const changed = pages.map((page, place) => ({
    ...page,
    cards: place === 0 ? after : [],
    total: page.total + after.length - before.length,
  }));
  return { pages: changed, pageParams };
}

type Found<Page> = {
  data: InfiniteData<Page> | undefined;
  hasNextPage: boolean;
  isError: boolean;
  /** True if a change has made the loaded portions outdated. */
  isStale: boolean;
  refetch: (options: { cancelRefetch: boolean }) => Promise<{ isError: boolean }>;
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<Found<Page>>;
};

/** Waits for a request that is already under way. */
const JOIN_PENDING = { cancelRefetch: false };

/** Loads the next portion; returns null if that fails. */
export async function loadNextPortion<Page>(list: Found<Page>): Promise<Found<Page> | null> {
  // Reloads outdated portions first: loading the next one would mark all of them as up to date.
  if (list.isStale && (await list.refetch(JOIN_PENDING)).isError) return null;
  const longer = await list.fetchNextPage(JOIN_PENDING);
  return longer.isError ? null : longer;
}

/**
 * Loads portion after portion until there are more than `most` rows, and returns the rows that could be loaded, which
 * are fewer after a failure or an abort.
 */
export async function loadRows<Page extends { cards: Row[] }>(
  list: Found<Page>,
  { most, signal, onError }: { most: number; signal: AbortSignal; onError: () => void },
): Promise<Page["cards"]> {
  const rows = ({ data }: Found<Page>) => data?.pages.flatMap(({ cards }) => cards) ?? [];
  let last = list;
  while (last.hasNextPage && rows(last).length <= most) {
    const longer = await loadNextPortion(last);
    if (signal.aborted) break;
    if (!longer) {
      onError();
      break;
    }
    last = longer;
  }
  return rows(last);
}
