import Stripe from "stripe";
import type { StripeKeys } from "#platform/process/config.ts";

const TIMEOUT_MS = 6_000;

type Listed<T> = AsyncIterable<T> & { autoPagingToArray(options: { limit: number }): Promise<T[]> };
type Named = { id: string };
type Item = Pick<Stripe.SubscriptionItem, "current_period_start" | "current_period_end" | "quantity"> & {
  price: Pick<Stripe.Price, "unit_amount" | "currency"> & { product: string | Named };
};

export type PaidInvoice = Pick<Stripe.Invoice, "status" | "billing_reason" | "amount_paid" | "amount_due" | "currency">;
export type SoldPrice = Pick<Stripe.Price, "unit_amount" | "currency"> & {
  recurring: Pick<Stripe.Price.Recurring, "interval" | "interval_count"> | null;
  product: string | Named;
};
export type OpenCheckout = Pick<Stripe.Checkout.Session, "id" | "url" | "expires_at" | "metadata">;
export type ProviderSubscription = Pick<
  Stripe.Subscription,
  "id" | "created" | "cancel_at_period_end" | "cancel_at" | "ended_at"
> & { status: string; latest_invoice: string | { id?: string | undefined } | null; items: { data: Item[] } };

/** The calls of Stripe's client that the product makes, and what it reads of their responses. The client keeps this type; so can a double. */
export type PaymentClient = {
  prices: { retrieve(id: string): Promise<SoldPrice> };
  invoices: { retrieve(id: string): Promise<PaidInvoice> };
  subscriptions: {
    list(params: Stripe.SubscriptionListParams): Listed<ProviderSubscription>;
    cancel(id: string): Promise<Named>;
  };
  customers: {
    create(params: Stripe.CustomerCreateParams, options: { idempotencyKey: string }): Promise<Named>;
    retrieve(id: string): Promise<Pick<Stripe.Customer | Stripe.DeletedCustomer, "deleted">>;
    update(id: string, params: Stripe.CustomerUpdateParams): Promise<Named>;
    del(id: string): Promise<Named>;
  };
  checkout: {
    sessions: {
      create(params: Stripe.Checkout.SessionCreateParams): Promise<Named>;
      list(params: Stripe.Checkout.SessionListParams): Listed<OpenCheckout>;
      expire(id: string): Promise<Named>;
    };
  };
  billingPortal: {
    sessions: { create(params: Stripe.BillingPortal.SessionCreateParams): Promise<{ url: string }> };
  };
};

export function openPaymentClient({ secretKey, apiBase }: StripeKeys, timeout = TIMEOUT_MS): PaymentClient {
  const base = apiBase === null ? null : new URL(apiBase);
  return new Stripe(secretKey, {
    timeout,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === "https:" ? "443" : "80"),
      protocol: base.protocol === "https:" ? "https" : "http",
    }),
  });
}
