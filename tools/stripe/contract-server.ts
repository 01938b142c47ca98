import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Account, type StripeEvent } from "./account.ts";
import { createApi } from "./api.ts";
import { buildPrice } from "./objects.ts";
import { servePages } from "./pages.ts";
import { createDeliveries, signEvent, type WebhookTarget } from "./webhooks.ts";

const SECRET_KEY = "sk_test_contract";
const WEBHOOK_SECRET = "whsec_contract";
const PRICE_ID = "price_contractYearly";

export interface ContractOptions {
  /** 0, the default, chooses a free port. */
  port?: number;
  /** The price of a year, in the smallest unit of a currency such as `eur`. */
  price?: { amount: number; currency: string };
  /** The address to which events are delivered; by default they are not. */
  webhook?: WebhookTarget;
}

/** Starts the double of Stripe on one port of this machine: API, hosted pages and webhooks. */
export async function startStripeContract({
  port = 0,
  price = { amount: 2999, currency: "eur" },
  webhook,
}: ContractOptions = {}) {
  const account = new Account(buildPrice({ id: PRICE_ID, nickname: "Repasa Premium", ...price }));
  const problems: string[] = [];
  const serveApi = createApi(account, SECRET_KEY, problems);
  const deliveries = webhook && createDeliveries(webhook, WEBHOOK_SECRET);
  if (deliveries) account.onEvent = deliveries.send;

  const server = createServer((request, response) => {
    const served = request.url?.startsWith("/v1/")
      ? serveApi(request, response)
      : servePages(account, request, response);
    served.catch((error: unknown) => {
      problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
      response.writeHead(500, { "stripe-should-retry": "false" }).end("{}");
    });
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  account.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    /** The environment variables with which the server uses this double. */
    environment: {
      STRIPE_API_BASE: account.baseUrl,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: "pk_test_contract",
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_PRICE_ID: PRICE_ID,
    },
    /** Malformed requests, and errors of the double itself: tests assert that there are none. */
    problems,
    /** All events, the oldest first. */
    events: account.events as readonly StripeEvent[],
    sign: (event: object) => signEvent(event, WEBHOOK_SECRET),
    close: async () => {
      deliveries?.stop();
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}
