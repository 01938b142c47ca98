import type Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type StripeContract, startStripeContract } from "../contract-server.ts";
import { officialClient, planCheckout, refusalOf } from "../testing/official-client.ts";

let contract: StripeContract;
let stripe: Stripe;

beforeAll(async () => {
  contract = await startStripeContract();
  stripe = officialClient(contract);
});

beforeEach(() => contract.faults.clear());

afterAll(async () => {
  await contract.close();
});

async function customerCount(email: string): Promise<number> {
  return (await stripe.customers.list({ email })).data.length;
}

describe("idempotency keys", () => {
  test("the same key and parameters get the same answer, in whatever order they are written", async () => {
    const idempotencyKey = "same";
    const first = await stripe.customers.create({ email: "same@example.com", name: "S" }, { idempotencyKey });
    const again = await stripe.customers.create({ name: "S", email: "same@example.com" }, { idempotencyKey });
    expect(again.id).toBe(first.id);
    expect(first.lastResponse.headers["idempotent-replayed"]).toBeUndefined();
    expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect(await customerCount("same@example.com")).toBe(1);
    const event = contract.events.at(-1);
    expect(event?.request).toEqual({ id: first.lastResponse.requestId, idempotency_key: idempotencyKey });
  });

  test("the same key with other parameters or for another call is refused", async () => {
    const idempotencyKey = "other";
    await stripe.customers.create({ name: "A" }, { idempotencyKey });
    const error = await refusalOf(stripe.customers.create({ name: "B" }, { idempotencyKey }));
    expect(error).toMatchObject({ type: "StripeIdempotencyError", statusCode: 400 });
    const elsewhere = await refusalOf(stripe.checkout.sessions.create(planCheckout(contract), { idempotencyKey }));
    expect(elsewhere.type).toBe("StripeIdempotencyError");
  });

  test("what was malformed is not kept, what was impossible is", async () => {
    const idempotencyKey = "malformed";
    await refusalOf(stripe.customers.create({ emial: "x" } as never, { idempotencyKey }));
    await stripe.customers.create({ name: "fine" }, { idempotencyKey });

    const impossible = { idempotencyKey: "impossible" };
    const params = planCheckout(contract, { customer: "cus_none" });
    const { requestId } = await refusalOf(stripe.checkout.sessions.create(params, impossible));
    const again = await refusalOf(stripe.checkout.sessions.create(params, impossible));
    expect(again.headers?.["idempotent-replayed"]).toBe("true");
    expect(again.requestId).not.toBe(requestId);
  });
});

describe("lists", () => {
  test("are paged by cursors, both ways, newest first", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) {
      ids.unshift((await stripe.customers.create({ email: "page@example.com" })).id);
    }
    const list = async (params: Stripe.CustomerListParams) => {
      const { data, has_more } = await stripe.customers.list({ email: "page@example.com", ...params });
      return [data.map(({ id }) => ids.indexOf(id)), has_more];
    };
    expect(await list({ limit: 2 })).toEqual([[0, 1], true]);
    expect(await list({ limit: 2, starting_after: ids[1] as string })).toEqual([[2, 3], true]);
    expect(await list({ limit: 2, starting_after: ids[3] as string })).toEqual([[4], false]);
    expect(await list({ limit: 2, ending_before: ids[3] as string })).toEqual([[1, 2], true]);
    expect(await list({ limit: 3, ending_before: ids[2] as string })).toEqual([[0, 1], false]);

    const all = await stripe.customers.list({ email: "page@example.com", limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(ids);
    expect(await refusalOf(stripe.customers.list({ limit: 101 }))).toMatchObject({ param: "limit" });
    const lost = await refusalOf(stripe.customers.list({ starting_after: "cus_none" }));
    expect(lost).toMatchObject({ param: "starting_after" });
  });

  test("of searches are paged too", async () => {
    for (let index = 0; index < 3; index++) await stripe.customers.create({ name: "Buscada" });
    contract.act.passTime({ seconds: 60 });
    const found = await stripe.customers.search({ query: 'name~"busc"', limit: 2 }).autoPagingToArray({ limit: 10 });
    expect(found.length).toBe(3);
  });

  test("filter by ranges of time", async () => {
    const { id } = await stripe.customers.create({ email: "range@example.com" });
    contract.act.passTime({ days: 1 });
    await stripe.customers.create({ email: "range@example.com" });
    const created = { lt: contract.now() - 3600 };
    const { data } = await stripe.customers.list({ email: "range@example.com", created });
    expect(data.map((one) => one.id)).toEqual([id]);
  });
});

describe("expand", () => {
  test("refuses what cannot be expanded", async () => {
    const { id } = await stripe.customers.create({ email: "ana@example.com" });
    for (const expand of [["email"], ["nothing"], ["id"], ["a.b.c.d.e"]]) {
      expect(await refusalOf(stripe.customers.retrieve(id, { expand }))).toMatchObject({ param: "expand" });
    }
  });

  test("does not change what the account holds", async () => {
    const { id } = await stripe.customers.create();
    contract.act.startSubscription({ customer: id });
    const { data } = await stripe.subscriptions.list({
      customer: id,
      expand: ["data.customer", "data.latest_invoice"],
    });
    expect(data[0]).toMatchObject({ customer: { id }, latest_invoice: { object: "invoice" } });
    expect((await stripe.subscriptions.list({ customer: id })).data[0]).toMatchObject({ customer: id });
    const { subscriptions } = (await stripe.customers.retrieve(id, { expand: ["subscriptions"] })) as Stripe.Customer;
    expect(subscriptions?.data.length).toBe(1);
  });
});

describe("faults", () => {
  test("500 and 429, for as many calls as wished and only the named one", async () => {
    contract.faults.failNext({ kind: "server-error", times: 2 });
    for (let index = 0; index < 2; index++) {
      expect(await refusalOf(stripe.customers.list())).toMatchObject({ type: "StripeAPIError", statusCode: 500 });
    }
    await stripe.customers.list();

    contract.faults.failNext({ kind: "rate-limit", call: "customers.create" });
    await stripe.customers.list();
    expect(await refusalOf(stripe.customers.create())).toMatchObject({ type: "StripeRateLimitError", statusCode: 429 });
    await stripe.customers.create();
  });

  test("a cut connection, which the client tries once more by itself", async () => {
    contract.faults.failNext({ kind: "reset", times: 2 });
    expect(await refusalOf(stripe.customers.list())).toMatchObject({ type: "StripeConnectionError" });
    contract.faults.failNext({ kind: "reset" });
    await stripe.customers.list();
  });

  test("an answer that is lost after the call took effect, which the key makes harmless", async () => {
    const email = "lost@example.com";
    contract.faults.failNext({ kind: "reset", call: "customers.create", afterEffect: true });
    const { id, lastResponse } = await stripe.customers.create({ email }, { idempotencyKey: "lost" });
    expect(lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect((await stripe.customers.list({ email })).data.map((one) => one.id)).toEqual([id]);
  });

  test("a slow answer", async () => {
    contract.faults.failNext({ kind: "slow", delayMs: 300 });
    const hasty = officialClient(contract, { timeout: 50 });
    expect(await refusalOf(hasty.customers.list())).toMatchObject({ type: "StripeConnectionError" });
    contract.faults.failNext({ kind: "slow", delayMs: 20 });
    await stripe.customers.list();
  });
});
