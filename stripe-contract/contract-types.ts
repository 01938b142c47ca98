// The calls that this server plays and the objects that it answers with. generate-schemas.mjs turns both into schemas.
import type Stripe from "stripe";

/** The parameters of each call, as the official client's types have them. */
export interface RequestTypes {
  "customers.create": Stripe.CustomerCreateParams;
  "customers.retrieve": Stripe.CustomerRetrieveParams;
  "customers.update": Stripe.CustomerUpdateParams;
  "customers.del": Stripe.CustomerDeleteParams;
  "customers.list": Stripe.CustomerListParams;
  "customers.search": Stripe.CustomerSearchParams;
  "products.retrieve": Stripe.ProductRetrieveParams;
  "prices.retrieve": Stripe.PriceRetrieveParams;
  "checkout.sessions.create": Stripe.Checkout.SessionCreateParams;
  "checkout.sessions.retrieve": Stripe.Checkout.SessionRetrieveParams;
  "checkout.sessions.expire": Stripe.Checkout.SessionExpireParams;
  "checkout.sessions.list": Stripe.Checkout.SessionListParams;
  "billingPortal.sessions.create": Stripe.BillingPortal.SessionCreateParams;
  "subscriptions.list": Stripe.SubscriptionListParams;
  "subscriptions.retrieve": Stripe.SubscriptionRetrieveParams;
  "subscriptions.update": Stripe.SubscriptionUpdateParams;
  "subscriptions.cancel": Stripe.SubscriptionCancelParams;
  "invoices.list": Stripe.InvoiceListParams;
  "invoices.retrieve": Stripe.InvoiceRetrieveParams;
  "events.list": Stripe.EventListParams;
  "events.retrieve": Stripe.EventRetrieveParams;
  "refunds.create": Stripe.RefundCreateParams;
}

export type CallName = keyof RequestTypes;

/** Resources by the value of their `object`, each described in full. Other resources may only be referred to by id. */
export interface ResponseTypes {
  customer: Stripe.Customer;
  deleted_customer: Stripe.DeletedCustomer;
  product: Stripe.Product;
  price: Stripe.Price;
  plan: Stripe.Plan;
  "checkout.session": Stripe.Checkout.Session;
  item: Stripe.LineItem;
  "billing_portal.session": Stripe.BillingPortal.Session;
  subscription: Stripe.Subscription;
  subscription_item: Stripe.SubscriptionItem;
  invoice: Stripe.Invoice;
  line_item: Stripe.InvoiceLineItem;
  invoice_payment: Stripe.InvoicePayment;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  event: Stripe.EventBase;
}

/** What each webhook event carries in `data.object`. */
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
  "invoice.finalized": Stripe.InvoiceFinalizedEvent;
  "invoice.paid": Stripe.InvoicePaidEvent;
  "invoice.payment_succeeded": Stripe.InvoicePaymentSucceededEvent;
  "invoice.payment_failed": Stripe.InvoicePaymentFailedEvent;
  "invoice.voided": Stripe.InvoiceVoidedEvent;
  "charge.succeeded": Stripe.ChargeSucceededEvent;
  "charge.failed": Stripe.ChargeFailedEvent;
  "charge.refunded": Stripe.ChargeRefundedEvent;
  "refund.created": Stripe.RefundCreatedEvent;
}

export type EventName = keyof EventTypes;
