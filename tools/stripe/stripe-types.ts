// The calls that the double answers and the objects that it sends, by the official client's types. generate-schemas.ts
// turns all three interfaces into JSON schemas: a call or an event that is added here is validated from then on.
import type Stripe from "stripe";

/** The parameters of each call. */
export interface RequestTypes {
  "customers.create": Stripe.CustomerCreateParams;
  "customers.retrieve": Stripe.CustomerRetrieveParams;
  "customers.update": Stripe.CustomerUpdateParams;
  "customers.del": Stripe.CustomerDeleteParams;
  "prices.retrieve": Stripe.PriceRetrieveParams;
  "checkout.sessions.create": Stripe.Checkout.SessionCreateParams;
  "checkout.sessions.list": Stripe.Checkout.SessionListParams;
  "checkout.sessions.expire": Stripe.Checkout.SessionExpireParams;
  "billingPortal.sessions.create": Stripe.BillingPortal.SessionCreateParams;
  "subscriptions.list": Stripe.SubscriptionListParams;
  "subscriptions.cancel": Stripe.SubscriptionCancelParams;
}

export type CallName = keyof RequestTypes;

/** Resources by the value of their `object` field. Any other resource may only be referred to by its id. */
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
  "invoice.paid": Stripe.InvoicePaidEvent;
  "invoice.payment_failed": Stripe.InvoicePaymentFailedEvent;
  "charge.refunded": Stripe.ChargeRefundedEvent;
}

export type EventName = keyof EventTypes;
/** Any event that the double sends; `type` tells which. */
export type StripeEvent = EventTypes[EventName];
