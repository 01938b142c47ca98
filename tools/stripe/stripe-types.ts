// The calls that the double answers and the objects that it sends, as types of the official client. generate-schemas.ts converts
// the interfaces to JSON schemas: a call or a parameter that is added here is validated from then on.
import type Stripe from "stripe";

type Checkout = Stripe.Checkout.SessionCreateParams;
type Portal = Stripe.BillingPortal.SessionCreateParams;

/** The parameters of a checkout that have an effect in the double, with Stripe's requirements beyond the types. */
export interface CheckoutParams
  extends Required<Pick<Checkout, "customer" | "success_url">>,
    Pick<Checkout, "cancel_url" | "client_reference_id" | "locale"> {
  mode: "subscription";
  metadata?: Stripe.Metadata;
  line_items: Required<Pick<Stripe.Checkout.SessionCreateParams.LineItem, "price" | "quantity">>[];
  subscription_data?: { metadata?: Stripe.Metadata };
}

type NoParams = Record<never, never>;

/** The parameters of each call that have an effect in the double; any other is refused, instead of silently ignored. */
export interface RequestTypes {
  "customers.create": Pick<Stripe.CustomerCreateParams, "email" | "preferred_locales"> & { metadata?: Stripe.Metadata };
  "customers.retrieve": NoParams;
  "customers.update": Pick<Stripe.CustomerUpdateParams, "email">;
  "customers.del": NoParams;
  "prices.retrieve": NoParams;
  "checkout.sessions.create": CheckoutParams;
  "checkout.sessions.list": { customer: string; status: "open"; limit?: number };
  "checkout.sessions.expire": NoParams;
  "billingPortal.sessions.create": Required<Pick<Portal, "customer">> & Pick<Portal, "return_url" | "locale">;
  "subscriptions.list": { customer: string; status?: "all"; limit?: number };
  "subscriptions.cancel": NoParams;
  "invoices.retrieve": NoParams;
}

export type CallName = keyof RequestTypes;

/** Resources by the value of their field `object`. Any other resource may only be referred to by its id. */
export interface ObjectTypes {
  customer: Stripe.Customer;
  deleted_customer: Stripe.DeletedCustomer;
  price: Stripe.Price;
  plan: Stripe.Plan;
  "checkout.session": Stripe.Checkout.Session;
  "billing_portal.session": Stripe.BillingPortal.Session;
  subscription: Stripe.Subscription;
  subscription_item: Stripe.SubscriptionItem;
  invoice: Stripe.Invoice;
  event: Omit<Stripe.EventBase, "data">;
}

export type ObjectName = keyof ObjectTypes;
