import type Stripe from "stripe";
import { planOf } from "./price.ts";

export interface NewSubscription {
  id: string;
  itemId: string;
  created: number;
  customer: string;
  price: Stripe.Price;
  quantity: number;
  status: Stripe.Subscription.Status;
  period: { start: number; end: number };
  trial: { start: number; end: number } | null;
  paymentMethod: string | null;
  metadata: Stripe.Metadata;
  description: string | null;
}

function buildItem(from: NewSubscription): Stripe.SubscriptionItem {
  return {
    id: from.itemId,
    object: "subscription_item",
    billing_thresholds: null,
    created: from.created,
    current_period_end: from.period.end,
    current_period_start: from.period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(from.price),
    price: from.price,
    quantity: from.quantity,
    subscription: from.id,
    tax_rates: [],
  };
}

export function buildSubscription(from: NewSubscription): Stripe.Subscription {
  return {
    id: from.id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: from.trial?.end ?? from.period.start,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: from.created,
    currency: from.price.currency,
    customer: from.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: from.paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: from.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: {
      object: "list",
      data: [buildItem(from)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${from.id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: from.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: from.created,
    status: from.status,
    test_clock: null,
    transfer_data: null,
    trial_end: from.trial?.end ?? null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" } },
    trial_start: from.trial?.start ?? null,
  };
}

/** The one item of a plan's subscription. */
export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`${subscription.id} has no item`);
  return item;
}

/** No way leads out of these states. */
export function isOver({ status }: Stripe.Subscription): boolean {
  return status === "canceled" || status === "incomplete_expired";
}
