import type { Queryable } from "#db/pool.ts";
import type { WithinLimits } from "#features/billing/billing.service.ts";

/** For a service by itself: everybody may hold as much as they like. */
export function noLimits(db: Queryable): WithinLimits {
  return (_owner, _adds, work) => db.transaction(work);
}
