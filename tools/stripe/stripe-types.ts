// The calls that the double answers and the objects that it sends, as types of the official client. generate-schemas.ts converts
// the interfaces to JSON schemas: a call, parameter or event that is added here is validated from then on.
import type Stripe from "stripe";

type Checkout = Stripe.Checkout.SessionCreateParams;

/** The parameters of a checkout that have an effect in the double, with Stripe's requirements beyond the types. */
export interface CheckoutParams
  extends Required<Pick<Checkout, "customer" | "success_url">>,
    Pick<Checkout, "cancel_url" | "client_reference_id" | "locale"> {
  mode: "subscription";
  metadata?: Stripe.Metadata;
  line_items: Required<Pick<Stripe.Checkout.SessionCreateParams.LineItem, "price" | "quantity">>[];
  subscription_data?: { metadata?: Stripe.Metadata };
}

export interface PortalParams
  extends Required<Pick<Stripe.BillingPortal.SessionCreateParams, "customer">>,
    Pick<Stripe.BillingPortal.SessionCreateParams, "return_url" | "locale"> {}

type Page = "limit" | "starting_after";
type NoParams = Record<never, never>;

/** The parameters of each call that have an effect in the double; any other is refused, instead of silently ignored. */
export interface RequestTypes {
  "customers.create": Pick<Stripe.CustomerCreateParams, "email" | "preferred_locales"> & { metadata?: Stripe.Metadata };
  "customers.retrieve": NoParams;
  "customers.update": Pick<Stripe.CustomerUpdateParams, "email">;
  "customers.del": NoParams;
  "prices.retrieve": NoParams;
  "checkout.sessions.create": CheckoutParams;
  "checkout.sessions.list": Pick<Stripe.Checkout.SessionListParams, "customer" | "status" | Page>;
  "checkout.sessions.expire": NoParams;
  "billingPortal.sessions.create": PortalParams;
  "subscriptions.list": Pick<Stripe.SubscriptionListParams, "customer" | Page> & { status?: "all" };
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
  charge: Stripe.Charge;
}

export type ObjectName = keyof ObjectTypes;

export interface EventTypes {
  "customer.created": Stripe.CustomerCreatedEvent;
  "customer.updated": Stripe.CustomerUpdatedEvent;
  "customer.deleted": Stripe.CustomerDeletedEvent;
  "checkout.session.completed": Stripe.CheckoutSessionCompletedEvent;
  "checkout.session.expired": Stripe.CheckoutSessionExpiredEvent;
  "customer.subscription.created": Stripe.CustomerSubscriptionCreatedEvent;
  "customer.subscription.updated": Stripe.CustomerSubscriptionUpdatedEvent;
  "customer.subscription.deleted": Stripe.CustomerSubscriptionDeletedEvent;
  "customer.subscription.paused": Stripe.CustomerSubscriptionPausedEvent;
  "customer.subscription.resumed": Stripe.CustomerSubscriptionResumedEvent;
  "invoice.created": Stripe.InvoiceCreatedEvent;
  "invoice.paid": Stripe.InvoicePaidEvent;
  "invoice.payment_succeeded": Stripe.InvoicePaymentSucceededEvent;
  "invoice.payment_failed": Stripe.InvoicePaymentFailedEvent;
  "charge.refunded": Stripe.ChargeRefundedEvent;
}

export type EventName = keyof EventTypes;
/** Any event that the double sends, distinguished by `type`. */
export type StripeEvent = EventTypes[EventName];
