import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { noSuch } from "./api-error.ts";
import { checkAnswer } from "./schemas.ts";
import type { CheckoutParams, EventName, EventTypes, StripeEvent } from "./stripe-types.ts";

/** An id with Stripe's prefix. Random, so that two doubles in one test run never share one. */
export function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "")}`;
}

function find<T>(objects: ReadonlyMap<string, T>, kind: string, id: string): T {
  const found = objects.get(id);
  if (found === undefined) throw noSuch(kind, id);
  return found;
}

/** The state of one Stripe account: its objects as the API shows them, by id, in the order of their creation. */
export class Account {
  readonly customers = new Map<string, Stripe.Customer | Stripe.DeletedCustomer>();
  readonly prices = new Map<string, Stripe.Price>();
  readonly checkoutSessions = new Map<string, Stripe.Checkout.Session>();
  /** What each checkout session sells. */
  readonly checkoutParams = new Map<string, CheckoutParams>();
  readonly portalSessions = new Map<string, Stripe.BillingPortal.Session>();
  readonly subscriptions = new Map<string, Stripe.Subscription>();
  readonly invoices = new Map<string, Stripe.Invoice>();
  /** Customers whose card is declined. */
  readonly declined = new Set<string>();
  /** Everything that has happened, oldest first, each with the object as it was then. */
  readonly events: StripeEvent[] = [];
  /** Called with each event as it happens. */
  onEvent: (event: StripeEvent) => void = () => {};
  /** Where the hosted pages are. */
  baseUrl = "";
  readonly #clock: () => Date;
  #offset = 0;

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** In seconds since 1970: the clock, moved on by the time that tests let pass. */
  now(): number {
    return Math.floor(this.#clock().getTime() / 1000) + this.#offset;
  }

  /** Never goes back. */
  moveTimeTo(seconds: number): void {
    this.#offset += Math.max(0, seconds - this.now());
  }

  /** A customer who is not deleted. */
  customer(id: string): Stripe.Customer {
    const customer = find(this.customers, "customer", id);
    if (customer.deleted) throw noSuch("customer", id);
    return customer;
  }

  price(id: string): Stripe.Price {
    return find(this.prices, "price", id);
  }

  checkoutSession(id: string): Stripe.Checkout.Session {
    return find(this.checkoutSessions, "checkout.session", id);
  }

  paramsOf({ id }: Stripe.Checkout.Session): CheckoutParams {
    return find(this.checkoutParams, "checkout.session", id);
  }

  subscription(id: string): Stripe.Subscription {
    return find(this.subscriptions, "subscription", id);
  }

  invoice(id: string): Stripe.Invoice {
    return find(this.invoices, "invoice", id);
  }

  subscriptionsOf(customer: string): Stripe.Subscription[] {
    return [...this.subscriptions.values()].filter((one) => one.customer === customer);
  }

  record<N extends EventName>(type: N, object: EventTypes[N]["data"]["object"], previous?: object): void {
    const event = {
      id: newId("evt"),
      object: "event",
      api_version: Stripe.API_VERSION,
      created: this.now(),
      data: structuredClone({ object, ...(previous && { previous_attributes: previous }) }),
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
    };
    checkAnswer(type, event);
    this.events.push(event as unknown as StripeEvent);
    this.onEvent(event as unknown as StripeEvent);
  }

  /** Changes an object of the account and tells it, with the values from before; nothing when none changes. */
  change<N extends EventName, T extends EventTypes[N]["data"]["object"]>(type: N, object: T, patch: Partial<T>): void {
    const keys = Object.keys(patch) as (keyof T)[];
    const changed = keys.filter((key) => JSON.stringify(object[key]) !== JSON.stringify(patch[key]));
    if (changed.length === 0) return;
    const previous = Object.fromEntries(changed.map((key) => [key, object[key]]));
    Object.assign(object, patch);
    this.record(type, object, previous);
  }
}
