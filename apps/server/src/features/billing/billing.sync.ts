import { type Context, perContext } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import { isCustomer, isForbidden, isMissing, listSubscriptions, readPayment } from "./billing.gateway.ts";
import { type BillingEvent, billingJobs } from "./billing.jobs.ts";
import { isPaymentNews, newsBeforePayment, newsOf, type Payment } from "./billing.notices.ts";
import { soldProduct } from "./billing.price-list.ts";
import { insertEvent, isKnownEvent, selectBilling, updateState } from "./billing.queries.ts";
import { type BillingState, billingState, isOver, subscriptionsTo } from "./billing.state.ts";

const MAX_ATTEMPTS = 10;

const INVOICES_FORBIDDEN = "STRIPE_SECRET_KEY may not read invoices: letters on payments wait (docs/operating.md)";

/** Remembers that the last invoice was refused, so that the log says so once and not with each payment. */
const invoiceAccess = perContext(() => ({ isForbidden: false }));

export type Synced = BillingState & { customerId: string | null };

/**
 * `event` is the event that caused the sync. With `readsInvoice`, letters on a payment are sent; without it a job sends them,
 * because nobody's Premium may depend on whether an invoice can be read.
 */
type SyncOptions = { event?: BillingEvent; readsInvoice?: boolean };

/**
 * Reads and writes a user's whole state: events come late, twice and out of order, so nothing is deduced from them. What
 * was read is written only if nobody wrote since the reading began, else it is read again. So states are written in the
 * order in which they were true, although no lock is held while the provider answers. Null for a user without a customer.
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
    const product = await soldProduct(ctx);
    const read = await readProvider(ctx, row.customerId);
    const now = ctx.clock.now();
    const state = billingState(subscriptionsTo(product, read.subscriptions), now);
    const synced = { ...state, customerId: read.exists ? row.customerId : null };
    const hasPaymentNews = isPaymentNews(row, state);
    const leavesPayment = hasPaymentNews && !readsInvoice;
    const payment = hasPaymentNews && readsInvoice ? await readInvoice(ctx, state) : null;
    const { told, notices } = leavesPayment ? newsBeforePayment(row, state) : newsOf(row, state, payment);
    const isWritten = await ctx.db.transaction(async (transaction) => {
      if (!(await updateState(transaction, owner, row.revision, { ...synced, told }, now))) return false;
      await ctx.enqueue(
        transaction,
        billingJobs.notice,
        notices.map((notice) => ({ userId: owner, ...notice })),
      );
      if (leavesPayment) await ctx.enqueue(transaction, billingJobs.payment, [{ userId: owner }]);
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
  // Deleting a customer cancels their subscriptions, so with one that goes on there is no need to ask.
  const goesOn = subscriptions.some(({ status }) => !isOver(status));
  return { subscriptions, exists: goesOn || (await isCustomer(ctx, customer)) };
}
