import type Stripe from "stripe";

type Params = Stripe.Checkout.SessionCreateParams;

export interface NewCheckoutSession {
  id: string;
  created: number;
  expiresAt: number;
  params: Params;
  metadata: Stripe.Metadata;
  customer: Stripe.Customer | null;
  price: Stripe.Price;
  quantity: number;
  url: string;
}

function buildCustomText(text: Params["custom_text"]): Stripe.Checkout.Session.CustomText {
  return {
    after_submit: text?.after_submit || null,
    shipping_address: text?.shipping_address || null,
    submit: text?.submit || null,
    terms_of_service_acceptance: text?.terms_of_service_acceptance || null,
  };
}

/** An open session of mode subscription on the hosted page. */
export function buildCheckoutSession(from: NewCheckoutSession): Stripe.Checkout.Session {
  const { params } = from;
  const amount = (from.price.unit_amount ?? 0) * from.quantity;
  return {
    id: from.id,
    object: "checkout.session",
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    allowed_payment_method_types: null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: from.created,
    currency: from.price.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: buildCustomText(params.custom_text),
    customer: from.customer?.id ?? null,
    customer_account: null,
    customer_creation: from.customer ? null : "always",
    customer_details: from.customer
      ? {
          address: null,
          business_name: null,
          email: from.customer.email,
          individual_name: null,
          name: null,
          phone: null,
          tax_exempt: "none",
          tax_ids: null,
        }
      : null,
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: from.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: params.locale ?? null,
    managed_payments: { enabled: false },
    metadata: from.metadata,
    mode: "subscription",
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: params.payment_method_collection ?? "always",
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_status: "unpaid",
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: null,
    subscription: null,
    success_url: params.success_url ?? null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: from.url,
    wallet_options: null,
  };
}

export interface NewLineItem {
  id: string;
  price: Stripe.Price;
  quantity: number;
  description: string;
}

export function buildLineItem({ id, price, quantity, description }: NewLineItem): Stripe.LineItem {
  const amount = (price.unit_amount ?? 0) * quantity;
  return {
    id,
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description,
    metadata: null,
    price,
    quantity,
  };
}
