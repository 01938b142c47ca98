// Events as an endpoint pinned to an older version of the API gets them: before periods moved to a subscription's
// items, and an invoice's subscription into its `parent`.
import type Stripe from "stripe";
import type { StripeEvent } from "./stripe-types.ts";

const OLDER_VERSION = "2024-06-20";

export interface OlderEvent {
  id: string;
  type: string;
  api_version: string;
  data: { object: Record<string, unknown> };
}

function olderSubscription({ items, ...rest }: Stripe.Subscription) {
  const data = items.data.map(({ current_period_start, current_period_end, ...item }) => item);
  const { current_period_start, current_period_end } = items.data[0] ?? {};
  return { ...rest, current_period_start, current_period_end, items: { ...items, data } };
}

function olderInvoice({ parent, ...rest }: Stripe.Invoice) {
  return { ...rest, paid: rest.status === "paid", subscription: parent?.subscription_details?.subscription };
}

/** The same event, with the same id, in the older shape. */
export function inOlderVersion({ id, type, created, data }: StripeEvent): OlderEvent {
  const { object } = data;
  const older =
    object.object === "subscription"
      ? olderSubscription(object)
      : object.object === "invoice"
        ? olderInvoice(object)
        : object;
  return { id, type, api_version: OLDER_VERSION, ...{ object: "event", created }, data: { object: { ...older } } };
}
