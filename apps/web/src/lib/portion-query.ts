import type { CallInput, Endpoint, ResponseOf } from "@repasa/contract/endpoint.ts";
import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import { type CallArguments, callApi } from "#lib/api.ts";
import { asPortion, type Portion } from "#lib/portions.ts";
import { endpointKey } from "#lib/query.ts";

/** What a phone shows of a list, and some screens below it. */
const FIRST_PORTION = 100;
const NEXT_PORTION = 400;

type Row = { id: number };
type RowOf<E extends Endpoint> =
  ResponseOf<E> extends infer Answer ? (Answer extends Portion<infer R> ? R : never) : never;

/** A list of the server in portions. */
export function portionQuery<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  behaviour: { staleTime?: number } = {},
) {
  type Page = Portion<RowOf<E> & Row>;
  const { query = {}, ...others } = input as { query?: object };
  return infiniteQueryOptions({
    queryKey: endpointKey(endpoint, { ...others, ...(Object.keys(query).length > 0 && { query }) } as CallInput<E>),
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const place = pageParam === null ? { limit: FIRST_PORTION } : { limit: NEXT_PORTION, after: pageParam };
      const call = [{ ...others, query: { ...query, ...place } }, { signal }] as unknown as CallArguments<E>;
      return asPortion((await callApi(endpoint, ...call)) as Page);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: Page) => next,
    select: withCount<Page>,
    ...behaviour,
  });
}

/** The list, of which the last portion tells how many there are: once all are here, these, whatever came or went meanwhile. */
function withCount<Page extends Portion<Row>>(list: InfiniteData<Page, string | null>) {
  const last = list.pages.at(-1);
  const total = list.pages.reduce((sum, { cards }) => sum + cards.length, 0);
  if (!last || last.next !== null || last.total === total) return list;
  return { ...list, pages: [...list.pages.slice(0, -1), { ...last, total }] };
}

/** The rows that are loaded. */
export function rowsOf<Item extends Row>(data: InfiniteData<Portion<Item>> | undefined): Item[] | undefined {
  return data?.pages.flatMap(({ cards }) => cards);
}

/** The list after a change of its rows, of which the first portion then holds all that are loaded. */
export function withRows<Item extends Row>(
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
  /** Whether a change has made what is here outdated. */
  isStale: boolean;
  refetch: (options: { cancelRefetch: boolean }) => Promise<{ isError: boolean }>;
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<Found<Page>>;
};

/** What is being loaded already is waited for. */
const WAITING = { cancelRefetch: false };

/** Loads the next portion; null when that fails. */
export async function loadNext<Page>(list: Found<Page>): Promise<Found<Page> | null> {
  // First again what is outdated: a next portion alone would make all of it count as up to date.
  if (list.isStale && (await list.refetch(WAITING)).isError) return null;
  const longer = await list.fetchNextPage(WAITING);
  return longer.isError ? null : longer;
}

/** Loads portion after portion, until there are more rows than wanted; as many as could be loaded. */
export async function loadRows<Page extends { cards: Row[] }>(
  list: Found<Page>,
  { most, signal, onError }: { most: number; signal: AbortSignal; onError: () => void },
): Promise<Page["cards"]> {
  const rows = ({ data }: Found<Page>) => data?.pages.flatMap(({ cards }) => cards) ?? [];
  let last = list;
  while (last.hasNextPage && rows(last).length <= most) {
    const longer = await loadNext(last);
    if (signal.aborted) break;
    if (!longer) {
      onError();
      break;
    }
    last = longer;
  }
  return rows(last);
}
