import type Stripe from "stripe";

export interface NewInvoice {
  id: string;
  lineId: string;
  created: number;
  number: string;
  customer: Stripe.Customer;
  subscription: Stripe.Subscription;
  item: Stripe.SubscriptionItem;
  productName: string;
  amount: number;
  reason: Stripe.Invoice.BillingReason;
  period: { start: number; end: number };
  hostedUrl: string;
}

function buildLine(from: NewInvoice): Stripe.InvoiceLineItem {
  const { price } = from.item;
  const product = typeof price.product === "string" ? price.product : price.product.id;
  return {
    id: from.lineId,
    object: "line_item",
    amount: from.amount,
    currency: price.currency,
    description: `${from.item.quantity ?? 1} × ${from.productName}`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: from.id,
    livemode: false,
    metadata: from.subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: from.subscription.id,
        subscription_item: from.item.id,
      },
      type: "subscription_item_details",
    },
    period: from.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product },
      type: "price_details",
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: from.item.quantity ?? 1,
    quantity_decimal: String(from.item.quantity ?? 1) as unknown as Stripe.Decimal,
    subscription: from.subscription.id,
    subtotal: from.amount,
    taxes: [],
  };
}

/** A finalised invoice that nobody has paid yet. */
export function buildInvoice(from: NewInvoice): Stripe.Invoice {
  return {
    id: from.id,
    object: "invoice",
    account_country: "ES",
    account_name: "Repasa",
    account_tax_ids: null,
    amount_due: from.amount,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: from.amount,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: from.reason,
    collection_method: "charge_automatically",
    created: from.created,
    currency: from.subscription.currency,
    custom_fields: null,
    customer: from.customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: from.customer.email,
    customer_name: from.customer.name ?? null,
    customer_phone: from.customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: from.created,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: from.hostedUrl,
    invoice_pdf: `${from.hostedUrl}/pdf`,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: "list", data: [buildLine(from)], has_more: false, url: `/v1/invoices/${from.id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: from.number,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: from.subscription.metadata, subscription: from.subscription.id },
      type: "subscription_details",
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: from.created,
    period_start: from.created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: "open",
    status_transitions: {
      finalized_at: from.created,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: from.amount,
    subtotal_excluding_tax: from.amount,
    test_clock: null,
    total: from.amount,
    total_discount_amounts: [],
    total_excluding_tax: from.amount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: from.created,
  };
}

export interface NewInvoicePayment {
  id: string;
  created: number;
  invoice: Stripe.Invoice;
  paymentIntent: string;
  paid: boolean;
}

export function buildInvoicePayment(from: NewInvoicePayment): Stripe.InvoicePayment {
  return {
    id: from.id,
    object: "invoice_payment",
    amount_paid: from.paid ? from.invoice.amount_due : null,
    amount_requested: from.invoice.amount_due,
    created: from.created,
    currency: from.invoice.currency,
    invoice: from.invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: from.paymentIntent, type: "payment_intent" },
    status: from.paid ? "paid" : "open",
    status_transitions: { canceled_at: null, paid_at: from.paid ? from.created : null },
  };
}

/** The subscription that an invoice belongs to. */
export function subscriptionOf({ parent }: Stripe.Invoice): string | undefined {
  const subscription = parent?.subscription_details?.subscription;
  return typeof subscription === "string" ? subscription : subscription?.id;
}
