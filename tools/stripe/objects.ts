// Builders of Stripe's objects. Whatever is not named is null or empty, as far as the schemas allow it.
import type Stripe from "stripe";
import { newId } from "./account.ts";
import { emptyObject } from "./schemas.ts";
import type { ObjectName, ObjectTypes } from "./stripe-types.ts";

export function build<N extends ObjectName>(name: N, fields: Partial<ObjectTypes[N]>): ObjectTypes[N] {
  return { ...emptyObject(name), ...fields } as ObjectTypes[N];
}

export function buildCustomer(created: number, fields: Partial<Stripe.Customer>): Stripe.Customer {
  return build("customer", { id: newId("cus"), created, tax_exempt: "none", ...fields });
}

export interface Offer {
  id: string;
  nickname: string;
  /** In the currency's smallest unit, as everywhere at Stripe: 2999 is 29.99 EUR and 2999 JPY. */
  amount: number;
  currency: string;
  interval: "month" | "year";
  /** The product that it is a price of; a new one by default. */
  product?: string;
}

export function buildPrice(
  created: number,
  { amount, interval, product = newId("prod"), ...fields }: Offer,
): Stripe.Price {
  return build("price", {
    ...fields,
    product,
    active: true,
    created,
    recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: "licensed" },
    type: "recurring",
    unit_amount: amount,
    // A string on the wire; the official client makes an object of it.
    unit_amount_decimal: String(amount) as unknown as Stripe.Decimal,
  });
}

/** The period of a price that begins at `start`, in seconds. 29 February ends on the 28th. */
export function periodOf({ recurring }: Stripe.Price, start: number) {
  const end = new Date(start * 1000);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + (recurring?.interval === "month" ? 1 : 12));
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return { current_period_start: start, current_period_end: end.getTime() / 1000 };
}

/** Incomplete, as every subscription is until its first invoice is paid. */
export function buildSubscription(created: number, customer: string, price: Stripe.Price): Stripe.Subscription {
  const id = newId("sub");
  const fields = { id: newId("si"), created, price, quantity: 1, subscription: id };
  const item = build("subscription_item", { ...fields, ...periodOf(price, created) });
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

/** The one item of a subscription. */
export function itemOf({ id, items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error(`${id} has no item`);
  return item;
}

/** A finalised invoice for the present period, which nobody has paid yet. */
export function buildInvoice(created: number, subscription: Stripe.Subscription): Stripe.Invoice {
  const id = newId("in");
  const { currency, customer, metadata } = subscription;
  const amount = itemOf(subscription).price.unit_amount ?? 0;
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
