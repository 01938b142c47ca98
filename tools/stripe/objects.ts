// Builders of Stripe's objects. Fields that are not given are null or empty, as far as the schemas allow it.
import type Stripe from "stripe";
import { createId } from "./account.ts";
import { createEmptyObject } from "./schemas.ts";
import type { ObjectName, ObjectTypes } from "./stripe-types.ts";

export function build<N extends ObjectName>(name: N, fields: Partial<ObjectTypes[N]>): ObjectTypes[N] {
  return { ...createEmptyObject(name), ...fields } as ObjectTypes[N];
}

export function buildCustomer(created: number, fields: Partial<Stripe.Customer>): Stripe.Customer {
  return build("customer", { id: createId("cus"), created, tax_exempt: "none", ...fields });
}

export interface Offer {
  id: string;
  nickname: string;
  /** In the currency's smallest unit, as everywhere at Stripe: 2999 is 29.99 EUR and 2999 JPY. */
  amount: number;
  currency: string;
  interval: "month" | "year";
  /** The product of the price; by default a new one. */
  product?: string;
}

export function buildPrice(
  created: number,
  { amount, interval, product = createId("prod"), ...fields }: Offer,
): Stripe.Price {
  return build("price", {
    ...fields,
    product,
    active: true,
    created,
    recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: "licensed" },
    type: "recurring",
    unit_amount: amount,
    // A string over HTTP, which the official client parses into an object.
    unit_amount_decimal: String(amount) as unknown as Stripe.Decimal,
  });
}

/** Computes the period of a price that begins at `start`, in seconds since 1970. A period from 29 February ends on the 28th. */
export function computePeriod({ recurring }: Stripe.Price, start: number) {
  const end = new Date(start * 1000);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + (recurring?.interval === "month" ? 1 : 12));
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return { current_period_start: start, current_period_end: end.getTime() / 1000 };
}

/** Builds a subscription with the status `incomplete`, which it has until its first invoice is paid. */
export function buildSubscription(created: number, customer: string, price: Stripe.Price): Stripe.Subscription {
  const id = createId("sub");
  const fields = { id: createId("si"), created, price, quantity: 1, subscription: id };
  const item = build("subscription_item", { ...fields, ...computePeriod(price, created) });
  return build("subscription", {
    id,
    billing_cycle_anchor: created,
    created,
    currency: price.currency,
    customer,
    items: { object: "list", data: [item], has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    start_date: created,
    status: "incomplete",
  });
}

/** Returns the only item of a subscription. */
export function readItem({ id, items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error(`${id} has no item`);
  return item;
}

/** Builds a finalised, unpaid invoice for the present period. */
export function buildInvoice(created: number, subscription: Stripe.Subscription): Stripe.Invoice {
  const id = createId("in");
  const { currency, customer, metadata } = subscription;
  const amount = readItem(subscription).price.unit_amount ?? 0;
  return build("invoice", {
    id,
    amount_due: amount,
    amount_remaining: amount,
    auto_advance: true,
    billing_reason: subscription.latest_invoice === null ? "subscription_create" : "subscription_cycle",
    created,
    currency,
    customer,
    parent: {
      quote_details: null,
      subscription_details: { metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    status: "open",
    subtotal: amount,
    total: amount,
  });
}
