import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type Stripe from "stripe";
import { Actors } from "./actors.ts";
import { createApiListener } from "./http/api-listener.ts";
import { Faults } from "./http/faults.ts";
import { type ContractStats, newStats } from "./http/stats.ts";
import { createPageListener } from "./pages/page-listener.ts";
import { Account } from "./state/account.ts";
import type { ContractEvent } from "./state/events.ts";
import { ContractTime } from "./state/time.ts";
import { Deliveries, type WebhookTarget } from "./webhooks/deliveries.ts";
import { inOlderVersion, type OlderEvent } from "./webhooks/older-versions.ts";
import { type SignedDelivery, signEvent } from "./webhooks/signing.ts";

export interface ContractOptions {
  /** 0, the default, takes a free one. */
  port?: number;
  secretKey?: string;
  webhookSecret?: string;
  /** The plan that is sold; 29.99 EUR a year by default. */
  price?: {
    id?: string;
    /** In the currency's smallest unit. */
    amount?: number;
    currency?: string;
    interval?: Stripe.Price.Recurring.Interval;
    productName?: string;
    active?: boolean;
  };
  /** Where events are sent by themselves; nowhere by default. */
  webhook?: WebhookTarget;
  /** The present; the machine's by default. */
  now?: () => Date;
}

export interface StripeContract {
  /** For `STRIPE_API_BASE`, and in the parts that the official client takes. */
  url: string;
  host: string;
  port: number;
  protocol: "http";
  secretKey: string;
  webhookSecret: string;
  priceId: string;
  /** What makes Repasa sell here. */
  environment: Record<string, string>;
  stats: ContractStats;
  faults: Faults;
  act: Actors;
  deliveries: Deliveries;
  /** Everything that has happened, oldest first. */
  events: readonly ContractEvent[];
  /** The account's time in seconds. */
  now: () => number;
  /** What the account holds at this moment, as a copy. Throws when it does not. */
  subscription: (id: string) => Stripe.Subscription;
  /** The customer's subscriptions at this moment in whatever state, oldest first. */
  subscriptionsOf: (customer: string) => Stripe.Subscription[];
  /** A delivery with a real signature; `signedAt` in seconds. */
  sign: (event: object, signedAt?: number) => SignedDelivery;
  inOlderVersion: (event: ContractEvent) => OlderEvent;
  close: () => Promise<void>;
}

const HOST = "127.0.0.1";
const PUBLISHABLE_KEY = "pk_test_contract";

function seedPrice(account: Account, price: ContractOptions["price"] = {}): string {
  const id = price.id ?? "price_contractYearly";
  account.addPrice({
    id,
    product: "prod_contractPremium",
    productName: price.productName ?? "Repasa Premium",
    created: account.time.now(),
    currency: (price.currency ?? "eur").toLowerCase(),
    amount: price.amount ?? 2999,
    interval: price.interval ?? "year",
    active: price.active ?? true,
  });
  return id;
}

/** Starts a Stripe of one's own: API, hosted pages and webhooks on one port of this machine. */
export async function startStripeContract(options: ContractOptions = {}): Promise<StripeContract> {
  const { secretKey = "sk_test_contract", webhookSecret = "whsec_contract" } = options;
  const account = new Account(new ContractTime(options.now ?? (() => new Date())));
  const priceId = seedPrice(account, options.price);
  const stats = newStats();
  const faults = new Faults();
  const deliveries = new Deliveries(webhookSecret, options.webhook ?? null);
  account.events.onEvent((event) => deliveries.enqueue(event));

  const answerPage = createPageListener(account);
  const answerApi = createApiListener({ account, secretKey, faults, stats });
  const server = createServer(async (request, response) => {
    try {
      const isCall = /^\/v\d+\//.test(request.url ?? "");
      await (isCall ? answerApi : answerPage)(request, response);
    } catch (error) {
      stats.broken.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
      response.destroy();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  account.baseUrl = `http://${HOST}:${port}`;

  return {
    url: account.baseUrl,
    host: HOST,
    port,
    protocol: "http",
    secretKey,
    webhookSecret,
    priceId,
    environment: {
      STRIPE_API_BASE: account.baseUrl,
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_PRICE_ID: priceId,
    },
    stats,
    faults,
    act: new Actors(account, priceId),
    deliveries,
    events: account.events.all,
    now: () => account.time.now(),
    subscription: (id) => structuredClone(account.subscription(id)),
    subscriptionsOf: (customer) => structuredClone(account.subscriptionsOf(customer)),
    sign: (event, signedAt) => signEvent(event, webhookSecret, signedAt),
    inOlderVersion: (event) => inOlderVersion(account, event),
    close: async () => {
      await deliveries.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
