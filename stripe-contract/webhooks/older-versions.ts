import type Stripe from "stripe";
import type { Account } from "../state/account.ts";
import type { ContractEvent } from "../state/events.ts";
import { chargeOfInvoice } from "../state/refunds.ts";

type Json = Record<string, unknown>;

/** The last version before billing periods moved to the items and an invoice's subscription into `parent`. */
export const OLDER_VERSION = "2024-06-20";

function olderSubscription(subscription: Json): Json {
  const items = subscription.items as { data: Json[] };
  const [item] = items.data;
  const data = items.data.map(({ current_period_start, current_period_end, current_trial, ...rest }) => rest);
  const { billing_mode, billing_schedules, customer_account, managed_payments, ...rest } = subscription;
  return {
    ...rest,
    current_period_start: item?.current_period_start,
    current_period_end: item?.current_period_end,
    discount: null,
    items: { ...items, data },
    plan: item?.plan,
    quantity: item?.quantity,
  };
}

function olderInvoice(account: Account, invoice: Json): Json {
  const { parent, total_taxes, confirmation_secret, customer_account, ...rest } = invoice;
  const details = (parent as Stripe.Invoice.Parent | null)?.subscription_details;
  const charge = chargeOfInvoice(account, String(invoice.id));
  return {
    ...rest,
    charge: charge?.id ?? null,
    discount: null,
    paid: invoice.status === "paid",
    paid_out_of_band: false,
    payment_intent: charge?.payment_intent ?? null,
    quote: null,
    subscription: details?.subscription ?? null,
    subscription_details: details ? { metadata: details.metadata } : null,
    tax: null,
  };
}

function invoiceOfCharge(account: Account, charge: Json): string | null {
  for (const [invoice, payments] of account.invoicePayments) {
    if (payments.some(({ payment }) => payment.payment_intent === charge.payment_intent)) return invoice;
  }
  return null;
}

function olderObject(account: Account, object: Json): Json {
  switch (object.object) {
    case "subscription":
      return olderSubscription(object);
    case "invoice":
      return olderInvoice(account, object);
    case "charge":
      return { ...object, invoice: invoiceOfCharge(account, object) };
    default:
      return object;
  }
}

/** The periods of a renewal stood on the subscription itself. */
function olderPrevious(previous: Json | undefined): Json | undefined {
  const items = previous?.items as { data: Json[] } | undefined;
  if (!previous || !items) return previous;
  const { items: _, ...rest } = previous;
  const [item] = items.data;
  return { ...rest, current_period_start: item?.current_period_start, current_period_end: item?.current_period_end };
}

/** An event of the older API version, that an endpoint pinned to it would get. */
export interface OlderEvent {
  id: string;
  type: string;
  api_version: string;
  data: { object: Json; previous_attributes?: Json };
}

/** The same event in the shape of an older API version, with the same id. */
export function inOlderVersion(account: Account, event: ContractEvent): OlderEvent {
  const { object, previous_attributes: previous } = event.data as unknown as {
    object: Json;
    previous_attributes?: Json;
  };
  const older = olderPrevious(previous);
  return {
    ...event,
    api_version: OLDER_VERSION,
    data: { object: olderObject(account, object), ...(older ? { previous_attributes: older } : {}) },
  };
}
