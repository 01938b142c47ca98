import type Stripe from "stripe";

export interface NewCharge {
  id: string;
  created: number;
  customer: Stripe.Customer;
  amount: number;
  currency: string;
  paymentIntent: string;
  paymentMethod: string;
  succeeded: boolean;
}

/** A card payment, or the attempt of one. */
export function buildCharge(from: NewCharge): Stripe.Charge {
  return {
    id: from.id,
    object: "charge",
    amount: from.amount,
    amount_captured: from.succeeded ? from.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: {
      address: null,
      email: from.customer.email,
      name: from.customer.name ?? null,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: "REPASA",
    captured: from.succeeded,
    created: from.created,
    currency: from.currency,
    customer: from.customer.id,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: from.succeeded ? null : "card_declined",
    failure_message: from.succeeded ? null : "Your card was declined.",
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: from.succeeded,
    payment_intent: from.paymentIntent,
    payment_method: from.paymentMethod,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: from.succeeded ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: null,
  };
}

export interface NewRefund {
  id: string;
  created: number;
  charge: Stripe.Charge;
  amount: number;
  reason: Stripe.Refund.Reason | null;
  metadata: Stripe.Metadata;
}

export function buildRefund({ charge, ...from }: NewRefund): Stripe.Refund {
  return {
    id: from.id,
    object: "refund",
    amount: from.amount,
    balance_transaction: null,
    charge: charge.id,
    created: from.created,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { card: { type: "refund" }, type: "card" },
    metadata: from.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: from.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
}
