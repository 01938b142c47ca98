import type Stripe from "stripe";
import { buildCustomer } from "./objects/customer.ts";
import { itemOf } from "./objects/subscription.ts";
import type { Account } from "./state/account.ts";
import { passTimeUntil } from "./state/billing-cycle.ts";
import { completeCheckout, expireCheckout } from "./state/checkout.ts";
import type { ContractEvent } from "./state/events.ts";
import { newId } from "./state/ids.ts";
import { openInvoiceOf } from "./state/payments.ts";
import { chargeOfInvoice, refundCharge } from "./state/refunds.ts";
import {
  changeSubscription,
  clearCancellation,
  deleteCustomer,
  endSubscription,
  pauseSubscription,
  renewSubscription,
  resumeSubscription,
  retryPayment,
  scheduleCancellation,
  startSubscription,
} from "./state/subscriptions.ts";
import { periodEnd } from "./state/time.ts";

const DAY = 86_400;

/** As of this API version; the official types leave the list open for later ones. */
export type SubscriptionStatus =
  | "incomplete"
  | "incomplete_expired"
  | "trialing"
  | "active"
  | "past_due"
  | "unpaid"
  | "canceled"
  | "paused";

export interface SubscriptionWish {
  customer: string;
  /** `active` by default. */
  status?: SubscriptionStatus;
  /** The configured price by default. */
  price?: string;
  metadata?: Stripe.Metadata;
}

export interface StartedSubscription {
  id: string;
  events: ContractEvent[];
}

/** An application that shares the Stripe account, with a customer and a plan of its own. */
export interface OtherApplication {
  customer: string;
  subscription: string;
  price: string;
  events: ContractEvent[];
}

/**
 * What customers and Stripe do without the application. Each act changes the state at once and returns the events that
 * Stripe would send, for the test to deliver in whatever order it likes.
 */
export class Actors {
  readonly #account: Account;
  readonly #defaultPrice: string;

  constructor(account: Account, defaultPrice: string) {
    this.#account = account;
    this.#defaultPrice = defaultPrice;
  }

  /** The customer pays on the hosted page. */
  completeCheckout(session: string): ContractEvent[] {
    return this.#during(() => completeCheckout(this.#account, this.#account.checkoutSession(session)));
  }

  expireCheckout(session: string): ContractEvent[] {
    return this.#during(() => expireCheckout(this.#account, this.#account.checkoutSession(session)));
  }

