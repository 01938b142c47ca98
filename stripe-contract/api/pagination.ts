import type Stripe from "stripe";
import { Refusal } from "../refusal.ts";
import { checkInteger } from "./parameters.ts";

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

interface Identified {
  id: string;
}

/** A page of a list as Stripe answers it: newest first, by cursors. `oldestFirst` is the order of creation. */
export function listPage<T extends Identified>(
  oldestFirst: readonly T[],
  params: Stripe.PaginationParams,
  url: string,
): Stripe.ApiList<T> {
  const { limit = DEFAULT_LIMIT, starting_after: after, ending_before: before } = params;
  checkInteger(limit, "limit", 1, MAX_LIMIT);
  if (after !== undefined && before !== undefined) {
    throw new Refusal("You may only specify one of these parameters: ending_before, starting_after.");
  }
  const newestFirst = oldestFirst.toReversed();
  const at = (cursor: string, param: string) => {
    const index = newestFirst.findIndex((one) => one.id === cursor);
    if (index === -1) throw new Refusal(`No such object: '${cursor}'`, { code: "resource_missing", param });
    return index;
  };
  if (before !== undefined) {
    const end = at(before, "ending_before");
    const start = Math.max(0, end - limit);
    return { object: "list", data: newestFirst.slice(start, end), has_more: start > 0, url };
  }
  const start = after === undefined ? 0 : at(after, "starting_after") + 1;
  return {
    object: "list",
    data: newestFirst.slice(start, start + limit),
    has_more: start + limit < newestFirst.length,
    url,
  };
}

/** Whether a moment is in the range that a list was asked for. */
export function inRange(value: number, range: Stripe.RangeQueryParam | number | undefined): boolean {
  if (range === undefined) return true;
  if (typeof range === "number") return value === range;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return value > gt && value >= gte && value < lt && value <= lte;
}
