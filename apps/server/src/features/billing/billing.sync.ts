import { type Context, perContext } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import { isExistingCustomer, isForbidden, isMissing, listSubscriptions, readPayment } from "./billing.gateway.ts";
import { type BillingEvent, billingJobs } from "./billing.jobs.ts";
import { deferNotices, determineNotices, hasUnannouncedPayment, type Payment } from "./billing.notices.ts";
import { readSoldProduct } from "./billing.price-list.ts";
import { insertEvent, isKnownEvent, selectBilling, updateState } from "./billing.queries.ts";
import { type BillingState, deriveBillingState, filterSubscriptions, isOver } from "./billing.state.ts";

const MAX_ATTEMPTS = 10;

const INVOICES_FORBIDDEN = "STRIPE_SECRET_KEY may not read invoices: letters on payments wait (docs/operating.md)";

/** Whether the provider refused access to the last invoice, so that this is logged once rather than with each payment. */
const invoiceAccess = perContext(() => ({ isForbidden: false }));

export type Synced = BillingState & { customerId: string | null };

/**
 * `event` is the event that caused the sync. With `readsInvoice`, the sync reads the invoice and enqueues the letters on a payment.
 * Without it, it enqueues a job that does so, because Premium must not depend on whether an invoice can be read.
 */
type SyncOptions = { event?: BillingEvent; readsInvoice?: boolean };

/**
 * Reads a user's whole state at the provider and stores it. Events arrive late, twice and out of order, so nothing is derived from
 * their content. If another sync has written since the read started, the state is read again. States are therefore written in the
 * order in which they were true, although no lock is held during calls to the provider. Returns null for a user without a customer,
 * and for an event that is already stored.
 */
export async function syncBilling(
  ctx: Context,
  owner: OwnerId,
  { event, readsInvoice = false }: SyncOptions = {},
): Promise<Synced | null> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const row = await selectBilling(ctx.db, owner);
    if (!row?.customerId) return null;
    if (event && (await isKnownEvent(ctx.db, event.id))) return null;
    const product = await readSoldProduct(ctx);
    const read = await readProvider(ctx, row.customerId);
    const now = ctx.clock.now();
    const state = deriveBillingState(filterSubscriptions(product, read.subscriptions), now);
    const synced = { ...state, customerId: read.exists ? row.customerId : null };
    const hasPayment = hasUnannouncedPayment(row, state);
    const defersPayment = hasPayment && !readsInvoice;
    const payment = hasPayment && readsInvoice ? await readInvoice(ctx, state) : null;
    const { announced, notices } = defersPayment ? deferNotices(row, state) : determineNotices(row, state, payment);
    const isWritten = await ctx.db.transaction(async (transaction) => {
      if (!(await updateState(transaction, owner, row.revision, { ...synced, announced }, now))) return false;
      await ctx.enqueue(
        transaction,
        billingJobs.notice,
        notices.map((notice) => ({ userId: owner, ...notice })),
      );
      if (defersPayment) await ctx.enqueue(transaction, billingJobs.payment, [{ userId: owner }]);
      if (event) await insertEvent(transaction, { ...event, receivedAt: now });
      return true;
    });
    if (!isWritten) continue;
    ctx.log.info({ customer: row.customerId, status: synced.status }, "subscription synced");
    return synced;
  }
  throw new AppError("unavailable", "El servicio de pagos está ocupado. Inténtalo de nuevo.");
}

/** Returns null if the key may not read invoices, which a retry would not change. Other errors are thrown. */
async function readInvoice(ctx: Context, { period }: BillingState): Promise<Payment | null> {
  const invoice = period?.invoiceId;
  if (!invoice) return null;
  const access = invoiceAccess(ctx);
  try {
    const payment = await readPayment(ctx, invoice);
    access.isForbidden = false;
    return payment;
  } catch (error) {
    if (isMissing(error)) ctx.log.warn({ invoice }, "an invoice is missing at the payment provider");
    else if (!isForbidden(error)) throw error;
    else if (!access.isForbidden) {
      access.isForbidden = true;
      ctx.log.error({ permission: "Invoices: Read" }, INVOICES_FORBIDDEN);
    }
    return null;
  }
}

async function readProvider(ctx: Context, customer: string) {
  const subscriptions = await listSubscriptions(ctx, customer).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return [];
  });
  // Deleting a customer cancels their subscriptions, so a customer with one that is not over exists.
  const hasSubscription = subscriptions.some(({ status }) => !isOver(status));
  return { subscriptions, exists: hasSubscription || (await isExistingCustomer(ctx, customer)) };
}
