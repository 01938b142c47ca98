import type Stripe from "stripe";

export interface PriceSeed {
  id: string;
  product: string;
  productName: string;
  created: number;
  currency: string;
  /** In the currency's smallest unit, as everywhere at Stripe: 2999 is 29.99 EUR and 2999 JPY. */
  amount: number;
  interval: Stripe.Price.Recurring.Interval;
  active: boolean;
}

/** On the wire decimals are texts; the official client turns them into objects on its side. */
function decimal(amount: number): Stripe.Decimal {
  return String(amount) as unknown as Stripe.Decimal;
}

export function buildProduct(seed: PriceSeed): Stripe.Product {
  return {
    id: seed.product,
    object: "product",
    active: true,
    created: seed.created,
    default_price: seed.id,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: seed.productName,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: seed.created,
    url: null,
  };
}

export function buildPrice(seed: PriceSeed): Stripe.Price {
  return {
    id: seed.id,
    object: "price",
    active: seed.active,
    billing_scheme: "per_unit",
    created: seed.created,
    currency: seed.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: seed.product,
    recurring: {
      interval: seed.interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "recurring",
    unit_amount: seed.amount,
    unit_amount_decimal: decimal(seed.amount),
  };
}

/** The price as the older resource that subscriptions still carry beside it. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? "year",
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: price.recurring?.usage_type ?? "licensed",
  };
}
