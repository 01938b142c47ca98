// The gateway's calls over HTTP: what Stripe's client sends, and what becomes of its responses. All other tests of billing use a provider
// in their own process.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Stripe from "stripe";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Database } from "#platform/db/pool.ts";
import { openPaymentClient } from "#platform/payments/payment-client.ts";
import { readConfig } from "#platform/process/config.ts";
import { testContext } from "#testing/test-context.ts";
import { startStripeContract } from "../../../../../tools/stripe/contract-server.ts";
import {
  callProvider,
  createCheckout,
  createCustomer,
  createPortal,
  deleteCustomer,
  expireCheckouts,
  isAnsweredError,
  isExistingCustomer,
  isForbidden,
  isMissing,
  keepOneCheckoutOpen,
  listSubscriptions,
  readEvent,
  readOffer,
  readPayment,
  requireYearlyPrice,
  setCustomerEmail,
} from "./billing.gateway.ts";

const ANA = { id: 7 as OwnerId, email: "ana+1@repasa.example" };
const KEYS = {
  STRIPE_SECRET_KEY: "sk_test_gateway",
  STRIPE_PUBLISHABLE_KEY: "pk_test_gateway",
  STRIPE_WEBHOOK_SECRET: "whsec_gateway",
  STRIPE_PRICE_ID: "price_gateway",
};

function contextOf(environment: Record<string, string>, timeoutMs?: number): Context {
  const config = readConfig(environment);
  if (!config.stripe) throw new Error("payments are not configured");
  const payments = openPaymentClient(config.stripe, timeoutMs);
  return testContext({} as Database, { config, payments, clock: { now: () => new Date() } });
}

type Request = Pick<IncomingMessage, "method" | "url" | "headers"> & { body: string };

/** Starts a server that responds to each call by the next of these functions, and then by the last. */
async function serve(...responses: ((response: ServerResponse) => void)[]) {
  const requests: Request[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    requests.push({ method, url, headers, body: await text(request) });
    responses[Math.min(requests.length, responses.length) - 1]?.(response);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { requests, environment: { ...KEYS, STRIPE_API_BASE: `http://127.0.0.1:${port}` } };
}

const send = (status: number, body: unknown) => (response: ServerResponse) => {
  const headers = { "content-type": "application/json", "request-id": "req_1" };
  response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));
};
const refuse = (status: number, code: string) =>
  send(status, { error: { type: "invalid_request_error", code, message: code } });
const reset = (response: ServerResponse) => void response.socket?.resetAndDestroy();
const never = () => {};

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => {
      throw new Error("the call succeeded");
    },
    (error: unknown) => error,
  );
}

describe("every call of the gateway", () => {
  it("is one that Stripe's types allow, and its response is understood", async () => {
    const contract = await startStripeContract();
    onTestFinished(() => contract.close());
    const ctx = contextOf(contract.environment);
    expect(await readOffer(ctx)).toMatchObject({ price: { amount: 2999, currency: "eur" } });
    const customer = await createCustomer(ctx, ANA, "key");
    expect(await isExistingCustomer(ctx, customer)).toBe(true);
    await setCustomerEmail(ctx, customer, "eva@repasa.example");
    await createCheckout(ctx, customer, ANA.id);
    await createCheckout(ctx, customer, ANA.id);
    const kept = await keepOneCheckoutOpen(ctx, customer, new Date());
    expect(await keepOneCheckoutOpen(ctx, customer, new Date())).toEqual(kept);
    await fetch(kept?.url ?? "", { method: "POST", body: new URLSearchParams({ action: "pay" }), redirect: "manual" });
    const [subscription] = await listSubscriptions(ctx, customer);
    expect(subscription).toMatchObject({ status: "active", cancel_at: null });
    expect(await readPayment(ctx, String(subscription?.latest_invoice))).toEqual({
      isPaid: true,
      isFirst: true,
      price: { amount: 2999, currency: "eur" },
    });
    expect(await createPortal(ctx, customer)).toContain("/portal/");
    await createCheckout(ctx, customer, ANA.id);
    await expireCheckouts(ctx, customer);
    expect(await keepOneCheckoutOpen(ctx, customer, new Date())).toBeNull();
    await deleteCustomer(ctx, customer);
    await deleteCustomer(ctx, customer);
    expect(await isExistingCustomer(ctx, customer)).toBe(false);
    expect(await listSubscriptions(ctx, customer)).toMatchObject([{ status: "canceled" }]);
    expect(await isExistingCustomer(ctx, "cus_none")).toBe(false);
    expect(contract.problems).toEqual([]);
    // Each event names the customer, and nobody else can sign it.
    for (const event of contract.events) {
      const { body, headers } = contract.sign(event);
      const signature = headers["stripe-signature"];
      expect(readEvent(ctx, Buffer.from(body), signature)).toEqual({
        id: event.id,
        type: event.type,
        customerId: customer,
      });
      expect(readEvent(contextOf(KEYS), Buffer.from(body), signature)).toBeNull();
    }
  });
});

