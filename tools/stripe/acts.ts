import type Stripe from "stripe";
import { type Account, createId } from "./account.ts";
import {
  changeSubscription,
  completeCheckout,
  deleteCustomer,
  endSubscription,
  findOpenInvoice,
  passTimeUntil,
  reactivateSubscription,
  refreshCheckout,
  refund,
  resumeSubscription,
  retryPayment,
  scheduleCancellation,
  startSubscription,
} from "./lifecycle.ts";
import { buildCustomer, buildPrice, readItem } from "./objects.ts";
import type { StripeEvent } from "./stripe-types.ts";

type Subscription = Stripe.Subscription;
type Status = "incomplete" | "trialing" | "active" | "past_due" | "unpaid" | "canceled" | "paused";

/**
 * Creates functions for the acts of customers and of Stripe in which the application takes no part. Each act changes the account at
 * once and returns the events that Stripe would send, so that the test can deliver them in any order.
 */
export function createActs(account: Account, defaultPrice: string) {
  const eventsOf = (act: () => unknown): StripeEvent[] => {
    const before = account.events.length;
    act();
    return account.events.slice(before);
  };
  const on = (id: string, act: (account: Account, subscription: Subscription) => unknown) =>
    eventsOf(() => act(account, account.subscriptions.find(id)));
  const start = (customer: string, price: string, status: Status) => {
    let id = "";
    const events = eventsOf(() => {
      id = startInStatus(account, customer, price, status);
    });
    return { id, events };
  };
  return {
    completeCheckout: (id: string) => eventsOf(() => completeCheckout(account, refreshCheckout(account, id))),
    /** Advances the time to the end of the present period, when the subscription renews, fails to renew, or ends. */
    reachPeriodEnd: (id: string) => on(id, (_, one) => passTimeUntil(account, readItem(one).current_period_end)),
    passTime: ({ days = 0, seconds = 0 }: { days?: number; seconds?: number }) =>
      eventsOf(() => passTimeUntil(account, account.now() + days * 86_400 + seconds)),
    cancelAtPeriodEnd: (id: string, style: "classic" | "portal") =>
      on(id, (_, one) => scheduleCancellation(account, one, style)),
    reactivate: (id: string) => on(id, reactivateSubscription),
    cancelNow: (id: string) => on(id, endSubscription),
    pause: (id: string) => on(id, pauseSubscription),
    resume: (id: string) => on(id, resumeSubscription),
    refund: (id: string) => on(id, refund),
    deleteCustomer: (customer: string) => eventsOf(() => deleteCustomer(account, customer)),
    /** Creates a subscription in any state, without Checkout. */
    startSubscription: ({ customer, status, price }: { customer: string; status?: Status; price?: string }) =>
      start(customer, price ?? defaultPrice, status ?? "active"),
    addPrice: (offer: { amount: number; of: "the product" | "another product" }) =>
      addPrice(account, account.prices.find(defaultPrice), offer),
    changePrice: (id: string, price: string) => on(id, (_, one) => changePrice(account, one, price)),
    failPayment: (id: string) => on(id, failPayment),
    recoverPayment: (id: string) => on(id, recoverPayment),
    /** Ends the attempts to collect an unpaid invoice, with the result that the account's settings determine. */
    giveUpPayment: (id: string, outcome: "unpaid" | "canceled") =>
      on(id, (_, one) =>
        outcome === "canceled" ? endSubscription(account, one) : changeSubscription(account, one, { status: "unpaid" }),
      ),
    /** Returns events of another application that shares the Stripe account, with a customer and a price of its own. */
    otherApplication: () => {
      const price = { id: createId("price"), nickname: "Something else", amount: 500, currency: "usd" };
      account.prices.set(price.id, buildPrice(account.now(), { ...price, interval: "month" }));
      const customer = buildCustomer(account.now(), { email: "somebody@example.org" });
      account.customers.set(customer.id, customer);
      const created = eventsOf(() => account.record("customer.created", customer));
      return { customer: customer.id, events: [...created, ...start(customer.id, price.id, "active").events] };
    },
  };
}

function startInStatus(account: Account, customer: string, price: string, status: Status): string {
  if (["incomplete", "past_due", "unpaid"].includes(status)) account.declined.add(customer);
  const subscription = startSubscription(account, customer, account.prices.find(price));
  if (status === "canceled") endSubscription(account, subscription);
  else changeSubscription(account, subscription, { status });
  return subscription.id;
}

function pauseSubscription(account: Account, subscription: Subscription): void {
  changeSubscription(account, subscription, { status: "paused" });
  account.record("customer.subscription.paused", subscription);
}

/** Adds another yearly price; returns its id. */
function addPrice(
  account: Account,
  { product, currency }: Stripe.Price,
  { amount, of }: { amount: number; of: "the product" | "another product" },
): string {
  const id = createId("price");
  const offer = { id, nickname: "Repasa Premium", amount, currency, interval: "year" } as const;
  const own = of === "the product" ? { product: String(product) } : {};
  account.prices.set(id, buildPrice(account.now(), { ...offer, ...own }));
  return id;
}

/** Changes the price of a subscription, as the shop can: from the next period, without a charge for the present one. */
function changePrice(account: Account, subscription: Subscription, price: string): void {
  const item = { ...readItem(subscription), price: account.prices.find(price) };
  changeSubscription(account, subscription, { items: { ...subscription.items, data: [item] } });
}

/** Declines the card from now on: payment of the open invoice fails again, or the next period begins unpaid. */
function failPayment(account: Account, subscription: Subscription): void {
  account.declined.add(String(subscription.customer));
  if (findOpenInvoice(account, subscription)) retryPayment(account, subscription);
  else passTimeUntil(account, readItem(subscription).current_period_end);
}

/** Replaces the card by a valid one, and pays the open invoice. */
function recoverPayment(account: Account, subscription: Subscription): void {
  account.declined.delete(String(subscription.customer));
  retryPayment(account, subscription);
}
