import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import type { OpenCheckout, PaidInvoice, ProviderSubscription, SoldPrice } from "#platform/payments/payment-client.ts";

const DAY = 86_400;
const SOLD: Offer = { amount: 2999, currency: "eur", product: "prod_premium", interval: "year" };

type Offer = { amount: number; currency: string; product: string; interval: "month" | "year" };
type Price = SoldPrice & { id: string; product: string };
type Customer = { id: string; object: "customer"; email: string | null; deleted?: true };
type Checkout = OpenCheckout & { object: "checkout.session"; customer: string; price: Price; status: string };
type Invoice = PaidInvoice & { id: string; object: "invoice"; customer: string; amount_due: number };
type Subscription = ProviderSubscription & {
  object: "subscription";
  customer: string;
  latest_invoice: string | null;
  items: { data: [Item] };
};
type Item = ProviderSubscription["items"]["data"][number] & { price: Price };
type Status = "incomplete" | "trialing" | "active" | "past_due" | "unpaid" | "canceled" | "paused";

export type ProviderEvent = {
  id: string;
  object: "event";
  type: string;
  created: number;
  data: { object: { id?: string; object: string; customer?: string } };
};

function createId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "")}`;
}

function missing(kind: string, id: string): Error {
  const message = `No such ${kind}: '${id}'`;
  return new Stripe.errors.StripeInvalidRequestError({
    type: "invalid_request_error",
    message,
    code: "resource_missing",
    statusCode: 404,
  });
}

export function refused(message: string): Error {
  return new Stripe.errors.StripeInvalidRequestError({ type: "invalid_request_error", message, statusCode: 400 });
}

/** Objects of one kind by id, in the order of their creation. */
class Objects<T> extends Map<string, T> {
  readonly #kind: string;

  constructor(kind: string) {
    super();
    this.#kind = kind;
  }

  find(id: string): T {
    const found = this.get(id);
    if (found === undefined) throw missing(this.#kind, id);
    return found;
  }
}

/** A period of a price that begins at `start`, in seconds since 1970. A year from 29 February ends on the 28th. */
function computePeriod({ recurring }: SoldPrice, start: number) {
  const end = new Date(start * 1000);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + (recurring?.interval === "month" ? 1 : 12));
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return { current_period_start: start, current_period_end: end.getTime() / 1000 };
}

const isOver = ({ status }: Subscription) => status === "canceled";

/**
 * The account of a shop at a payment provider, with what customers and the provider do in it: objects of Stripe as far as the product
 * reads them. An act changes the account at once and returns the events of it, which a test delivers in any order.
 */
export class ProviderAccount {
  readonly customers = new Objects<Customer>("customer");
  readonly prices = new Objects<Price>("price");
  readonly checkouts = new Objects<Checkout>("checkout.session");
  readonly subscriptions = new Objects<Subscription>("subscription");
  readonly invoices = new Objects<Invoice>("invoice");
  /** All events, the oldest first, each with the object as it was then. */
  readonly events: ProviderEvent[] = [];
  /** The price that the shop sells. */
  readonly soldPrice = this.#addPrice(SOLD);
  /** Customers whose card is declined. */
  readonly #declined = new Set<string>();
  readonly #start: number;
  #passed = 0;

  constructor(start: Date) {
    this.#start = start.getTime() / 1000;
  }

  /** Returns the time in seconds since 1970. It passes by acts alone. */
  now(): number {
    return this.#start + this.#passed;
  }

  subscriptionsOf(customer: string): Subscription[] {
    return [...this.subscriptions.values()].filter((one) => one.customer === customer);
  }

  /** Returns a customer who is not deleted. */
  findCustomer(id: string): Customer {
    const customer = this.customers.find(id);
    if (customer.deleted) throw missing("customer", id);
    return customer;
  }

  createCustomer(email: string | null): Customer {
    const customer: Customer = { id: createId("cus"), object: "customer", email };
    this.customers.set(customer.id, customer);
    this.#record("customer.created", customer);
    return customer;
  }

  createCheckout(customer: string, price: string, metadata: Stripe.Metadata | null, url: string): Checkout {
    const id = createId("cs_test");
    const sold = this.prices.find(price);
    const fields = { customer: this.findCustomer(customer).id, price: sold, metadata, url: `${url}/${id}` };
    const checkout: Checkout = {
      ...fields,
      id,
      object: "checkout.session",
      status: "open",
      expires_at: this.now() + DAY,
    };
    this.checkouts.set(id, checkout);
    return checkout;
  }

  listOpenCheckouts(customer: string): Checkout[] {
    const own = [...this.checkouts.keys()]
      .map((id) => this.#findCheckout(id))
      .filter((one) => one.customer === customer);
    return own.filter(({ status }) => status === "open").reverse();
  }

  completeCheckout(id: string): ProviderEvent[] {
    return this.#act(() => {
      const checkout = this.#findOpenCheckout(id);
      this.#declined.delete(checkout.customer);
      this.#subscribe(this.findCustomer(checkout.customer).id, checkout.price);
      Object.assign(checkout, { status: "complete", url: null });
      this.#record("checkout.session.completed", checkout);
    });
  }

  expireCheckout(id: string): Checkout {
    const checkout = this.#findOpenCheckout(id);
    Object.assign(checkout, { status: "expired", url: null });
    this.#record("checkout.session.expired", checkout);
    return checkout;
  }

  /** Creates a subscription in any state, without a checkout. */
  startSubscription({ customer, price, status = "active" }: { customer: string; price?: string; status?: Status }) {
    let id = "";
    const events = this.#act(() => {
      if (["incomplete", "past_due", "unpaid"].includes(status)) this.#declined.add(customer);
      const subscription = this.#subscribe(customer, price === undefined ? this.soldPrice : this.prices.find(price));
      id = subscription.id;
      if (status === "canceled") this.#end(subscription);
      else this.#change(subscription, { status });
    });
    return { id, events };
  }

  /** Adds another yearly price; returns its id. */
  addPrice({ amount, of }: { amount: number; of: "the product" | "another product" }): string {
    const { product } = this.soldPrice;
    return this.#addPrice({ ...SOLD, amount, product: of === "the product" ? product : createId("prod") }).id;
  }

  /** Changes the price of a subscription from the next period, without a charge for the present one. */
  changePrice(id: string, price: string): ProviderEvent[] {
    return this.#actOn(id, (one) =>
      this.#change(one, { items: { data: [{ ...one.items.data[0], price: this.prices.find(price) }] } }),
    );
  }

  passTime({ days = 0, seconds = 0 }: { days?: number; seconds?: number }): ProviderEvent[] {
    return this.#act(() => this.#passUntil(this.now() + days * DAY + seconds));
  }

  /** Advances the time to the end of the present period, when the subscription renews, fails to renew, or ends. */
  reachPeriodEnd(id: string): ProviderEvent[] {
    return this.#actOn(id, ({ items }) => this.#passUntil(items.data[0].current_period_end));
  }

  /** Declines the card from now on: payment of the open invoice fails again, or the next period begins unpaid. */
  failPayment(id: string): ProviderEvent[] {
    return this.#actOn(id, (one) => {
      this.#declined.add(one.customer);
      if (this.#findOpenInvoice(one)) this.#retry(one);
      else this.#passUntil(one.items.data[0].current_period_end);
    });
  }

  /** Replaces the card by a valid one, and pays the open invoice. */
  recoverPayment(id: string): ProviderEvent[] {
    return this.#actOn(id, (one) => {
      this.#declined.delete(one.customer);
      this.#retry(one);
    });
  }

  /** Ends the attempts to collect an unpaid invoice, with the result that the shop has chosen. */
  giveUpPayment(id: string, outcome: "unpaid" | "canceled"): ProviderEvent[] {
    return this.#actOn(id, (one) =>
      outcome === "canceled" ? this.#end(one) : this.#change(one, { status: "unpaid" }),
    );
  }

  /** `classic` sets `cancel_at_period_end`, too; the provider's portal sets only `cancel_at`. */
  cancelAtPeriodEnd(id: string, style: "classic" | "portal"): ProviderEvent[] {
    return this.#actOn(id, (one) => {
      const cancel_at = one.items.data[0].current_period_end;
      this.#change(one, { cancel_at, cancel_at_period_end: style === "classic" });
    });
  }

  reactivate(id: string): ProviderEvent[] {
    return this.#actOn(id, (one) => this.#change(one, { cancel_at: null, cancel_at_period_end: false }));
  }

  cancelNow(id: string): ProviderEvent[] {
    return this.#actOn(id, (one) => this.#end(one));
  }

  pause(id: string): ProviderEvent[] {
    return this.#actOn(id, (one) => {
      this.#change(one, { status: "paused" });
      this.#record("customer.subscription.paused", one);
    });
  }

  resume(id: string): ProviderEvent[] {
    return this.#actOn(id, (one) => {
      if (one.status !== "paused" || this.#declined.has(one.customer)) throw refused(`${id} cannot be resumed`);
      this.#startPeriod(one, this.now());
      this.#record("customer.subscription.resumed", one);
    });
  }

  /** Refunds the last payment, without effect on the subscription. */
  refund(id: string): ProviderEvent[] {
    return this.#actOn(id, ({ latest_invoice, customer }) => {
      if (this.invoices.get(latest_invoice ?? "")?.status !== "paid")
        throw refused(`${id} has no payment to give back`);
      this.#record("charge.refunded", { id: createId("ch"), object: "charge", customer });
    });
  }

  /** Deletes a customer and ends the customer's subscriptions; a stub of the customer remains. */
  deleteCustomer(id: string): ProviderEvent[] {
    return this.#act(() => {
      const customer = this.findCustomer(id);
      for (const one of this.subscriptionsOf(id)) if (!isOver(one)) this.#end(one);
      customer.deleted = true;
      this.#record("customer.deleted", customer);
    });
  }

  /** Returns events of another application that shares the account, with a customer and a price of its own. */
  otherApplication(): { customer: string; events: ProviderEvent[] } {
    const price = this.#addPrice({ ...SOLD, amount: 500, product: createId("prod"), interval: "month" });
    const events = this.#act(() => this.createCustomer("somebody@example.org"));
    const customer = events[0]?.data.object.id ?? "";
    return { customer, events: [...events, ...this.startSubscription({ customer, price: price.id }).events] };
  }

  #act(work: () => unknown): ProviderEvent[] {
    const before = this.events.length;
    work();
    return this.events.slice(before);
  }

  #actOn(id: string, work: (subscription: Subscription) => unknown): ProviderEvent[] {
    return this.#act(() => work(this.subscriptions.find(id)));
  }

  #record(type: string, object: ProviderEvent["data"]["object"]): void {
    const data = structuredClone({ object });
    this.events.push({ id: createId("evt"), object: "event", type, created: this.now(), data });
  }

  #addPrice({ amount, currency, product, interval }: Offer): Price {
    const recurring = { interval, interval_count: 1 } as const;
    const price = { id: createId("price"), product, unit_amount: amount, currency, recurring };
    this.prices.set(price.id, price);
    return price;
  }

  /** A session, which is set to expired if its time is over. */
  #findCheckout(id: string): Checkout {
    const checkout = this.checkouts.find(id);
    if (checkout.status === "open" && checkout.expires_at <= this.now()) {
      Object.assign(checkout, { status: "expired", url: null });
      this.#record("checkout.session.expired", checkout);
    }
    return checkout;
  }

  #findOpenCheckout(id: string): Checkout {
    const checkout = this.#findCheckout(id);
    if (checkout.status !== "open") throw refused(`This Checkout Session is ${checkout.status}, not open.`);
    return checkout;
  }

  /** Starts a subscription and charges its first invoice. It is incomplete as long as the card is declined. */
  #subscribe(customer: string, price: Price): Subscription {
    const created = this.now();
    const open = { cancel_at_period_end: false, cancel_at: null, ended_at: null, latest_invoice: null };
    const items: Subscription["items"] = { data: [{ quantity: 1, price, ...computePeriod(price, created) }] };
    const id = createId("sub");
    const one: Subscription = { id, object: "subscription", customer, created, status: "incomplete", items, ...open };
    this.subscriptions.set(id, one);
    const invoice = this.#issueInvoice(one);
    one.latest_invoice = invoice.id;
    this.#record("customer.subscription.created", one);
    if (this.#pay(invoice)) this.#change(one, { status: "active" });
    return one;
  }

  /** Changes a subscription that is not over, and records an event unless nothing changes. */
  #change(one: Subscription, patch: Partial<Subscription>): void {
    if (isOver(one)) throw refused(`${one.id} is ${one.status}`);
    const before = JSON.stringify(one);
    Object.assign(one, patch);
    if (JSON.stringify(one) !== before) this.#record("customer.subscription.updated", one);
  }

  #end(one: Subscription): void {
    // Stripe responds that it does not exist.
    if (isOver(one)) throw missing("subscription", one.id);
    Object.assign(one, { status: "canceled", ended_at: this.now() });
    const invoice = this.#findOpenInvoice(one);
    if (invoice) invoice.status = "void";
    this.#record("customer.subscription.deleted", one);
  }

  #issueInvoice({ customer, latest_invoice, items }: Subscription): Invoice {
    const { unit_amount, currency } = items.data[0].price;
    const billing_reason = latest_invoice === null ? "subscription_create" : "subscription_cycle";
    const amounts = { amount_due: unit_amount ?? 0, amount_paid: 0, currency };
    const invoice: Invoice = {
      id: createId("in"),
      object: "invoice",
      customer,
      status: "open",
      billing_reason,
      ...amounts,
    };
    this.invoices.set(invoice.id, invoice);
    this.#record("invoice.created", invoice);
    return invoice;
  }

  /** Returns the latest invoice if it is not paid yet. */
  #findOpenInvoice({ latest_invoice }: Subscription): Invoice | undefined {
    const invoice = this.invoices.get(latest_invoice ?? "");
    return invoice?.status === "open" ? invoice : undefined;
  }

  /** Charges the customer's card; returns whether the charge succeeded. */
  #pay(invoice: Invoice): boolean {
    const fails = this.#declined.has(invoice.customer);
    if (!fails) Object.assign(invoice, { status: "paid", amount_paid: invoice.amount_due });
    const types = fails ? ["invoice.payment_failed"] : ["invoice.paid", "invoice.payment_succeeded"];
    for (const type of types) this.#record(type, invoice);
    return !fails;
  }

  #retry(one: Subscription): void {
    const invoice = this.#findOpenInvoice(one);
    if (!invoice) throw refused(`${one.id} has no open invoice`);
    if (this.#pay(invoice)) this.#change(one, { status: "active" });
  }

  #startPeriod(one: Subscription, start: number): void {
    const [item] = one.items.data;
    this.#change(one, { items: { data: [{ ...item, ...computePeriod(item.price, start) }] } });
    const invoice = this.#issueInvoice(one);
    this.#change(one, { status: this.#pay(invoice) ? "active" : "past_due", latest_invoice: invoice.id });
  }

  /** Advances the time: periods renew or fail, and scheduled cancellations take effect, in their order. */
  #passUntil(moment: number): void {
    const nextChange = (one: Subscription) => {
      const renews = ["active", "trialing", "past_due"].includes(one.status);
      const end = renews ? one.items.data[0].current_period_end : Number.POSITIVE_INFINITY;
      return isOver(one) ? Number.POSITIVE_INFINITY : Math.min(one.cancel_at ?? Number.POSITIVE_INFINITY, end);
    };
    for (;;) {
      const [next] = [...this.subscriptions.values()].sort((a, b) => nextChange(a) - nextChange(b));
      if (!next || nextChange(next) > moment) break;
      const at = nextChange(next);
      this.#passed = Math.max(this.#passed, at - this.#start);
      if (next.cancel_at === at) this.#end(next);
      else this.#startPeriod(next, at);
    }
    this.#passed = Math.max(this.#passed, moment - this.#start);
  }
}