  /** A subscription in any state, with the history that led there, made without Checkout. */
  startSubscription(wish: SubscriptionWish): StartedSubscription {
    let id = "";
    const events = this.#during(() => {
      id = this.#begin(wish).id;
    });
    return { id, events };
  }

  /** The card stops working: the present period ends unpaid, or the open invoice fails once more. */
  failPayment(subscription: string): ContractEvent[] {
    return this.#during(() => {
      const found = this.#account.subscription(subscription);
      this.#account.cards.set(String(found.customer), "fails");
      if (openInvoiceOf(this.#account, found)) retryPayment(this.#account, found);
      else passTimeUntil(this.#account, itemOf(found).current_period_end);
    });
  }

  /** The customer gives a card that works, and what is open is paid. */
  recoverPayment(subscription: string): ContractEvent[] {
    return this.#during(() => {
      const found = this.#account.subscription(subscription);
      this.#account.cards.set(String(found.customer), "works");
      retryPayment(this.#account, found);
    });
  }

  /** Stripe gives up on an unpaid invoice, as the account's settings say. */
  giveUpPayment(subscription: string, outcome: "unpaid" | "canceled"): ContractEvent[] {
    return this.#during(() => {
      const found = this.#account.subscription(subscription);
      if (outcome === "unpaid") changeSubscription(this.#account, found, { status: "unpaid" });
      else endSubscription(this.#account, found, { reason: "payment_failed" });
    });
  }

  /** Time passes until the present period is over: it renews, fails or ends as scheduled. */
  reachPeriodEnd(subscription: string): ContractEvent[] {
    const found = this.#account.subscription(subscription);
    return this.passTimeUntil(itemOf(found).current_period_end);
  }

  passTime(time: { days?: number; seconds?: number }): ContractEvent[] {
    return this.passTimeUntil(this.#account.time.now() + (time.days ?? 0) * DAY + (time.seconds ?? 0));
  }

  /** With the present moment it does what is due after a clock was moved from outside. */
  passTimeUntil(moment: number): ContractEvent[] {
    return this.#during(() => passTimeUntil(this.#account, moment));
  }

  /** `classic` as by the API or the dashboard; `portal` sets only `cancel_at`. */
  cancelAtPeriodEnd(subscription: string, way: "classic" | "portal"): ContractEvent[] {
    return this.#during(() => scheduleCancellation(this.#account, this.#account.subscription(subscription), way));
  }

  reactivate(subscription: string): ContractEvent[] {
    return this.#during(() => clearCancellation(this.#account, this.#account.subscription(subscription)));
  }

  cancelNow(subscription: string): ContractEvent[] {
    return this.#during(() => endSubscription(this.#account, this.#account.subscription(subscription)));
  }

  pause(subscription: string): ContractEvent[] {
    return this.#during(() => pauseSubscription(this.#account, this.#account.subscription(subscription)));
  }

  resume(subscription: string): ContractEvent[] {
    return this.#during(() => resumeSubscription(this.#account, this.#account.subscription(subscription)));
  }

  /** Gives back the last payment, or a part of it. */
  refund(subscription: string, amount?: number): ContractEvent[] {
    return this.#during(() => {
      const { latest_invoice } = this.#account.subscription(subscription);
      const charge = chargeOfInvoice(this.#account, String(latest_invoice));
      if (!charge) throw new Error(`${subscription} has no payment to give back`);
      refundCharge(this.#account, charge, amount === undefined ? {} : { amount });
    });
  }

  deleteCustomer(customer: string): ContractEvent[] {
    return this.#during(() => deleteCustomer(this.#account, customer));
  }

  /** Events of an application that has nothing to do with ours; its objects can be retrieved as any. */
  otherApplication(): OtherApplication {
    const price = newId("price");
    const product = newId("prod");
    const created = this.#account.time.now();
    const offer = { amount: 500, currency: "usd", interval: "month", active: true } as const;
    this.#account.addPrice({ id: price, product, productName: "Something else", created, ...offer });
    const customer = buildCustomer({
      id: newId("cus"),
      created,
      invoicePrefix: "OTHER",
      email: "somebody@example.org",
    });
    this.#account.customers.set(customer.id, customer);
    let subscription = "";
    const events = this.#during(() => {
      this.#account.events.record("customer.created", customer);
      subscription = this.#begin({ customer: customer.id, price }).id;
    });
    return { customer: customer.id, subscription, price, events };
  }

  #during(act: () => unknown): ContractEvent[] {
    return this.#account.events.during(() => {
      act();
    });
  }

  #begin({ customer, status = "active", price = this.#defaultPrice, metadata = {} }: SubscriptionWish) {
    const account = this.#account;
    const start = { customer, price: account.price(price), metadata };
    const cardFails = () => account.cards.set(customer, "fails");
    account.cards.set(customer, "works");
    switch (status) {
      case "trialing":
        return startSubscription(account, { ...start, trialDays: 14 });
      case "paused": {
        const subscription = startSubscription(account, { ...start, trialDays: 14 });
        pauseSubscription(account, subscription);
        return subscription;
      }
      case "incomplete":
        cardFails();
        return startSubscription(account, start);
      case "incomplete_expired": {
        cardFails();
        const subscription = startSubscription(account, start);
        changeSubscription(account, subscription, { status: "incomplete_expired", ended_at: account.time.now() });
        return subscription;
      }
      case "past_due":
      case "unpaid":
        return this.#beginInArrears(start, status);
      case "canceled": {
        const subscription = startSubscription(account, start);
        endSubscription(account, subscription);
        return subscription;
      }
      default:
        return startSubscription(account, start);
    }
  }

  /** It paid a period that is just over, and could not pay the next. */
  #beginInArrears(start: { customer: string; price: Stripe.Price }, status: "past_due" | "unpaid") {
    const account = this.#account;
    const { recurring } = start.price;
    if (!recurring) throw new Error(`${start.price.id} does not recur`);
    const now = account.time.now();
    const startedAt = periodEnd(now, recurring, now, -1);
    const subscription = startSubscription(account, { ...start, startedAt });
    account.cards.set(start.customer, "fails");
    renewSubscription(account, subscription);
    if (status === "unpaid") changeSubscription(account, subscription, { status });
    return subscription;
  }
}