describe("a request", () => {
  it("is a form with the key of the account, the version of the API and an idempotency key", async () => {
    const { requests, environment } = await serve(send(200, { id: "cus_1" }));
    await createCustomer(contextOf(environment), ANA, "key-1");
    expect(requests).toMatchObject([
      {
        method: "POST",
        url: "/v1/customers",
        headers: {
          authorization: "Bearer sk_test_gateway",
          "stripe-version": Stripe.API_VERSION,
          "content-type": "application/x-www-form-urlencoded",
          "idempotency-key": "key-1",
        },
      },
    ]);
    expect(Object.fromEntries(new URLSearchParams(requests[0]?.body))).toEqual({
      email: ANA.email,
      "metadata[userId]": "7",
      "preferred_locales[0]": "es",
    });
  });

  it("reads all pages of a list", async () => {
    const page = (ids: string[], has_more: boolean) =>
      send(200, { object: "list", data: ids.map((id) => ({ id })), has_more, url: "/v1/subscriptions" });
    const { requests, environment } = await serve(page(["sub_1", "sub_2"], true), page(["sub_3"], false));
    const found = await listSubscriptions(contextOf(environment), "cus_1");
    expect(found.map(({ id }) => id)).toEqual(["sub_1", "sub_2", "sub_3"]);
    expect(requests.map(({ url }) => new URL(url ?? "", "http://x").searchParams.get("starting_after"))).toEqual([
      null,
      "sub_2",
    ]);
  });

  it.each([
    ["500", send(500, { error: { type: "api_error" } })],
    ["409, while the first one with its key still runs", refuse(409, "idempotency_key_in_use")],
    ["a cut connection", reset],
    ["no response in time", never],
  ])("is repeated once with the same key after %s", async (_, failure) => {
    const { requests, environment } = await serve(failure, send(200, { id: "cus_1" }));
    expect(await createCustomer(contextOf(environment, 200), ANA, "key-2")).toBe("cus_1");
    expect(requests.map(({ headers }) => headers["idempotency-key"])).toEqual(["key-2", "key-2"]);
  });
});

describe("an error of the provider", () => {
  it.each([
    ["404", refuse(404, "resource_missing"), { missing: true, forbidden: false, answered: true }],
    ["403", refuse(403, "more_permissions_required"), { missing: false, forbidden: true, answered: true }],
    ["400", refuse(400, "parameter_invalid"), { missing: false, forbidden: false, answered: true }],
    ["429", refuse(429, "rate_limit"), { missing: false, forbidden: false, answered: true }],
    ["500", send(500, { error: { type: "api_error" } }), { missing: false, forbidden: false, answered: true }],
    ["409", refuse(409, "idempotency_key_in_use"), { missing: false, forbidden: false, answered: false }],
    ["a cut connection", reset, { missing: false, forbidden: false, answered: false }],
    ["no response in time", never, { missing: false, forbidden: false, answered: false }],
    ["a response that is not JSON", send(200, "<html>"), { missing: false, forbidden: false, answered: false }],
  ])("is recognised: %s", async (_, response, expected) => {
    const { environment } = await serve(response);
    const error = await errorOf(createCustomer(contextOf(environment, 200), ANA, "key"));
    const [missing, forbidden, answered] = [isMissing(error), isForbidden(error), isAnsweredError(error)];
    expect({ missing, forbidden, answered }).toEqual(expected);
  });

  it.each([
    ["500", send(500, { error: { type: "api_error" } })],
    ["a cut connection", reset],
    ["a response that is not JSON", send(200, "<html>")],
    ["a price that is none", send(200, { id: "price_gateway", unit_amount: null, recurring: null, product: "prod_1" })],
  ])("becomes the error that the student sees: %s", async (_, response) => {
    const { environment } = await serve(response);
    const ctx = contextOf(environment, 200);
    const call = callProvider(ctx, async () => requireYearlyPrice(await readOffer(ctx)));
    expect(await errorOf(call)).toMatchObject({ code: "unavailable", message: expect.stringMatching(/pagos/) });
  });
});
