import type Stripe from "stripe";
import { buildSubscription, isOver, itemOf } from "../objects/subscription.ts";
import type { Account } from "./account.ts";
import { previousOf } from "./events.ts";
import { newId } from "./ids.ts";
import { attemptPayment, issueInvoice, openInvoiceOf } from "./payments.ts";
import { periodEnd } from "./time.ts";

const DAY = 86_400;

type Patch = Partial<Stripe.Subscription>;

/** Changes a subscription and tells it, with the values from before. */
export function changeSubscription(account: Account, subscription: Stripe.Subscription, patch: Patch): void {
  const previous = previousOf(subscription, patch);
  if (!previous) return;
  Object.assign(subscription, patch);
  account.events.record("customer.subscription.updated", subscription, previous);
}

export interface SubscriptionStart {
  customer: string;
  price: Stripe.Price;
  quantity?: number;
  metadata?: Stripe.Metadata;
  description?: string | null;
  trialDays?: number;
  /** For subscriptions that have a past. */
  startedAt?: number;
}

/** Begins a subscription and charges its first invoice. It stays incomplete while the card does not pay. */
export function startSubscription(account: Account, start: SubscriptionStart): Stripe.Subscription {
  const from = start.startedAt ?? account.time.now();
  const { recurring } = start.price;
  if (!recurring) throw new Error(`${start.price.id} is no price of a subscription`);
  const trial = start.trialDays ? { start: from, end: from + start.trialDays * DAY } : null;
  const period = trial ?? { start: from, end: periodEnd(from, recurring, from) };
  const quantity = start.quantity ?? 1;
  const subscription = buildSubscription({
    id: newId("sub"),
    itemId: newId("si"),
    created: from,
    customer: start.customer,
    price: start.price,
    quantity,
    status: trial ? "trialing" : "incomplete",
    period,
    trial,
    paymentMethod: null,
    metadata: start.metadata ?? {},
    description: start.description ?? null,
  });
  account.subscriptions.set(subscription.id, subscription);
  const amount = trial ? 0 : (start.price.unit_amount ?? 0) * quantity;
  const invoice = issueInvoice(account, { subscription, reason: "subscription_create", amount, period });
  account.events.record("customer.subscription.created", subscription);
  const paid = attemptPayment(account, invoice);
  if (paid) {
    changeSubscription(account, subscription, {
      status: trial ? "trialing" : "active",
      default_payment_method: newId("pm"),
    });
  }
  return subscription;
}

/** Begins the next period and charges it; the card decides what becomes of the subscription. */
export function renewSubscription(account: Account, subscription: Stripe.Subscription): void {
  const item = itemOf(subscription);
  if (!item.price.recurring) throw new Error(`${item.price.id} does not recur`);
  const start = item.current_period_end;
  const period = { start, end: periodEnd(start, item.price.recurring, subscription.billing_cycle_anchor) };
  const renewed = { ...item, current_period_start: period.start, current_period_end: period.end };
  changeSubscription(account, subscription, { items: { ...subscription.items, data: [renewed] } });
  const amount = (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
  const before = { latest_invoice: subscription.latest_invoice, status: subscription.status };
  const invoice = issueInvoice(account, { subscription, reason: "subscription_cycle", amount, period });
  const status = attemptPayment(account, invoice) ? "active" : "past_due";
  // The invoice has already put its id there; the event has to tell it as a change.
  subscription.latest_invoice = before.latest_invoice;
  changeSubscription(account, subscription, { status, latest_invoice: invoice.id });
}

/** Another attempt at the open invoice. */
export function retryPayment(account: Account, subscription: Stripe.Subscription): void {
  const invoice = openInvoiceOf(account, subscription);
  if (!invoice) throw new Error(`${subscription.id} has no open invoice`);
  if (attemptPayment(account, invoice)) changeSubscription(account, subscription, { status: "active" });
}

/**
 * `classic` is what `cancel_at_period_end` of the API does; the customer portal sets only `cancel_at`. A number is a
 * moment of its own.
 */
export type Schedule = "classic" | "portal" | number;

export function scheduleCancellation(account: Account, subscription: Stripe.Subscription, schedule: Schedule): void {
  changeSubscription(account, subscription, {
    cancel_at: typeof schedule === "number" ? schedule : itemOf(subscription).current_period_end,
    cancel_at_period_end: schedule === "classic",
    canceled_at: account.time.now(),
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: "cancellation_requested" },
  });
}

export function clearCancellation(account: Account, subscription: Stripe.Subscription): void {
  changeSubscription(account, subscription, {
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  });
}

/** Ends a subscription, by itself or because its scheduled end has come. */
export function endSubscription(
  account: Account,
  subscription: Stripe.Subscription,
  details: Partial<Stripe.Subscription.CancellationDetails> = {},
): void {
  const now = account.time.now();
  subscription.status = "canceled";
  subscription.ended_at = now;
  subscription.canceled_at ??= now;
  subscription.cancellation_details = {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: "cancellation_requested",
    ...details,
  };
  const invoice = openInvoiceOf(account, subscription);
  if (invoice) {
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
  }
  account.events.record("customer.subscription.deleted", subscription);
}

/** A trial that ended without a card. */
export function pauseSubscription(account: Account, subscription: Stripe.Subscription): void {
  changeSubscription(account, subscription, { status: "paused" });
  account.events.record("customer.subscription.paused", subscription);
}

export function resumeSubscription(account: Account, subscription: Stripe.Subscription): void {
  const now = account.time.now();
  const item = itemOf(subscription);
  if (!item.price.recurring) throw new Error(`${item.price.id} does not recur`);
  const period = { start: now, end: periodEnd(now, item.price.recurring, now) };
  const invoice = issueInvoice(account, {
    subscription,
    reason: "subscription_update",
    amount: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    period,
  });
  if (!attemptPayment(account, invoice)) return;
  const resumed = { ...item, current_period_start: period.start, current_period_end: period.end };
  changeSubscription(account, subscription, {
    status: "active",
    billing_cycle_anchor: now,
    items: { ...subscription.items, data: [resumed] },
  });
  account.events.record("customer.subscription.resumed", subscription);
}

/** Deleting a customer ends everything the customer has. */
export function deleteCustomer(account: Account, id: string): void {
  const customer = account.customer(id);
  for (const subscription of account.subscriptionsOf(id)) {
    if (!isOver(subscription)) endSubscription(account, subscription);
  }
  account.customers.set(id, { id, object: "customer", deleted: true });
  account.events.record("customer.deleted", customer);
}
