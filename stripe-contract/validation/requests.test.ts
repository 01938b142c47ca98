import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StripeContract, startStripeContract } from "../contract-server.ts";
import { officialClient, planCheckout, refusalOf } from "../testing/official-client.ts";

let contract: StripeContract;
let stripe: Stripe;
let customer: string;

beforeAll(async () => {
  contract = await startStripeContract();
  stripe = officialClient(contract);
  customer = (await stripe.customers.create()).id;
});

afterAll(async () => {
  await contract.close();
});

const checkout = (params: object) => stripe.checkout.sessions.create({ ...planCheckout(contract), ...params });
const portal = (params: object) => stripe.billingPortal.sessions.create(params as never);

/** Each rejected request, with what Stripe says of it. */
const WRONG: [what: string, code: string | undefined, param: string, call: () => Promise<unknown>][] = [
  ["a misspelt parameter", "parameter_unknown", "emial", () => stripe.customers.create({ emial: "a@b.es" } as never)],
  [
    "one misspelt inside",
    "parameter_unknown",
    "line_items[0][prise]",
    () => checkout({ line_items: [{ prise: "x" }] }),
  ],
  [
    "one deep inside",
    "parameter_unknown",
    "subscription_data[metdata]",
    () => checkout({ subscription_data: { metdata: { a: "b" } } }),
  ],
  [
    "one of another call",
    "parameter_unknown",
    "at_period_end",
    () => stripe.subscriptions.cancel("sub_1", { at_period_end: true } as never),
  ],
  ["what is gone", "parameter_unknown", "payment_method_types", () => checkout({ payment_method_types: ["card"] })],
  ["a value that is none", "parameter_invalid", "mode", () => checkout({ mode: "subscribtion" })],
  ["a text for a number", "parameter_invalid", "limit", () => stripe.invoices.list({ limit: "many" } as never)],
  [
    "a text for a boolean",
    "parameter_invalid",
    "allow_promotion_codes",
    () => checkout({ allow_promotion_codes: "perhaps" }),
  ],
  ["a text for an object", "parameter_invalid", "subscription_data", () => checkout({ subscription_data: "none" })],
  [
    "a missing part",
    "parameter_missing",
    "flow_data[type]",
    () => portal({ customer, flow_data: { subscription_cancel: { subscription: "sub_1" } } }),
  ],
  ["no success_url", "parameter_missing", "success_url", () => checkout({ success_url: undefined })],
  ["no mode", "parameter_missing", "mode", () => checkout({ mode: undefined })],
  ["no line_items", "parameter_missing", "line_items", () => checkout({ line_items: undefined })],
  [
    "no quantity",
    "parameter_missing",
    "line_items[0][quantity]",
    () => checkout({ line_items: [{ price: contract.priceId }] }),
  ],
  [
    "a quantity of nothing",
    undefined,
    "line_items[0][quantity]",
    () => checkout({ line_items: [{ price: contract.priceId, quantity: 0 }] }),
  ],
  ["an address that is none", "url_invalid", "success_url", () => checkout({ success_url: "/ok" })],
  ["a scheme that is none", "url_invalid", "cancel_url", () => checkout({ cancel_url: "javascript:alert(1)" })],
  ["customer and customer_email", undefined, "customer", () => checkout({ customer, customer_email: "a@b.es" })],
  ["an expiry too far away", undefined, "expires_at", () => checkout({ expires_at: contract.now() + 90_000 })],
  ["a reference too long", undefined, "client_reference_id", () => checkout({ client_reference_id: "x".repeat(201) })],
  [
    "a trial of no days",
    undefined,
    "subscription_data[trial_period_days]",
    () => checkout({ subscription_data: { trial_period_days: 0 } }),
  ],
  ["no customer in the portal", "parameter_missing", "customer", () => portal({ return_url: "http://localhost/" })],
  ["a return_url that is none", "url_invalid", "return_url", () => portal({ customer, return_url: "settings" })],
  ["an email that is none", "email_invalid", "email", () => stripe.customers.create({ email: "ana" })],
  ["metadata too long", undefined, "metadata[a]", () => stripe.customers.create({ metadata: { a: "x".repeat(501) } })],
  [
    "two ways of cancelling at once",
    undefined,
    "cancel_at_period_end",
    () => {
      const { id } = contract.act.startSubscription({ customer });
      return stripe.subscriptions.update(id, { cancel_at_period_end: false, cancel_at: "" as never });
    },
  ],
  [
    "an end in the past",
    undefined,
    "cancel_at",
    () => {
      const { id } = contract.act.startSubscription({ customer });
      return stripe.subscriptions.update(id, { cancel_at: 1 });
    },
  ],
  ["no query", "parameter_missing", "query", () => stripe.customers.search({} as never)],
  ["a query that is none", undefined, "query", () => stripe.customers.search({ query: "email=ana" })],
  ["a refund of nothing", undefined, "charge", () => stripe.refunds.create({})],
  [
    "what this server does not play",
    "contract_server_limit",
    "tax",
    () => stripe.customers.create({ tax: { ip_address: "1.2.3.4" } }),
  ],
];

