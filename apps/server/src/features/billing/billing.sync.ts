import { AppError } from "#app-error.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#owner.ts";
import { isCustomer, isMissing, listSubscriptions, readPayment } from "./billing.gateway.ts";
import { type BillingEvent, billingJobs } from "./billing.jobs.ts";
import { isPaymentNews, newsOf, type Payment } from "./billing.notices.ts";
import { soldProduct } from "./billing.price-list.ts";
import { type BillingRow, insertEvent, isKnownEvent, selectBilling, updateState } from "./billing.queries.ts";
import { type BillingState, billingState, isOver, subscriptionsTo } from "./billing.state.ts";

const MAX_ATTEMPTS = 10;

export type Synced = BillingState & { customerId: string | null };

/**
 * Reads and writes a user's whole state: events come late, twice and out of order, so nothing is deduced from them. What
 * was read is written only if nobody wrote since the reading began, else it is read again. So states are written in the
 * order in which they were true, although no lock is held while the provider answers. Null for a user without a customer.
 */
export async function syncBilling(ctx: Context, owner: OwnerId, event?: BillingEvent): Promise<Synced | null> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const row = await selectBilling(ctx.db, owner);
    if (!row?.customerId) return null;
    if (event && (await isKnownEvent(ctx.db, event.id))) return null;
    const product = await soldProduct(ctx);
    const read = await readProvider(ctx, row.customerId);
    const now = ctx.clock.now();
    const state = billingState(subscriptionsTo(product, read.subscriptions), now);
    const synced = { ...state, customerId: read.exists ? row.customerId : null };
    const { told, notices } = newsOf(row, state, await readNews(ctx, row, state));
    const isWritten = await ctx.db.transaction(async (transaction) => {
      if (!(await updateState(transaction, owner, row.revision, { ...synced, told }, now))) return false;
      await ctx.enqueue(
        transaction,
        billingJobs.notice,
        notices.map((notice) => ({ userId: owner, ...notice })),
      );
      if (event) await insertEvent(transaction, { ...event, receivedAt: now });
      return true;
    });
    if (!isWritten) continue;
    ctx.log.info({ customer: row.customerId, status: synced.status }, "subscription synced");
    return synced;
  }
  throw new AppError("unavailable", "El servicio de pagos está ocupado. Inténtalo de nuevo.");
}

async function readNews(ctx: Context, row: BillingRow, state: BillingState): Promise<Payment | null> {
  const invoiceId = state.period?.invoiceId;
  return invoiceId && isPaymentNews(row, state) ? readPayment(ctx, invoiceId) : null;
}

async function readProvider(ctx: Context, customer: string) {
  const subscriptions = await listSubscriptions(ctx, customer).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return [];
  });
  // Deleting a customer cancels their subscriptions, so with one that goes on there is no need to ask.
  const goesOn = subscriptions.some(({ status }) => !isOver(status));
  return { subscriptions, exists: goesOn || (await isCustomer(ctx, customer)) };
}
