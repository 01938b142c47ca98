// What happens in an account: checkouts, payments, renewals, cancellations, and time that passes.
import type Stripe from "stripe";
import { type Account, newId } from "./account.ts";
import { ApiError, noSuch } from "./api-error.ts";
import { build, buildInvoice, buildSubscription, itemOf, periodOf } from "./objects.ts";

type Subscription = Stripe.Subscription;
type Session = Stripe.Checkout.Session;

/** Nothing happens to it any more. */
export function isOver({ status }: Subscription): boolean {
  return status === "canceled";
}

export function changeSubscription(account: Account, subscription: Subscription, patch: Partial<Subscription>): void {
  if (isOver(subscription)) throw new ApiError(`${subscription.id} is ${subscription.status}`);
  account.change("customer.subscription.updated", subscription, patch);
}

/** The invoice that still waits to be paid. */
export function openInvoiceOf(account: Account, { latest_invoice }: Subscription): Stripe.Invoice | undefined {
  const invoice = account.invoices.get(String(latest_invoice));
  return invoice?.status === "open" ? invoice : undefined;
}

function issueInvoice(account: Account, subscription: Subscription): Stripe.Invoice {
  const invoice = buildInvoice(account.now(), subscription);
  account.invoices.set(invoice.id, invoice);
  account.record("invoice.created", invoice);
  return invoice;
}

/** Charges the customer's card, and says whether it worked. */
function payInvoice(account: Account, invoice: Stripe.Invoice): boolean {
  invoice.attempt_count += 1;
  if (account.declined.has(String(invoice.customer))) {
    account.record("invoice.payment_failed", invoice);
    return false;
  }
  const status_transitions = { ...invoice.status_transitions, paid_at: account.now() };
  const paid = { status: "paid", amount_paid: invoice.amount_due, amount_remaining: 0 } as const;
  Object.assign(invoice, { ...paid, status_transitions });
  account.record("invoice.paid", invoice);
  account.record("invoice.payment_succeeded", invoice);
  return true;
}

/** Begins a subscription and charges its first invoice. It stays incomplete while the card is declined. */
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

/** Begins a period at `start` and charges it. */
function beginPeriod(account: Account, subscription: Subscription, start: number): void {
  const item = itemOf(subscription);
  const items = { ...subscription.items, data: [{ ...item, ...periodOf(item.price, start) }] };
  changeSubscription(account, subscription, { items });
  const invoice = issueInvoice(account, subscription);
  const status = payInvoice(account, invoice) ? "active" : "past_due";
  changeSubscription(account, subscription, { status, latest_invoice: invoice.id });
}

/** The next period costs what `price` says; nothing is charged for the present one. */
export function changePrice(account: Account, subscription: Subscription, price: Stripe.Price): void {
  const items = { ...subscription.items, data: [{ ...itemOf(subscription), price }] };
  changeSubscription(account, subscription, { items });
}

/** Another attempt at the open invoice. */
export function retryPayment(account: Account, subscription: Subscription): void {
  const invoice = openInvoiceOf(account, subscription);
  if (!invoice) throw new ApiError(`${subscription.id} has no open invoice`);
  if (payInvoice(account, invoice)) changeSubscription(account, subscription, { status: "active" });
}

/** `classic` is what `cancel_at_period_end` does; the customer portal sets only `cancel_at`. */
export function scheduleCancellation(account: Account, subscription: Subscription, style: "classic" | "portal"): void {
  changeSubscription(account, subscription, {
    cancel_at: itemOf(subscription).current_period_end,
    cancel_at_period_end: style === "classic",
    canceled_at: account.now(),
  });
}

export function reactivateSubscription(account: Account, subscription: Subscription): void {
  changeSubscription(account, subscription, { cancel_at: null, cancel_at_period_end: false, canceled_at: null });
}

/** Stripe does not find what is over already. */
export function endSubscription(account: Account, subscription: Subscription): Subscription {
  if (isOver(subscription)) throw noSuch("subscription", subscription.id);
  const now = account.now();
  subscription.status = "canceled";
  subscription.ended_at = now;
  subscription.canceled_at ??= now;
  const invoice = openInvoiceOf(account, subscription);
  if (invoice) invoice.status = "void";
  account.record("customer.subscription.deleted", subscription);
  return subscription;
}

export function pauseSubscription(account: Account, subscription: Subscription): void {
  changeSubscription(account, subscription, { status: "paused" });
  account.record("customer.subscription.paused", subscription);
}

export function resumeSubscription(account: Account, subscription: Subscription): void {
  if (subscription.status !== "paused") throw new ApiError(`${subscription.id} is ${subscription.status}`);
  if (account.declined.has(String(subscription.customer))) throw new ApiError("The card was declined.");
  beginPeriod(account, subscription, account.now());
  account.record("customer.subscription.resumed", subscription);
}

/** Gives the last payment back. The subscription stays what it is. */
export function refund(account: Account, subscription: Subscription): void {
  const invoice = account.invoices.get(String(subscription.latest_invoice));
  if (invoice?.status !== "paid") throw new ApiError(`${subscription.id} has no payment to give back`);
  const { total, currency, customer } = invoice;
  const amounts = { amount: total, amount_captured: total, amount_refunded: total };
  const flags = { captured: true, paid: true, refunded: true, status: "succeeded" as const };
  const fields = { id: newId("ch"), created: account.now(), currency, customer, ...amounts, ...flags };
  account.record("charge.refunded", build("charge", fields), { amount_refunded: 0, refunded: false });
}

/** Deleting a customer ends everything they have; what remains is a stub. */
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

/** The session, expired if its time is over. */
export function presentCheckout(account: Account, id: string): Session {
  const session = account.checkoutSession(id);
  if (session.status === "open" && session.expires_at <= account.now()) expireCheckout(account, session);
  return session;
}

/** The customer presses "Pagar" with a card that works. */
export function completeCheckout(account: Account, session: Session): void {
  const { line_items, subscription_data } = account.paramsOf(session);
  requireOpen(session);
  const customer = account.customer(String(session.customer)).id;
  const price = account.price(line_items[0]?.price ?? "");
  account.declined.delete(customer);
  const { id, latest_invoice } = startSubscription(account, customer, price, subscription_data?.metadata);
  const paid = { status: "complete", payment_status: "paid", url: null } as const;
  Object.assign(session, { ...paid, invoice: latest_invoice, subscription: id });
  account.record("checkout.session.completed", session);
}

/** When something happens to a subscription by itself. */
function nextMoment(subscription: Subscription): number {
  const { status, cancel_at } = subscription;
  if (isOver(subscription)) return Infinity;
  const renews = status === "active" || status === "trialing" || status === "past_due";
  return Math.min(cancel_at ?? Infinity, renews ? itemOf(subscription).current_period_end : Infinity);
}

function nextDue(account: Account) {
  const all = [...account.subscriptions.values()].map((one) => ({ subscription: one, at: nextMoment(one) }));
  return all.sort((a, b) => a.at - b.at)[0];
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
