import type Stripe from "stripe";
import { type Account, newId } from "./account.ts";
import {
  changePrice,
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
export class Acts {
  readonly #account: Account;
  readonly #defaultPrice: string;

  constructor(account: Account, defaultPrice: string) {
    this.#account = account;
    this.#defaultPrice = defaultPrice;
  }

  /** The customer pays on the hosted page. */
  completeCheckout = (session: string) =>
    this.#eventsOf((account) => completeCheckout(account, presentCheckout(account, session)));

  /** Time passes until the present period is over: it renews, fails or ends. */
  reachPeriodEnd = (id: string) =>
    this.#on(id, (account, one) => passTimeUntil(account, itemOf(one).current_period_end));

  passTime = ({ days = 0, seconds = 0 }: { days?: number; seconds?: number }) =>
    this.#eventsOf((account) => passTimeUntil(account, account.now() + days * 86_400 + seconds));

  cancelAtPeriodEnd = (id: string, style: "classic" | "portal") =>
    this.#on(id, (account, subscription) => scheduleCancellation(account, subscription, style));

  reactivate = (id: string) => this.#on(id, reactivateSubscription);
  cancelNow = (id: string) => this.#on(id, endSubscription);
  pause = (id: string) => this.#on(id, pauseSubscription);
  resume = (id: string) => this.#on(id, resumeSubscription);
  refund = (id: string) => this.#on(id, refund);
  deleteCustomer = (customer: string) => this.#eventsOf((account) => deleteCustomer(account, customer));

  /** A subscription in any state, made without Checkout. */
  startSubscription({ customer, status = "active", price }: { customer: string; status?: Status; price?: string }) {
    let id = "";
    const events = this.#eventsOf(() => {
      id = this.#start(customer, price ?? this.#defaultPrice, status);
    });
    return { id, events };
  }

  /** Another yearly price, of the product that the application sells or of one of its own; its id. */
  addPrice({ amount, of }: { amount: number; of: "the product" | "another product" }): string {
    const account = this.#account;
    const { product, currency } = account.price(this.#defaultPrice);
    const id = newId("price");
    const offer = { id, nickname: "Repasa Premium", amount, currency, interval: "year" } as const;
    const own = of === "the product" && { product: String(product) };
    account.prices.set(id, buildPrice(account.now(), { ...offer, ...own }));
    return id;
  }

  /** The shop moves a subscription to another price, from the next period on. */
  changePrice = (id: string, price: string) =>
    this.#on(id, (account, subscription) => changePrice(account, subscription, account.price(price)));

  /** The card is declined from now on: the open invoice fails again, or the next period begins unpaid. */
  failPayment(id: string): StripeEvent[] {
    return this.#on(id, (account, subscription) => {
      account.declined.add(String(subscription.customer));
      if (openInvoiceOf(account, subscription)) retryPayment(account, subscription);
      else passTimeUntil(account, itemOf(subscription).current_period_end);
    });
  }

  /** The customer gives a card that works, and what is open is paid. */
  recoverPayment(id: string): StripeEvent[] {
    return this.#on(id, (account, subscription) => {
      account.declined.delete(String(subscription.customer));
      retryPayment(account, subscription);
    });
  }

  /** Stripe gives up on an unpaid invoice, as the account's settings say. */
  giveUpPayment(id: string, outcome: "unpaid" | "canceled"): StripeEvent[] {
    return this.#on(id, (account, subscription) => {
      if (outcome === "canceled") endSubscription(account, subscription);
      else changeSubscription(account, subscription, { status: "unpaid" });
    });
  }

  /** Events of another application that shares the Stripe account, with a customer and a price of its own. */
  otherApplication() {
    const account = this.#account;
    const created = account.now();
    const offer = { id: newId("price"), nickname: "Something else", amount: 500, currency: "usd" };
    account.prices.set(offer.id, buildPrice(created, { ...offer, interval: "month" }));
    const customer = buildCustomer(created, { email: "somebody@example.org" });
    account.customers.set(customer.id, customer);
    const events = this.#eventsOf(() => {
      account.record("customer.created", customer);
      this.#start(customer.id, offer.id, "active");
    });
    return { customer: customer.id, events };
  }

  #start(customer: string, priceId: string, status: Status): string {
    const account = this.#account;
    if (["incomplete", "past_due", "unpaid"].includes(status)) account.declined.add(customer);
    const subscription = startSubscription(account, customer, account.price(priceId));
    if (status === "canceled") endSubscription(account, subscription);
    else changeSubscription(account, subscription, { status });
    return subscription.id;
  }

  #eventsOf(act: (account: Account) => unknown): StripeEvent[] {
    const before = this.#account.events.length;
    act(this.#account);
    return this.#account.events.slice(before);
  }

  #on(id: string, act: (account: Account, subscription: Stripe.Subscription) => unknown): StripeEvent[] {
    return this.#eventsOf((account) => act(account, account.subscription(id)));
  }
}
