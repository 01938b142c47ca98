import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Account } from "./account.ts";
import { createActs } from "./acts.ts";
import { Api } from "./api.ts";
import type { Permission } from "./calls.ts";
import { buildPrice } from "./objects.ts";
import { servePages } from "./pages.ts";
import type { StripeEvent } from "./stripe-types.ts";
import { createDeliveries, inOlderVersion, signEvent, type WebhookTarget } from "./webhooks.ts";

const HOST = "127.0.0.1";
const SECRET_KEY = "sk_test_contract";
const PUBLISHABLE_KEY = "pk_test_contract";
const WEBHOOK_SECRET = "whsec_contract";
const PRICE_ID = "price_contractYearly";

export interface ContractOptions {
  /** 0, the default, chooses a free port. */
  port?: number;
  /** What a year costs, in the smallest unit of a currency such as `eur`. */
  price?: { amount: number; currency: string };
  /** Where events are delivered; nowhere by default. */
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

/** Starts a Stripe of our own on one port of this machine: API, hosted pages and webhooks. */
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
    /** The variables with which the server takes payments here. */
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
    /** All events, oldest first. */
    events: account.events as readonly StripeEvent[],
    /** The account's time in seconds. */
    now: () => account.now(),
    /** A copy of a subscription as it is now. Throws if there is none. */
    subscription: (id: string) => structuredClone(account.subscriptions.find(id)),
    /** Copies of all of a customer's subscriptions as they are now, oldest first. */
    subscriptionsOf: (customer: string) => structuredClone(account.subscriptionsOf(customer)),
    /** An event with a real signature; `signedAt` in seconds. */
    sign: (event: object, signedAt?: number) => signEvent(event, WEBHOOK_SECRET, signedAt),
    inOlderVersion,
    close: async () => {
      deliveries?.stop();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
