import type Stripe from "stripe";

export interface NewCustomer {
  id: string;
  created: number;
  invoicePrefix: string;
  email?: string | null;
  name?: string | null;
  phone?: string | null;
  description?: string | null;
  metadata?: Stripe.Metadata;
  preferredLocales?: string[];
}

export function buildCustomer(from: NewCustomer): Stripe.Customer {
  return {
    id: from.id,
    object: "customer",
    address: null,
    balance: 0,
    created: from.created,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: from.description ?? null,
    discount: null,
    email: from.email ?? null,
    invoice_prefix: from.invoicePrefix,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: from.metadata ?? {},
    name: from.name ?? null,
    next_invoice_sequence: 1,
    phone: from.phone ?? null,
    preferred_locales: from.preferredLocales ?? [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
}
