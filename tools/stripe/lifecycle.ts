// The events in an account: checkouts and their payments, cancellations, deletions.
import type Stripe from "stripe";
import type { Account } from "./account.ts";
import { ApiError, createMissingError } from "./api-error.ts";
import { buildInvoice, buildSubscription, readItem } from "./objects.ts";

type Subscription = Stripe.Subscription;

export const isOver = ({ status }: Subscription) => status === "canceled";

function changeSubscription(account: Account, subscription: Subscription, patch: Partial<Subscription>): void {
  if (isOver(subscription)) throw new ApiError(`${subscription.id} is ${subscription.status}`);
  Object.assign(subscription, patch);
  account.record("customer.subscription.updated", subscription);
}

/** Starts a subscription and charges its first invoice. */
function startSubscription(account: Account, subscription: Subscription): void {
  account.subscriptions.set(subscription.id, subscription);
  const invoice = buildInvoice(account.now(), subscription);
  account.invoices.set(invoice.id, invoice);
  account.record("invoice.created", invoice);
  subscription.latest_invoice = invoice.id;
  account.record("customer.subscription.created", subscription);
  invoice.status_transitions.paid_at = account.now();
  Object.assign(invoice, { status: "paid", amount_paid: invoice.amount_due, amount_remaining: 0 });
  account.record("invoice.paid", invoice);
  account.record("invoice.payment_succeeded", invoice);
  changeSubscription(account, subscription, { status: "active" });
}

/** Schedules the end as the customer portal does, which leaves `cancel_at_period_end` as it is. */
export function scheduleCancellation(account: Account, subscription: Subscription): void {
  const end = readItem(subscription).current_period_end;
  changeSubscription(account, subscription, { cancel_at: end, canceled_at: account.now() });
}

export function reactivateSubscription(account: Account, subscription: Subscription): void {
  changeSubscription(account, subscription, { cancel_at: null, canceled_at: null });
}

/** Ends a subscription. If it is over, the error is that it does not exist, as in Stripe's answer. */
export function endSubscription(account: Account, subscription: Subscription): Subscription {
  if (isOver(subscription)) throw createMissingError("subscription", subscription.id);
  const now = account.now();
  Object.assign(subscription, { status: "canceled", ended_at: now, canceled_at: subscription.canceled_at ?? now });
  account.record("customer.subscription.deleted", subscription);
  return subscription;
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

function requireOpen({ status }: Stripe.Checkout.Session): void {
  if (status !== "open") throw new ApiError(`This Checkout Session is ${status}, not open.`);
}

export function expireCheckout(account: Account, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  requireOpen(session);
  Object.assign(session, { status: "expired", url: null });
  account.record("checkout.session.expired", session);
  return session;
}

/** Pays as a customer does who presses "Pagar" with a valid card. */
export function completeCheckout(account: Account, session: Stripe.Checkout.Session): void {
  requireOpen(session);
  const customer = account.customer(String(session.customer)).id;
  const subscription = buildSubscription(account.now(), customer, account.price);
  startSubscription(account, subscription);
  const { id, latest_invoice: invoice } = subscription;
  Object.assign(session, { status: "complete", payment_status: "paid", url: null, invoice, subscription: id });
  account.record("checkout.session.completed", session);
}
