import type Stripe from "stripe";
import { buildPrice, buildProduct, type PriceSeed } from "../objects/price.ts";
import { noSuch } from "../refusal.ts";
import { EventLog } from "./events.ts";
import { newId } from "./ids.ts";
import type { ContractTime } from "./time.ts";

/** What a checkout session was asked to make, kept until somebody pays. */
export interface CheckoutOrder {
  price: string;
  quantity: number;
  subscriptionData: Stripe.Checkout.SessionCreateParams.SubscriptionData;
}

export type Card = "works" | "fails";

/** The state of one Stripe account: its objects as the API shows them, references as ids. Maps keep creation order. */
export class Account {
  readonly customers = new Map<string, Stripe.Customer | Stripe.DeletedCustomer>();
  readonly products = new Map<string, Stripe.Product>();
  readonly prices = new Map<string, Stripe.Price>();
  readonly checkoutSessions = new Map<string, Stripe.Checkout.Session>();
  readonly checkoutOrders = new Map<string, CheckoutOrder>();
  readonly lineItems = new Map<string, Stripe.LineItem[]>();
  readonly portalSessions = new Map<string, Stripe.BillingPortal.Session>();
  readonly subscriptions = new Map<string, Stripe.Subscription>();
  readonly invoices = new Map<string, Stripe.Invoice>();
  /** By invoice. */
  readonly invoicePayments = new Map<string, Stripe.InvoicePayment[]>();
  readonly charges = new Map<string, Stripe.Charge>();
  readonly refunds = new Map<string, Stripe.Refund>();
  /** What happens when a customer's card is charged. */
  readonly cards = new Map<string, Card>();
  readonly events: EventLog;
  readonly time: ContractTime;
  readonly portalConfiguration = newId("bpc");
  /** Where the hosted pages are. */
  baseUrl = "";

  constructor(time: ContractTime) {
    this.time = time;
    this.events = new EventLog(time);
  }

  addPrice(seed: PriceSeed): void {
    this.products.set(seed.product, buildProduct(seed));
    this.prices.set(seed.id, buildPrice(seed));
  }

  /** A customer that still exists. `param` names the parameter that refers to it. */
  customer(id: string, param?: string): Stripe.Customer {
    const customer = this.customers.get(id);
    if (!customer || customer.deleted) throw noSuch("customer", id, param);
    return customer;
  }

  price(id: string, param?: string): Stripe.Price {
    const price = this.prices.get(id);
    if (!price) throw noSuch("price", id, param);
    return price;
  }

  checkoutSession(id: string): Stripe.Checkout.Session {
    const session = this.checkoutSessions.get(id);
    if (!session) throw noSuch("checkout.session", id);
    return session;
  }

  subscription(id: string, param?: string): Stripe.Subscription {
    const subscription = this.subscriptions.get(id);
    if (!subscription) throw noSuch("subscription", id, param);
    return subscription;
  }

  subscriptionsOf(customer: string): Stripe.Subscription[] {
    return [...this.subscriptions.values()].filter((one) => one.customer === customer);
  }

  productNameOf({ product }: Stripe.Price): string {
    return this.products.get(typeof product === "string" ? product : product.id)?.name ?? "";
  }
}
