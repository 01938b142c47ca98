// Events as an endpoint pinned to an older version of the API gets them: before periods moved to a subscription's
// items, and an invoice's subscription into its `parent`.
import type Stripe from "stripe";
import type { StripeEvent } from "./stripe-types.ts";

function olderSubscription({ items, ...rest }: Stripe.Subscription) {
  const data = items.data.map(({ current_period_start, current_period_end, ...item }) => item);
  const { current_period_start, current_period_end } = items.data[0] ?? {};
  return { ...rest, current_period_start, current_period_end, items: { ...items, data } };
}

function olderInvoice({ parent, ...rest }: Stripe.Invoice) {
  return { ...rest, paid: rest.status === "paid", subscription: parent?.subscription_details?.subscription };
}

function olderObject(object: StripeEvent["data"]["object"]): object {
  if (object.object === "subscription") return olderSubscription(object);
  return object.object === "invoice" ? olderInvoice(object) : object;
}

/** The same event, with the same id, in the older shape. */
export function inOlderVersion({ id, type, created, data }: StripeEvent) {
  return { id, object: "event", type, created, api_version: "2024-06-20", data: { object: olderObject(data.object) } };
}
