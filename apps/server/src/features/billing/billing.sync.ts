import type { Logger } from "pino";
import type { Clock } from "#clock.ts";
import type { Queryable } from "#db/pool.ts";
import { type Gateway, isMissing, type ProviderEvent } from "./billing.gateway.ts";
import { type BillingRow, insertEvent, lockBillingOfCustomer, setCustomer, writeState } from "./billing.queries.ts";
import { type BillingState, billingState, isOver } from "./billing.state.ts";

type Dependencies = { db: Queryable; gateway: Gateway; clock: Clock; log: Logger };

/** What came of a customer's present state; the customer is null when the provider knows none any more. */
export type Synced = BillingState & { customerId: string | null };

export type Sync = ReturnType<typeof createSync>;

/**
 * Brings what is known here of a customer to what the provider says now. Events are only hints that something changed:
 * whichever arrives, and in whatever order, the present state is read and written whole. One customer's turns follow each
 * other, so that what was read first is not written last.
 */
export function createSync({ db, gateway, clock, log }: Dependencies) {
  /** Within a transaction that holds the row's lock. */
  async function syncRow(transaction: Queryable, row: BillingRow & { customerId: string }): Promise<Synced> {
    const subscriptions = await gateway.subscriptionsOf(row.customerId).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
      return [];
    });
    // Deleting a customer ends all they pay for: while something goes on they are there.
    const goesOn = subscriptions.some(({ status }) => !isOver(status));
    const customerId = goesOn || (await gateway.isCustomer(row.customerId)) ? row.customerId : null;
    const now = clock.now();
    const state = billingState(subscriptions, now);
    if (customerId === null) await setCustomer(transaction, row.userId, null);
    await writeState(transaction, row.userId, state, now);
    log.info({ customer: row.customerId, status: state.status }, "subscription synced");
    return { ...state, customerId };
  }

  return {
    syncRow,

    /** An event is remembered if, and only if, its effect is. Of a customer that belongs to nobody here nothing is. */
    async syncSubscription(customerId: string, event?: ProviderEvent): Promise<void> {
      await db.transaction(async (transaction) => {
        const row = await lockBillingOfCustomer(transaction, customerId);
        if (!row) return;
        if (event) {
          const { id, type } = event;
          if (!(await insertEvent(transaction, { id, type, receivedAt: clock.now() }))) return;
        }
        await syncRow(transaction, { ...row, customerId });
      });
    },
  };
}
