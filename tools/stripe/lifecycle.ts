// The events in an account: checkouts, payments, renewals, cancellations, and the passing of time.
import type Stripe from "stripe";
import { type Account, createId } from "./account.ts";
import { ApiError, createMissingError } from "./api-error.ts";
import { build, buildInvoice, buildSubscription, computePeriod, readItem } from "./objects.ts";

type Subscription = Stripe.Subscription;
type Session = Stripe.Checkout.Session;

export function isOver({ status }: Subscription): boolean {
  return status === "canceled";
}

export function changeSubscription(account: Account, subscription: Subscription, patch: Partial<Subscription>): void {
  if (isOver(subscription)) throw new ApiError(`${subscription.id} is ${subscription.status}`);
  account.change("customer.subscription.updated", subscription, patch);
}

/** Returns the latest invoice if it is not paid yet. */
export function findOpenInvoice(account: Account, { latest_invoice }: Subscription): Stripe.Invoice | undefined {
  const invoice = account.invoices.get(String(latest_invoice));
  return invoice?.status === "open" ? invoice : undefined;
}

function issueInvoice(account: Account, subscription: Subscription): Stripe.Invoice {
  const invoice = buildInvoice(account.now(), subscription);
  account.invoices.set(invoice.id, invoice);
  account.record("invoice.created", invoice);
  return invoice;
}

/** Charges the customer's card; returns whether the charge succeeded. */
function payInvoice(account: Account, invoice: Stripe.Invoice): boolean {
  invoice.attempt_count += 1;
  if (account.declined.has(String(invoice.customer))) {
    account.record("invoice.payment_failed", invoice);
    return false;
  }
  invoice.status = "paid";
  invoice.status_transitions.paid_at = account.now();
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  account.record("invoice.paid", invoice);
  account.record("invoice.payment_succeeded", invoice);
  return true;
}

/** Starts a subscription and charges its first invoice. The subscription is incomplete as long as the card is declined. */
export function startSubscription(
  account: Account,
  customer: string,
  price: Stripe.Price,
  metadata: Stripe.Metadata = {},
): Subscription {
  const subscription = { ...buildSubscription(account.now(), customer, price), metadata };
  account.subscriptions.set(subscription.id, subscription);
  const invoice = issueInvoice(account, subscription);
  subscription.latest_invoice = invoice.id;
  account.record("customer.subscription.created", subscription);
  if (payInvoice(account, invoice)) changeSubscription(account, subscription, { status: "active" });
  return subscription;
}

/** Starts a period at `start` and charges it. */
function startPeriod(account: Account, subscription: Subscription, start: number): void {
  const item = readItem(subscription);
  const items = { ...subscription.items, data: [{ ...item, ...computePeriod(item.price, start) }] };
  changeSubscription(account, subscription, { items });
  const invoice = issueInvoice(account, subscription);
  const status = payInvoice(account, invoice) ? "active" : "past_due";
  changeSubscription(account, subscription, { status, latest_invoice: invoice.id });
}

/** Tries again to charge the open invoice. */
export function retryPayment(account: Account, subscription: Subscription): void {
  const invoice = findOpenInvoice(account, subscription);
  if (!invoice) throw new ApiError(`${subscription.id} has no open invoice`);
  if (payInvoice(account, invoice)) changeSubscription(account, subscription, { status: "active" });
}

/** `classic` sets `cancel_at_period_end`, too; the customer portal sets only `cancel_at`. */
export function scheduleCancellation(account: Account, subscription: Subscription, style: "classic" | "portal"): void {
  changeSubscription(account, subscription, {
    cancel_at: readItem(subscription).current_period_end,
    cancel_at_period_end: style === "classic",
    canceled_at: account.now(),
  });
}

export function reactivateSubscription(account: Account, subscription: Subscription): void {
  changeSubscription(account, subscription, { cancel_at: null, cancel_at_period_end: false, canceled_at: null });
}

