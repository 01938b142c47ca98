// Builders of Stripe's objects. Whatever is not named here is null or empty, as the schemas allow it.
import type Stripe from "stripe";
import { newId } from "./account.ts";
import { emptyObject } from "./schemas.ts";
import type { ObjectName, ObjectTypes } from "./stripe-types.ts";

export interface Period {
  start: number;
  end: number;
}

function build<N extends ObjectName>(name: N, fields: Partial<ObjectTypes[N]>): ObjectTypes[N] {
  return { ...emptyObject(name), ...fields } as ObjectTypes[N];
}

function listOf<T>(data: T[], url: string): Stripe.ApiList<T> {
  return { object: "list", data, has_more: false, url };
}

export function buildCustomer(created: number, fields: Partial<Stripe.Customer>): Stripe.Customer {
  return build("customer", { id: newId("cus"), created, tax_exempt: "none", ...fields });
}

export interface Offer {
  id: string;
  name: string;
  /** In the currency's smallest unit, as everywhere at Stripe: 2999 is 29.99 EUR and 2999 JPY. */
  amount: number;
  currency: string;
  interval: "month" | "year";
}

export function buildPrice(created: number, { id, name, amount, currency, interval }: Offer): Stripe.Price {
  return build("price", {
    id,
    active: true,
    created,
    currency,
    nickname: name,
    product: newId("prod"),
    recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: "licensed" },
    type: "recurring",
    unit_amount: amount,
    // A string on the wire; the official client makes an object of it.
    unit_amount_decimal: String(amount) as unknown as Stripe.Decimal,
  });
}

type CheckoutFields = Partial<Stripe.Checkout.Session> & { url: string };

/** An open session on the hosted page. */
export function buildCheckoutSession(
  created: number,
  price: Stripe.Price,
  quantity: number,
  fields: CheckoutFields,
): Stripe.Checkout.Session {
  const amount = (price.unit_amount ?? 0) * quantity;
  return build("checkout.session", {
    created,
    expires_at: created + 24 * 3600,
    amount_subtotal: amount,
    amount_total: amount,
    currency: price.currency,
    mode: "subscription",
    payment_method_collection: "always",
    payment_method_types: ["card"],
    payment_status: "unpaid",
    status: "open",
    ui_mode: "hosted_page",
    ...fields,
  });
}

export function buildPortalSession(
  created: number,
  fields: Partial<Stripe.BillingPortal.Session>,
): Stripe.BillingPortal.Session {
  return build("billing_portal.session", { created, configuration: "bpc_double", ...fields });
}

export interface SubscriptionOrder {
  customer: string;
  price: Stripe.Price;
  quantity: number;
  metadata: Stripe.Metadata;
}

/** Incomplete, as every subscription is until its first invoice is paid. */
export function buildSubscription(order: SubscriptionOrder, period: Period): Stripe.Subscription {
  const id = newId("sub");
  const item = build("subscription_item", {
    id: newId("si"),
    created: period.start,
    current_period_start: period.start,
    current_period_end: period.end,
    price: order.price,
    quantity: order.quantity,
    subscription: id,
  });
  return build("subscription", {
    id,
    billing_cycle_anchor: period.start,
    collection_method: "charge_automatically",
    created: period.start,
    currency: order.price.currency,
    customer: order.customer,
    items: listOf([item], `/v1/subscription_items?subscription=${id}`),
    metadata: order.metadata,
    start_date: period.start,
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
  const { price, quantity = 1 } = itemOf(subscription);
  const { currency, customer, metadata } = subscription;
  const amount = (price.unit_amount ?? 0) * quantity;
  return build("invoice", {
    id,
    amount_due: amount,
    amount_remaining: amount,
    auto_advance: true,
    billing_reason: subscription.latest_invoice === null ? "subscription_create" : "subscription_cycle",
    collection_method: "charge_automatically",
    created,
    currency,
    customer,
    parent: {
      quote_details: null,
      subscription_details: { metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    period_end: created,
    period_start: created,
    status: "open",
    subtotal: amount,
    total: amount,
  });
}

/** The payment of an invoice, after all of it was given back. */
export function buildRefundedCharge(created: number, invoice: Stripe.Invoice): Stripe.Charge {
  return build("charge", {
    id: newId("ch"),
    amount: invoice.total,
    amount_captured: invoice.total,
    amount_refunded: invoice.total,
    captured: true,
    created,
    currency: invoice.currency,
    customer: invoice.customer as string,
    paid: true,
    payment_intent: newId("pi"),
    refunded: true,
    status: "succeeded",
  });
}
