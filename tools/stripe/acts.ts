import type Stripe from "stripe";
import { type Account, newId } from "./account.ts";
import {
  type CancellationStyle,
  changeSubscription,
  completeCheckout,
  deleteCustomer,
  endSubscription,
  openInvoiceOf,
  passTimeUntil,
  pauseSubscription,
  presentCheckout,
  reactivateSubscription,
  refund,
  resumeSubscription,
  retryPayment,
  scheduleCancellation,
  startSubscription,
} from "./lifecycle.ts";
import { buildCustomer, buildPrice, itemOf } from "./objects.ts";
import type { StripeEvent } from "./stripe-types.ts";

type Status = "incomplete" | "trialing" | "active" | "past_due" | "unpaid" | "canceled" | "paused";

/**
 * What customers and Stripe do without the application. Each act changes the account at once and returns the events
 * that Stripe would send, for the test to deliver in whatever order it likes.
 */
export function createActs(account: Account, defaultPrice: string) {
  function eventsOf(act: () => unknown): StripeEvent[] {
    const before = account.events.length;
    act();
    return account.events.slice(before);
  }

  /** An act on a subscription. */
  function on(id: string, act: (account: Account, subscription: Stripe.Subscription) => unknown): StripeEvent[] {
    return eventsOf(() => act(account, account.subscription(id)));
  }

  function start(customer: string, priceId: string, status: Status): Stripe.Subscription {
    if (["incomplete", "past_due", "unpaid"].includes(status)) account.declined.add(customer);
    const price = account.price(priceId);
    const subscription = startSubscription(account, { customer, price, quantity: 1, metadata: {} });
    if (status === "canceled") endSubscription(account, subscription);
    else changeSubscription(account, subscription, { status });
    return subscription;
  }

  return {
    /** The customer pays on the hosted page. */
    completeCheckout: (session: string) => eventsOf(() => completeCheckout(account, presentCheckout(account, session))),

    /** A subscription in any state, made without Checkout. */
    startSubscription: ({ customer, status = "active" }: { customer: string; status?: Status }) => {
      let id = "";
      const events = eventsOf(() => {
        id = start(customer, defaultPrice, status).id;
      });
      return { id, events };
    },

    /** The card is declined from now on: the open invoice fails again, or the next period begins unpaid. */
    failPayment: (id: string) =>
      on(id, (_, subscription) => {
        account.declined.add(String(subscription.customer));
        if (openInvoiceOf(account, subscription)) retryPayment(account, subscription);
        else passTimeUntil(account, itemOf(subscription).current_period_end);
      }),

    /** The customer gives a card that works, and what is open is paid. */
    recoverPayment: (id: string) =>
      on(id, (_, subscription) => {
        account.declined.delete(String(subscription.customer));
        retryPayment(account, subscription);
      }),

    /** Stripe gives up on an unpaid invoice, as the account's settings say. */
    giveUpPayment: (id: string, outcome: "unpaid" | "canceled") =>
      on(id, (_, subscription) => {
        if (outcome === "canceled") endSubscription(account, subscription);
        else changeSubscription(account, subscription, { status: "unpaid" });
      }),

    /** Time passes until the present period is over: it renews, fails or ends. */
    reachPeriodEnd: (id: string) => on(id, (_, one) => passTimeUntil(account, itemOf(one).current_period_end)),

    passTime: ({ days = 0, seconds = 0 }: { days?: number; seconds?: number }) =>
      eventsOf(() => passTimeUntil(account, account.now() + days * 86_400 + seconds)),

    cancelAtPeriodEnd: (id: string, style: CancellationStyle) =>
      on(id, (_, subscription) => scheduleCancellation(account, subscription, style)),

    reactivate: (id: string) => on(id, reactivateSubscription),
    cancelNow: (id: string) => on(id, endSubscription),
    pause: (id: string) => on(id, pauseSubscription),
    resume: (id: string) => on(id, resumeSubscription),
    refund: (id: string) => on(id, refund),
    deleteCustomer: (customer: string) => eventsOf(() => deleteCustomer(account, customer)),

    /** Events of another application that shares the Stripe account, with a customer and a price of its own. */
    otherApplication: () => {
      const created = account.now();
      const offer = { id: newId("price"), name: "Something else", amount: 500, currency: "usd" };
      const price = buildPrice(created, { ...offer, interval: "month" });
      const customer = buildCustomer(created, { email: "somebody@example.org" });
      account.prices.set(price.id, price);
      account.customers.set(customer.id, customer);
      const events = eventsOf(() => {
        account.record("customer.created", customer);
        start(customer.id, price.id, "active");
      });
      return { customer: customer.id, events };
    },
  };
}
