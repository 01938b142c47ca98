import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { createMissingError } from "./api-error.ts";
import { checkAnswer } from "./schemas.ts";
import type { CheckoutParams, EventName, EventTypes, StripeEvent } from "./stripe-types.ts";

/** Creates an id with Stripe's prefix. It is random, so that two doubles in one test run never share one. */
export function createId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "")}`;
}

/** Objects of one kind by id, in the order of their creation. */
class Objects<T> extends Map<string, T> {
  readonly #kind: string;

  constructor(kind: string) {
    super();
    this.#kind = kind;
  }

  /** @throws ApiError when the account has no such object. */
  find(id: string): T {
    const found = this.get(id);
    if (found === undefined) throw createMissingError(this.#kind, id);
    return found;
  }
}

/** The state of one Stripe account: its objects as the API returns them. */
export class Account {
  readonly customers = new Objects<Stripe.Customer | Stripe.DeletedCustomer>("customer");
  readonly prices = new Objects<Stripe.Price>("price");
  readonly checkouts = new Objects<Stripe.Checkout.Session>("checkout.session");
  /** The purchase of each checkout session. */
  readonly checkoutParams = new Objects<CheckoutParams>("checkout.session");
  readonly portals = new Objects<Stripe.BillingPortal.Session>("portal session");
  readonly subscriptions = new Objects<Stripe.Subscription>("subscription");
  readonly invoices = new Objects<Stripe.Invoice>("invoice");
  /** Customers whose card is declined. */
  readonly declined = new Set<string>();
  /** All events, the oldest first, each with the object as it was then. */
  readonly events: StripeEvent[] = [];
  /** Called with each event when it happens. */
  onEvent: (event: StripeEvent) => void = () => {};
  /** The address of the hosted pages. */
  baseUrl = "";
  readonly #clock: () => Date;
  #offset = 0;

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** Returns the account's time in seconds since 1970: the clock's time plus the time that tests have added. */
  now(): number {
    return Math.floor(this.#clock().getTime() / 1000) + this.#offset;
  }

  /** Advances the time to an instant, unless that has passed. */
  moveTimeTo(seconds: number): void {
    this.#offset += Math.max(0, seconds - this.now());
  }

  /** Returns a customer who is not deleted. */
  customer(id: string): Stripe.Customer {
    const customer = this.customers.find(id);
    if (customer.deleted) throw createMissingError("customer", id);
    return customer;
  }

  subscriptionsOf(customer: string): Stripe.Subscription[] {
    return [...this.subscriptions.values()].filter((one) => one.customer === customer);
  }

  record<N extends EventName>(type: N, object: EventTypes[N]["data"]["object"], previous?: object): void {
    const event = {
      id: createId("evt"),
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

  /** Changes an object of the account, and records an event with the previous values unless nothing changes. */
  change<N extends EventName, T extends EventTypes[N]["data"]["object"]>(type: N, object: T, patch: Partial<T>): void {
    const keys = Object.keys(patch) as (keyof T)[];
    const changed = keys.filter((key) => JSON.stringify(object[key]) !== JSON.stringify(patch[key]));
    if (changed.length === 0) return;
    const previous = Object.fromEntries(changed.map((key) => [key, object[key]]));
    Object.assign(object, patch);
    this.record(type, object, previous);
  }
}
