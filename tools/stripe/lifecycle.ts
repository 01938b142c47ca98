// What happens in an account: checkouts, payments, renewals, cancellations, and time that passes.
import type Stripe from "stripe";
import type { Account } from "./account.ts";
import { ApiError } from "./api-error.ts";
import {
  buildInvoice,
  buildRefundedCharge,
  buildSubscription,
  itemOf,
  type Period,
  type SubscriptionOrder,
} from "./objects.ts";

const RETRY_SECONDS = 3 * 86_400;

/** No way leads out of these states. */
export function isOver({ status }: Stripe.Subscription): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

function requireGoing(subscription: Stripe.Subscription): void {
  if (isOver(subscription)) throw new ApiError(`${subscription.id} is ${subscription.status}`);
}

/** The period of a price that begins at `start`. 29 February ends on the 28th. */
function periodFrom(start: number, { recurring }: Stripe.Price): Period {
  const end = new Date(start * 1000);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + (recurring?.interval === "month" ? 1 : 12));
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return { start, end: end.getTime() / 1000 };
}

export function changeSubscription(
  account: Account,
  subscription: Stripe.Subscription,
  patch: Partial<Stripe.Subscription>,
): void {
  account.change("customer.subscription.updated", subscription, patch);
}

/** The invoice that still waits to be paid. */
export function openInvoiceOf(account: Account, { latest_invoice }: Stripe.Subscription): Stripe.Invoice | undefined {
  const invoice = account.invoices.get(String(latest_invoice));
  return invoice?.status === "open" ? invoice : undefined;
}

function issueInvoice(account: Account, subscription: Stripe.Subscription): Stripe.Invoice {
  const invoice = buildInvoice(account.now(), subscription);
  account.invoices.set(invoice.id, invoice);
  return invoice;
}

/** Charges the customer's card, and says whether it worked. */
function payInvoice(account: Account, invoice: Stripe.Invoice): boolean {
  const now = account.now();
  invoice.attempted = true;
  invoice.attempt_count += 1;
  if (account.declined.has(String(invoice.customer))) {
    invoice.next_payment_attempt = now + RETRY_SECONDS;
    account.record("invoice.payment_failed", invoice);
    return false;
  }
  Object.assign(invoice, {
    status: "paid",
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  } satisfies Partial<Stripe.Invoice>);
  account.record("invoice.paid", invoice);
  return true;
}

/** Begins a subscription and charges its first invoice. It stays incomplete while the card is declined. */
export function startSubscription(account: Account, order: SubscriptionOrder): Stripe.Subscription {
  const period = periodFrom(account.now(), order.price);
  const subscription = buildSubscription(order, period);
  account.subscriptions.set(subscription.id, subscription);
  const invoice = issueInvoice(account, subscription);
  subscription.latest_invoice = invoice.id;
  account.record("customer.subscription.created", subscription);
  if (payInvoice(account, invoice)) changeSubscription(account, subscription, { status: "active" });
  return subscription;
}

/** Begins a period at `start` and charges it. */
function beginPeriod(account: Account, subscription: Stripe.Subscription, start: number): void {
  const item = itemOf(subscription);
  const period = periodFrom(start, item.price);
  const renewed = { ...item, current_period_start: period.start, current_period_end: period.end };
  changeSubscription(account, subscription, { items: { ...subscription.items, data: [renewed] } });
  const invoice = issueInvoice(account, subscription);
  const status = payInvoice(account, invoice) ? "active" : "past_due";
  changeSubscription(account, subscription, { status, latest_invoice: invoice.id });
}

/** Another attempt at the open invoice. */
export function retryPayment(account: Account, subscription: Stripe.Subscription): void {
  const invoice = openInvoiceOf(account, subscription);
  if (!invoice) throw new ApiError(`${subscription.id} has no open invoice`);
  if (payInvoice(account, invoice)) changeSubscription(account, subscription, { status: "active" });
}

/** `classic` is what `cancel_at_period_end` does; the customer portal sets only `cancel_at`. */
export type CancellationStyle = "classic" | "portal";

export function scheduleCancellation(
  account: Account,
  subscription: Stripe.Subscription,
  style: CancellationStyle,
): void {
  requireGoing(subscription);
  changeSubscription(account, subscription, {
    cancel_at: itemOf(subscription).current_period_end,
    cancel_at_period_end: style === "classic",
    canceled_at: account.now(),
  });
}

