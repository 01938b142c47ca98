import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type StripeContract, startStripeContract } from "./contract-server.ts";
import { checkoutParams, errorOf, officialClient } from "./testing/official-client.ts";

let contract: StripeContract;
let stripe: Stripe;
let customer: string;

beforeAll(async () => {
  contract = await startStripeContract();
  stripe = officialClient(contract);
  customer = (await stripe.customers.create()).id;
});
beforeEach(() => contract.faults.clear());
afterAll(() => contract.close());

const checkout = (params: object) =>
  stripe.checkout.sessions.create({ ...checkoutParams(contract, customer), ...params });
const portal = (params: object) => stripe.billingPortal.sessions.create(params as never);

describe("malformed requests", () => {
  const malformed: [what: string, message: RegExp, call: () => Promise<unknown>][] = [
    ["a misspelt parameter", /emial/, () => stripe.customers.create({ emial: "a@b.es" } as never)],
    ["one misspelt inside", /prise/, () => checkout({ line_items: [{ price: "x", quantity: 1, prise: "x" }] })],
    ["one that the double ignores", /expand/, () => stripe.subscriptions.list({ expand: ["data.customer"] })],
    ["one that is gone", /payment_method_types/, () => checkout({ payment_method_types: ["card"] })],
    ["an unknown value", /mode/, () => checkout({ mode: "subscribtion" })],
    ["a string for a number", /limit/, () => stripe.subscriptions.list({ limit: "many" } as never)],
    ["no success_url", /success_url/, () => checkout({ success_url: undefined })],
    ["no quantity", /quantity/, () => checkout({ line_items: [{ price: "price_x" }] })],
    ["a relative address", /URL/, () => checkout({ success_url: "/ok" })],
    ["no customer in the portal", /customer/, () => portal({ return_url: "http://localhost/" })],
    ["a call that is not answered", /GET \/v1\/coupons/, () => stripe.coupons.list()],
  ];

  test.each(malformed)("%s is rejected and recorded", async (_, message, call) => {
    const { validated, rejected } = contract.stats;
    const before = rejected.length;
    expect(await errorOf(call())).toMatchObject({ type: "StripeInvalidRequestError" });
    expect(rejected.slice(before)).toEqual([expect.stringMatching(message)]);
    expect(contract.stats.validated).toBe(validated);
  });

  test("need a key, a version and a form", async () => {
    const headers = { authorization: `Bearer ${contract.secretKey}`, "stripe-version": Stripe.API_VERSION };
    const statusOf = async (changes: object, init: RequestInit = {}) =>
      (await fetch(`${contract.url}/v1/subscriptions`, { ...init, headers: { ...headers, ...changes } })).status;
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ authorization: "Bearer sk_test_other" })).toBe(401);
    expect(await statusOf({ "stripe-version": "2024-06-20" })).toBe(400);
    expect(await statusOf({ "content-type": "application/json" }, { method: "POST", body: "{}" })).toBe(400);
  });
});

test("what does not exist, any more or yet, is refused, though the request is well-formed", async () => {
  const { id: deleted } = await stripe.customers.create();
  await stripe.customers.del(deleted);
  expect(await stripe.customers.retrieve(deleted)).toMatchObject({ id: deleted, deleted: true });
  const before = contract.stats.rejected.length;
  const { id: over } = contract.act.startSubscription({ customer, status: "canceled" });
  for (const call of [
    () => stripe.customers.retrieve("cus_none"),
    () => stripe.customers.del(deleted),
    () => checkout({ customer: deleted }),
    () => checkout({ line_items: [{ price: "price_none", quantity: 1 }] }),
    () => portal({ customer: deleted }),
    () => stripe.subscriptions.list({ customer: "cus_none" }),
    () => stripe.subscriptions.cancel(over),
  ]) {
    expect(await errorOf(call())).toMatchObject({ code: "resource_missing" });
  }
  expect(contract.stats.rejected.length).toBe(before);
});

test("lists are paged, newest first, and tell the present state", async () => {
  const { id } = await stripe.customers.create({ email: "ana@example.com" });
  const ids: string[] = [];
  for (let made = 0; made < 5; made++) ids.unshift((await checkout({ customer: id })).id);
  const open = { customer: id, status: "open" } as const;
  const { data, has_more } = await stripe.checkout.sessions.list({ ...open, limit: 2 });
  expect([data.map((one) => one.id), has_more]).toEqual([ids.slice(0, 2), true]);
  const all = await stripe.checkout.sessions.list({ ...open, limit: 2 }).autoPagingToArray({ limit: 100 });
  expect(all.map((one) => one.id)).toEqual(ids);
  await stripe.checkout.sessions.expire(ids[0] as string);
  expect((await stripe.checkout.sessions.list(open)).data).toHaveLength(4);
  expect(await stripe.customers.update(id, { email: "eva@example.com" })).toMatchObject({ email: "eva@example.com" });
});

describe("idempotency keys", () => {
  const create = (name: string, idempotencyKey: string) =>
    stripe.customers.create({ email: `${name}@example.com`, metadata: { name } }, { idempotencyKey });

  test("get the same answer for a day, and another request with the same key is refused", async () => {
    const first = await create("ana", "same");
    const again = await create("ana", "same");
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect(await errorOf(create("eva", "same"))).toMatchObject({ type: "StripeIdempotencyError" });
    contract.act.passTime({ days: 1 });
    expect((await create("ana", "same")).id).not.toBe(first.id);
  });

  test("keep an answer that was lost, and an error of the account, but nothing malformed", async () => {
    contract.faults.failNext({ kind: "reset", call: "customers.create", afterEffect: true });
    expect((await create("lost", "lost")).lastResponse.headers["idempotent-replayed"]).toBe("true");
    const params = checkoutParams(contract, "cus_none");
    const refused = () => errorOf(stripe.checkout.sessions.create(params, { idempotencyKey: "refused" }));
    await refused();
    expect((await refused()).headers?.["idempotent-replayed"]).toBe("true");
    await errorOf(stripe.customers.create({ emial: "x" } as never, { idempotencyKey: "malformed" }));
    await create("fine", "malformed");
  });

  test("replay a 500 that Stripe kept", async () => {
    contract.faults.failNext({ kind: "server-error", keptForKey: true });
    for (let tried = 0; tried < 2; tried++) expect(await errorOf(create("b", "b"))).toMatchObject({ statusCode: 500 });
    expect((await create("b", "another")).object).toBe("customer");
  });
});

test("faults hit as many calls as wished, and only the named one", async () => {
  contract.faults.failNext({ kind: "server-error", times: 2, call: "customers.create" });
  await stripe.subscriptions.list();
  for (let tried = 0; tried < 2; tried++) {
    expect(await errorOf(stripe.customers.create())).toMatchObject({ statusCode: 500 });
  }
  await stripe.customers.create();
  contract.faults.failNext({ kind: "rate-limit" });
  expect(await errorOf(stripe.subscriptions.list())).toMatchObject({ type: "StripeRateLimitError" });
});
