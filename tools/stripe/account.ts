import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { createMissingError } from "./api-error.ts";
import { checkAnswer } from "./schemas.ts";
import type { ObjectName } from "./stripe-types.ts";

/** An object that events are about. */
type Subject = Stripe.Customer | Stripe.Checkout.Session | Stripe.Subscription | Stripe.Invoice;

export type StripeEvent = { id: string; type: string; data: { object: Subject } };

/** Creates an id with Stripe's prefix. It is random, so that two doubles in one test run never share one. */
export function createId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "")}`;
}

/** @throws ApiError when the account has no such object. */
export function find<T>(objects: ReadonlyMap<string, T>, kind: string, id: string): T {
  const found = objects.get(id);
  if (found === undefined) throw createMissingError(kind, id);
  return found;
}

/** The state of one Stripe account: its objects by id, in the order of their creation, as the API returns them. */
export class Account {
  readonly customers = new Map<string, Stripe.Customer | Stripe.DeletedCustomer>();
  readonly checkouts = new Map<string, Stripe.Checkout.Session>();
  readonly subscriptions = new Map<string, Stripe.Subscription>();
  readonly invoices = new Map<string, Stripe.Invoice>();
  /** All events, the oldest first, each with the object as it was then. */
  readonly events: StripeEvent[] = [];
  /** Called with each event when it happens. */
  onEvent: (event: StripeEvent) => void = () => {};
  /** The address of the hosted pages. */
  baseUrl = "";
  /** All that it sells. */
  readonly price: Stripe.Price;

  constructor(price: Stripe.Price) {
    this.price = price;
  }

  /** In seconds since 1970. */
  readonly now = () => Math.floor(Date.now() / 1000);

  /** Returns a customer who is not deleted. */
  customer(id: string): Stripe.Customer {
    const customer = find(this.customers, "customer", id);
    if (customer.deleted) throw createMissingError("customer", id);
    return customer;
  }

  subscriptionsOf(customer: string): Stripe.Subscription[] {
    return [...this.subscriptions.values()].filter((one) => one.customer === customer);
  }

  /** Records an event about an object as it is now. */
  record(type: Stripe.Event["type"], object: Subject): void {
    const envelope = { object: "event", livemode: false, pending_webhooks: 1, request: null };
    const [id, created, data] = [createId("evt"), this.now(), structuredClone({ object })];
    const event = { id, type, created, api_version: Stripe.API_VERSION, data, ...envelope };
    checkAnswer("event", event);
    checkAnswer(object.object as ObjectName, object);
    this.events.push(event);
    this.onEvent(event);
  }
}
