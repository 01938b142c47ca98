import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startStripeContract } from "./contract-server.ts";
import { checkAnswer } from "./schemas.ts";
import { checkoutParams, officialClient, type StripeContract, visit } from "./testing/official-client.ts";

let contract: StripeContract;
let stripe: Stripe;
let customer: string;

beforeAll(async () => {
  contract = await startStripeContract();
  stripe = officialClient(contract);
  customer = (await stripe.customers.create()).id;
});
afterAll(() => contract.close());

const checkout = (params: object = {}) =>
  stripe.checkout.sessions.create({ ...checkoutParams(contract, customer), ...params });
const portal = (params: object) => stripe.billingPortal.sessions.create(params as never);

/** The error of a call that must not work. */
async function errorOf(call: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  const error: unknown = await call.catch((reason: unknown) => reason);
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`no refusal, but ${error}`);
}

describe("malformed requests", () => {
  const malformed: [what: string, message: RegExp, call: () => Promise<unknown>][] = [
    ["a misspelt parameter", /emial/, () => stripe.customers.create({ emial: "a@b.es" } as never)],
    ["one misspelt inside", /prise/, () => checkout({ line_items: [{ price: "x", quantity: 1, prise: "x" }] })],
    ["one that the double ignores", /expand/, () => stripe.subscriptions.list({ customer, expand: ["data.plan"] })],
    ["one that is gone", /payment_method_types/, () => checkout({ payment_method_types: ["card"] })],
    ["an unknown value", /mode/, () => checkout({ mode: "subscribtion" })],
    ["a string for a number", /limit/, () => stripe.subscriptions.list({ customer, limit: "many" } as never)],
    ["no success_url", /success_url/, () => checkout({ success_url: undefined })],
    ["no quantity", /quantity/, () => checkout({ line_items: [{ price: "price_x" }] })],
    ["no customer in the portal", /customer/, () => portal({ return_url: "http://localhost/" })],
    ["a call that is not answered", /GET \/v1\/coupons/, () => stripe.coupons.list()],
  ];

  test.each(malformed)("%s is rejected and recorded", async (_, message, call) => {
    const before = contract.problems.length;
    expect(await errorOf(call())).toMatchObject({ type: "StripeInvalidRequestError" });
    expect(contract.problems.slice(before)).toEqual([expect.stringMatching(message)]);
  });

  test("need a key, a version and a form", async () => {
    const { STRIPE_API_BASE: base, STRIPE_SECRET_KEY: key } = contract.environment;
    const headers = { authorization: `Bearer ${key}`, "stripe-version": Stripe.API_VERSION };
    const url = `${base}/v1/subscriptions?customer=${customer}`;
    const statusOf = async (changes: object, init: RequestInit = {}) =>
      (await fetch(url, { ...init, headers: { ...headers, ...changes } })).status;
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ authorization: "Bearer sk_test_other" })).toBe(401);
    expect(await statusOf({ "stripe-version": "2024-06-20" })).toBe(400);
    expect(await statusOf({ "content-type": "application/json" }, { method: "POST", body: "{}" })).toBe(400);
  });
});

test("what does not exist, any more or yet, is refused, though the request is well-formed", async () => {
  const { id: deleted } = await stripe.customers.create();
  await visit((await checkout({ customer: deleted })).url, { action: "pay" });
  const [subscription] = (await stripe.subscriptions.list({ customer: deleted })).data;
  await stripe.customers.del(deleted);
  expect(await stripe.customers.retrieve(deleted)).toMatchObject({ id: deleted, deleted: true });
  const before = contract.problems.length;
  for (const call of [
    () => stripe.customers.retrieve("cus_none"),
    () => stripe.customers.del(deleted),
    () => checkout({ customer: deleted }),
    () => checkout({ line_items: [{ price: "price_none", quantity: 1 }] }),
    () => portal({ customer: deleted }),
    () => stripe.subscriptions.list({ customer: "cus_none" }),
    () => stripe.subscriptions.cancel(subscription?.id ?? ""),
  ]) {
    expect(await errorOf(call())).toMatchObject({ code: "resource_missing" });
  }
  expect(contract.problems.length).toBe(before);
  expect((await stripe.subscriptions.list({ customer: deleted })).data).toEqual([]);
  expect((await stripe.subscriptions.list({ customer: deleted, status: "all" })).data).toHaveLength(1);
});

test("lists begin with the newest, and tell the present state", async () => {
  const { id } = await stripe.customers.create({ email: "ana@example.com" });
  const ids = [(await checkout({ customer: id })).id, (await checkout({ customer: id })).id];
  const listOpen = async () =>
    (await stripe.checkout.sessions.list({ customer: id, status: "open" })).data.map((one) => one.id);
  expect(await listOpen()).toEqual(ids.toReversed());
  await stripe.checkout.sessions.expire(ids[0] ?? "");
  expect(await listOpen()).toEqual(ids.slice(1));
  expect(await stripe.customers.update(id, { email: "eva@example.com" })).toMatchObject({ email: "eva@example.com" });
});

test("an object that is not what Stripe's types promise is found", async () => {
  await visit((await checkout()).url, { action: "pay" });
  const [subscription] = (await stripe.subscriptions.list({ customer })).data;
  const sent = JSON.parse(JSON.stringify(subscription));
  expect(() => checkAnswer("subscription", sent)).not.toThrow();
  for (const [wrong, where] of [
    [{ cancel_at: undefined }, "cancel_at"],
    [{ status: "cancelled" }, "/status"],
    [{ items: { ...sent.items, data: [{}] } }, "/items/data/0"],
  ] as const) {
    expect(() => checkAnswer("subscription", { ...sent, ...wrong })).toThrow(where);
  }
});