/** Ends a subscription. If it is over, the error is that it does not exist, as in Stripe's answer. */
export function endSubscription(account: Account, subscription: Subscription): Subscription {
  if (isOver(subscription)) throw createMissingError("subscription", subscription.id);
  const now = account.now();
  subscription.status = "canceled";
  subscription.ended_at = now;
  subscription.canceled_at ??= now;
  const invoice = findOpenInvoice(account, subscription);
  if (invoice) invoice.status = "void";
  account.record("customer.subscription.deleted", subscription);
  return subscription;
}

export function resumeSubscription(account: Account, subscription: Subscription): void {
  if (subscription.status !== "paused") throw new ApiError(`${subscription.id} is ${subscription.status}`);
  if (account.declined.has(String(subscription.customer))) throw new ApiError("The card was declined.");
  startPeriod(account, subscription, account.now());
  account.record("customer.subscription.resumed", subscription);
}

/** Refunds the last payment, without effect on the subscription. */
export function refund(account: Account, subscription: Subscription): void {
  const invoice = account.invoices.get(String(subscription.latest_invoice));
  if (invoice?.status !== "paid") throw new ApiError(`${subscription.id} has no payment to give back`);
  const { total, currency, customer } = invoice;
  const charge = build("charge", {
    id: createId("ch"),
    amount: total,
    amount_captured: total,
    amount_refunded: total,
    captured: true,
    created: account.now(),
    currency,
    customer,
    paid: true,
    refunded: true,
    status: "succeeded",
  });
  account.record("charge.refunded", charge, { amount_refunded: 0, refunded: false });
}

/** Deletes a customer and ends the customer's subscriptions; a stub of the customer remains. */
export function deleteCustomer(account: Account, id: string): Stripe.DeletedCustomer {
  const customer = account.customer(id);
  for (const one of account.subscriptionsOf(id)) if (!isOver(one)) endSubscription(account, one);
  const stub = { id, object: "customer", deleted: true } as const;
  account.customers.set(id, stub);
  account.record("customer.deleted", customer);
  return stub;
}

function requireOpen({ status }: Session): void {
  if (status !== "open") throw new ApiError(`This Checkout Session is ${status}, not open.`);
}

export function expireCheckout(account: Account, session: Session): Session {
  requireOpen(session);
  session.status = "expired";
  session.url = null;
  account.record("checkout.session.expired", session);
  return session;
}

/** Returns a session, after setting it to expired if its time is over. */
export function refreshCheckout(account: Account, id: string): Session {
  const session = account.checkouts.find(id);
  if (session.status === "open" && session.expires_at <= account.now()) expireCheckout(account, session);
  return session;
}

/** Pays as a customer does who presses "Pagar" with a valid card. */
export function completeCheckout(account: Account, session: Session): void {
  const { line_items, subscription_data } = account.checkoutParams.find(session.id);
  requireOpen(session);
  const customer = account.customer(String(session.customer)).id;
  const price = account.prices.find(line_items[0]?.price ?? "");
  account.declined.delete(customer);
  const { id, latest_invoice } = startSubscription(account, customer, price, subscription_data?.metadata);
  Object.assign(session, {
    status: "complete",
    payment_status: "paid",
    url: null,
    invoice: latest_invoice,
    subscription: id,
  });
  account.record("checkout.session.completed", session);
}

/** Returns the time of the subscription's next change without an act, in seconds since 1970. */
function findNextChange(subscription: Subscription): number {
  const { status, cancel_at } = subscription;
  if (isOver(subscription)) return Infinity;
  const renews = status === "active" || status === "trialing" || status === "past_due";
  return Math.min(cancel_at ?? Infinity, renews ? readItem(subscription).current_period_end : Infinity);
}

function findNextToChange(account: Account): Subscription | undefined {
  return [...account.subscriptions.values()].sort((a, b) => findNextChange(a) - findNextChange(b))[0];
}

/** Advances the time to an instant: periods renew or fail, and scheduled cancellations take effect, in their order. */
export function passTimeUntil(account: Account, moment: number): void {
  for (;;) {
    const subscription = findNextToChange(account);
    const at = subscription ? findNextChange(subscription) : Infinity;
    if (!subscription || at > moment) break;
    account.moveTimeTo(at);
    if (subscription.cancel_at === at) endSubscription(account, subscription);
    else startPeriod(account, subscription, at);
  }
  account.moveTimeTo(moment);
}
