import type Stripe from "stripe";
import { buildCustomer } from "../objects/customer.ts";
import { Refusal } from "../refusal.ts";
import type { Account } from "./account.ts";
import { newId } from "./ids.ts";
import { startSubscription } from "./subscriptions.ts";

/** A session whose time is over is expired, whether or not anybody looked. */
export function expireWhenLate(account: Account, session: Stripe.Checkout.Session): void {
  if (session.status === "open" && session.expires_at <= account.time.now()) expireCheckout(account, session);
}

export function expireCheckout(account: Account, session: Stripe.Checkout.Session): void {
  session.status = "expired";
  session.url = null;
  account.events.record("checkout.session.expired", session);
}

function payerOf(account: Account, session: Stripe.Checkout.Session): Stripe.Customer {
  if (session.customer !== null) return account.customer(String(session.customer), "customer");
  const customer = buildCustomer({
    id: newId("cus"),
    created: account.time.now(),
    invoicePrefix: newId("req").slice(4, 12).toUpperCase(),
    email: session.customer_email ?? "invitada@example.com",
  });
  account.customers.set(customer.id, customer);
  account.events.record("customer.created", customer);
  return customer;
}

/** What the customer does by pressing "Pagar" with a card that works. */
export function completeCheckout(account: Account, session: Stripe.Checkout.Session): Stripe.Subscription {
  expireWhenLate(account, session);
  if (session.status !== "open") {
    throw new Refusal(`This Checkout Session is ${session.status}, not open.`, { impossible: true });
  }
  const order = account.checkoutOrders.get(session.id);
  if (!order) throw new Error(`${session.id} has no order`);
  const customer = payerOf(account, session);
  const { trial_period_days, metadata, description } = order.subscriptionData;
  account.cards.set(customer.id, "works");
  const subscription = startSubscription(account, {
    customer: customer.id,
    price: account.price(order.price),
    quantity: order.quantity,
    ...(metadata ? { metadata: metadata as Stripe.Metadata } : {}),
    description: description ?? null,
    ...(trial_period_days ? { trialDays: trial_period_days } : {}),
  });
  Object.assign(session, {
    status: "complete",
    payment_status: trial_period_days ? "no_payment_required" : "paid",
    customer: customer.id,
    customer_details: {
      address: { city: null, country: "ES", line1: null, line2: null, postal_code: null, state: null },
      business_name: null,
      email: customer.email ?? session.customer_email,
      individual_name: null,
      name: customer.name ?? "Ana Prueba",
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    },
    invoice: subscription.latest_invoice,
    subscription: subscription.id,
    url: null,
  } satisfies Partial<Stripe.Checkout.Session>);
  account.events.record("checkout.session.completed", session);
  return subscription;
}
