// Builders of Stripe's objects. Fields that are not given are null or empty, as far as the schemas allow it.
import type Stripe from "stripe";
import { createId } from "./account.ts";
import { createEmptyObject } from "./schemas.ts";
import type { ObjectName, ObjectTypes } from "./stripe-types.ts";

export function build<N extends ObjectName>(name: N, fields: Partial<ObjectTypes[N]>): ObjectTypes[N] {
  return { ...createEmptyObject(name), ...fields } as ObjectTypes[N];
}

/** `amount` is in the currency's smallest unit, as everywhere at Stripe: 2999 is 29.99 EUR and 2999 JPY. */
type Offer = { id: string; nickname: string; amount: number; currency: string };

/** Builds a price per year. */
export function buildPrice({ amount, ...fields }: Offer): Stripe.Price {
  return build("price", {
    ...fields,
    product: createId("prod"),
    active: true,
    recurring: { interval: "year", interval_count: 1, meter: null, trial_period_days: null, usage_type: "licensed" },
    type: "recurring",
    unit_amount: amount,
    // A string over HTTP, which the official client parses into an object.
    unit_amount_decimal: String(amount) as unknown as Stripe.Decimal,
  });
}

/** Builds a subscription with the status `incomplete`, which it has until its first invoice is paid. */
export function buildSubscription(created: number, customer: string, price: Stripe.Price): Stripe.Subscription {
  const id = createId("sub");
  const aYearLater = new Date(created * 1000).setUTCFullYear(new Date(created * 1000).getUTCFullYear() + 1) / 1000;
  const item = build("subscription_item", {
    id: createId("si"),
    created,
    current_period_start: created,
    current_period_end: aYearLater,
    price,
    quantity: 1,
    subscription: id,
  });
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
export const readItem = ({ items }: Stripe.Subscription) => items.data[0] as Stripe.SubscriptionItem;

/** Builds a finalised, unpaid invoice for the first period. */
export function buildInvoice(created: number, subscription: Stripe.Subscription): Stripe.Invoice {
  const id = createId("in");
  const { currency, customer, metadata } = subscription;
  const amount = readItem(subscription).price.unit_amount ?? 0;
  return build("invoice", {
    id,
    amount_due: amount,
    amount_remaining: amount,
    auto_advance: true,
    billing_reason: "subscription_create",
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