export function reactivateSubscription(account: Account, subscription: Stripe.Subscription): void {
  requireGoing(subscription);
  changeSubscription(account, subscription, { cancel_at: null, cancel_at_period_end: false, canceled_at: null });
}

export function endSubscription(account: Account, subscription: Stripe.Subscription): void {
  requireGoing(subscription);
  const now = account.now();
  subscription.status = "canceled";
  subscription.ended_at = now;
  subscription.canceled_at ??= now;
  const invoice = openInvoiceOf(account, subscription);
  if (invoice) invoice.status = "void";
  account.record("customer.subscription.deleted", subscription);
}

export function pauseSubscription(account: Account, subscription: Stripe.Subscription): void {
  requireGoing(subscription);
  changeSubscription(account, subscription, { status: "paused" });
  account.record("customer.subscription.paused", subscription);
}

export function resumeSubscription(account: Account, subscription: Stripe.Subscription): void {
  if (subscription.status !== "paused") throw new ApiError(`${subscription.id} is ${subscription.status}`);
  if (account.declined.has(String(subscription.customer))) throw new ApiError("The card was declined.");
  beginPeriod(account, subscription, account.now());
  account.record("customer.subscription.resumed", subscription);
}

/** Gives the last payment back. The subscription stays what it is. */
export function refund(account: Account, subscription: Stripe.Subscription): void {
  const invoice = account.invoices.get(String(subscription.latest_invoice));
  if (invoice?.status !== "paid") throw new ApiError(`${subscription.id} has no payment to give back`);
  account.record("charge.refunded", buildRefundedCharge(account.now(), invoice), { refunded: false });
}

/** Deleting a customer ends everything the customer has. */
export function deleteCustomer(account: Account, id: string): void {
  const customer = account.customer(id);
  for (const one of account.subscriptionsOf(id)) if (!isOver(one)) endSubscription(account, one);
  account.customers.set(id, { id, object: "customer", deleted: true });
  account.record("customer.deleted", customer);
}

export function expireCheckout(account: Account, session: Stripe.Checkout.Session): void {
  session.status = "expired";
  session.url = null;
  account.record("checkout.session.expired", session);
}

/** The session, expired if its time is over. */
export function presentCheckout(account: Account, id: string): Stripe.Checkout.Session {
  const session = account.checkoutSession(id);
  if (session.status === "open" && session.expires_at <= account.now()) expireCheckout(account, session);
  return session;
}

/** The customer presses "Pagar" with a card that works. */
export function completeCheckout(account: Account, session: Stripe.Checkout.Session): void {
  const params = account.checkoutParams.get(session.id);
  const [item] = params?.line_items ?? [];
  if (session.status !== "open") throw new ApiError(`This Checkout Session is ${session.status}, not open.`);
  const customer = account.customer(String(session.customer));
  account.declined.delete(customer.id);
  const subscription = startSubscription(account, {
    customer: customer.id,
    price: account.price(String(item?.price)),
    quantity: item?.quantity ?? 1,
    metadata: (params?.subscription_data?.metadata ?? {}) as Stripe.Metadata,
  });
  Object.assign(session, {
    status: "complete",
    payment_status: "paid",
    invoice: subscription.latest_invoice,
    subscription: subscription.id,
    url: null,
  } satisfies Partial<Stripe.Checkout.Session>);
  account.record("checkout.session.completed", session);
}

/** When something happens to a subscription by itself. */
function nextMoment(subscription: Stripe.Subscription): number {
  const { status, cancel_at } = subscription;
  if (isOver(subscription)) return Infinity;
  const waits = status === "incomplete" || status === "unpaid" || status === "paused";
  return Math.min(cancel_at ?? Infinity, waits ? Infinity : itemOf(subscription).current_period_end);
}

function nextDue(account: Account) {
  return [...account.subscriptions.values()]
    .map((subscription) => ({ subscription, at: nextMoment(subscription) }))
    .sort((a, b) => a.at - b.at)[0];
}

/** Lets time pass: periods renew or fail and scheduled cancellations happen, in their order. */
export function passTimeUntil(account: Account, moment: number): void {
  for (let next = nextDue(account); next && next.at <= moment; next = nextDue(account)) {
    account.moveTimeTo(next.at);
    const { subscription } = next;
    if (subscription.cancel_at === next.at) endSubscription(account, subscription);
    else beginPeriod(account, subscription, next.at);
  }
  account.moveTimeTo(moment);
}
