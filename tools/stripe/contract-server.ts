import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Account } from "./account.ts";
import { createActs } from "./acts.ts";
import { Api } from "./api.ts";
import type { Permission } from "./calls.ts";
import { buildPrice } from "./objects.ts";
import { servePages } from "./pages.ts";
import type { StripeEvent } from "./stripe-types.ts";
import { convertToOlderVersion, createDeliveries, signEvent, type WebhookTarget } from "./webhooks.ts";

const HOST = "127.0.0.1";
const SECRET_KEY = "sk_test_contract";
const PUBLISHABLE_KEY = "pk_test_contract";
const WEBHOOK_SECRET = "whsec_contract";
const PRICE_ID = "price_contractYearly";

export interface ContractOptions {
  /** 0, the default, chooses a free port. */
  port?: number;
  /** The price of a year, in the smallest unit of a currency such as `eur`. */
  price?: { amount: number; currency: string };
  /** The address to which events are delivered; by default they are not. */
  webhook?: WebhookTarget;
  /** The machine's clock by default. */
  now?: () => Date;
}

export type StripeContract = Awaited<ReturnType<typeof startStripeContract>>;

function createAccount({
  now = () => new Date(),
  price = { amount: 2999, currency: "eur" },
}: ContractOptions): Account {
  const account = new Account(now);
  const offer = { id: PRICE_ID, nickname: "Repasa Premium", interval: "year", ...price } as const;
  account.prices.set(PRICE_ID, buildPrice(account.now(), offer));
  return account;
}

/** Starts the double of Stripe on one port of this machine: API, hosted pages and webhooks. */
export async function startStripeContract(options: ContractOptions = {}) {
  const account = createAccount(options);
  const api = new Api(account, SECRET_KEY);
  const { stats, faults } = api;
  const deliveries = options.webhook && createDeliveries(options.webhook, WEBHOOK_SECRET);
  if (deliveries) account.onEvent = deliveries.send;

  const server = createServer((request, response) => {
    const served = request.url?.startsWith("/v1/")
      ? api.handle(request, response)
      : servePages(account, request, response);
    served.catch((error: unknown) => {
      stats.broken.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
      response.writeHead(500, { "stripe-should-retry": "false" }).end("{}");
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, HOST, resolve);
  });
  account.baseUrl = `http://${HOST}:${(server.address() as AddressInfo).port}`;

  return {
    url: account.baseUrl,
    secretKey: SECRET_KEY,
    /** The environment variables with which the server uses this double. */
    environment: {
      STRIPE_API_BASE: account.baseUrl,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_PRICE_ID: PRICE_ID,
    },
    stats,
    faults,
    /** Restricts the key to these permissions; null lifts the restriction. */
    restrictKey: (permissions: readonly Permission[] | null) => {
      api.permissions = permissions;
    },
    act: createActs(account, PRICE_ID),
    /** Returns all events, the oldest first. */
    events: account.events as readonly StripeEvent[],
    /** Returns the account's time in seconds since 1970. */
    now: () => account.now(),
    /** Returns a copy of a subscription. Throws if it does not exist. */
    subscription: (id: string) => structuredClone(account.subscriptions.find(id)),
    /** Returns copies of all subscriptions of a customer, the oldest first. */
    subscriptionsOf: (customer: string) => structuredClone(account.subscriptionsOf(customer)),
    /** Signs an event; `signedAt` is in seconds since 1970. */
    sign: (event: object, signedAt?: number) => signEvent(event, WEBHOOK_SECRET, signedAt),
    convertToOlderVersion,
    close: async () => {
      deliveries?.stop();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