describe("wrong requests", () => {
  test.each(WRONG)("%s is rejected and recorded", async (_, code, param, call) => {
    const before = { validated: contract.stats.validated, rejected: contract.stats.rejected.length };
    const error = await refusalOf(call());
    expect(error).toMatchObject({ type: "StripeInvalidRequestError", statusCode: 400, param });
    expect(error.code).toBe(code);
    expect(contract.stats.rejected.slice(before.rejected)).toMatchObject([{ status: 400, param }]);
    expect(contract.stats.validated).toBe(before.validated);
  });

  test.each([
    ["customer", () => checkout({ customer: "cus_none" })],
    ["line_items[0][price]", () => checkout({ line_items: [{ price: "price_none", quantity: 1 }] })],
    ["customer", () => portal({ customer: "cus_none" })],
    ["configuration", () => portal({ customer, configuration: "bpc_none" })],
  ])("what does not exist (%s) is refused, though well made", async (param, call) => {
    const { rejected, refused } = contract.stats;
    const before = { rejected: rejected.length, refused: refused.length };
    expect(await refusalOf(call())).toMatchObject({ statusCode: 400, code: "resource_missing", param });
    expect(refused.length).toBe(before.refused + 1);
    expect(rejected.length).toBe(before.rejected);
  });

  test("a deleted customer cannot buy or manage anything", async () => {
    const { id } = await stripe.customers.create();
    await stripe.customers.del(id);
    expect(await refusalOf(checkout({ customer: id }))).toMatchObject({ code: "resource_missing", param: "customer" });
    expect(await refusalOf(portal({ customer: id }))).toMatchObject({ code: "resource_missing", param: "customer" });
  });

  test("somebody else's subscription cannot be cancelled in the portal", async () => {
    const other = await stripe.customers.create();
    const { id } = contract.act.startSubscription({ customer: other.id });
    const flow_data = { type: "subscription_cancel", subscription_cancel: { subscription: id } };
    expect(await refusalOf(portal({ customer, flow_data }))).toMatchObject({ code: "resource_missing" });
  });
});

describe("requests that are no calls", () => {
  const send = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
    fetch(contract.url + path, { ...init, headers });
  const authorization = () => `Bearer ${contract.secretKey}`;
  const version = { "stripe-version": Stripe.API_VERSION };

  test("without a key, and with a wrong one", async () => {
    expect((await send("/v1/customers", version)).status).toBe(401);
    const wrong = officialClient({ ...contract, secretKey: "sk_test_other" });
    expect(await refusalOf(wrong.customers.list())).toMatchObject({
      type: "StripeAuthenticationError",
      statusCode: 401,
    });
  });

  test("without a version, and with another one", async () => {
    const key = { authorization: authorization() };
    expect((await send("/v1/customers", key)).status).toBe(400);
    expect((await send("/v1/customers", { ...key, "stripe-version": "2024-06-20" })).status).toBe(400);
    expect((await send("/v1/customers", { ...key, ...version })).status).toBe(200);
  });

  test("JSON instead of a form", async () => {
    const headers = { authorization: authorization(), ...version, "content-type": "application/json" };
    expect((await send("/v1/customers", headers, { method: "POST", body: "{}" })).status).toBe(400);
  });

  test("a call that this server does not know", async () => {
    const error = await refusalOf(stripe.coupons.list());
    expect(error).toMatchObject({ statusCode: 404, message: "Unrecognized request URL (GET: /v1/coupons)." });
    expect(contract.stats.rejected.at(-1)).toMatchObject({ method: "GET", path: "/v1/coupons", status: 404 });
  });
});
