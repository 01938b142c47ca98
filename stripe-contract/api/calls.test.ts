import { readFileSync } from "node:fs";
import { join } from "node:path";
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StripeContract, startStripeContract } from "../contract-server.ts";
import { officialClient, planCheckout, refusalOf } from "../testing/official-client.ts";

let contract: StripeContract;
let stripe: Stripe;

beforeAll(async () => {
  contract = await startStripeContract();
  stripe = officialClient(contract);
});

afterAll(async () => {
  await contract.close();
});

async function subscriber(params: Stripe.CustomerCreateParams = {}) {
  const customer = await stripe.customers.create(params);
  const { id } = contract.act.startSubscription({ customer: customer.id });
  return { customer, subscription: id };
}

describe("the official client makes every call", () => {
  test("customers", async () => {
    const made = await stripe.customers.create({
      email: "ana@example.com",
      name: "Ana",
      metadata: { user_id: 7, plan: "free" },
      preferred_locales: ["es"],
    });
    expect(made).toMatchObject({ email: "ana@example.com", metadata: { user_id: "7", plan: "free" }, livemode: false });

    const changed = await stripe.customers.update(made.id, { name: null as never, metadata: { plan: null } });
    expect(changed).toMatchObject({ name: null, metadata: { user_id: "7" }, email: "ana@example.com" });
    expect(await stripe.customers.retrieve(made.id)).toMatchObject({ id: made.id, name: null });

    const listed = await stripe.customers.list({ email: "ana@example.com" });
    expect(listed.data.map(({ id }) => id)).toEqual([made.id]);

    const query = `email:"ana@example.com" AND metadata["user_id"]:"7"`;
    expect((await stripe.customers.search({ query })).data).toEqual([]);
    contract.act.passTime({ seconds: 60 });
    expect((await stripe.customers.search({ query })).data.map(({ id }) => id)).toEqual([made.id]);

    expect(await stripe.customers.del(made.id)).toMatchObject({ id: made.id, deleted: true });
    expect(await stripe.customers.retrieve(made.id)).toEqual(expect.objectContaining({ id: made.id, deleted: true }));
    expect((await stripe.customers.search({ query })).data).toEqual([]);
    const error = await refusalOf(stripe.customers.update(made.id, { name: "Ana" }));
    expect(error).toMatchObject({ statusCode: 404, code: "resource_missing", type: "StripeInvalidRequestError" });
  });

  test("price and product", async () => {
    const price = await stripe.prices.retrieve(contract.priceId, { expand: ["product"] });
    expect(price).toMatchObject({ unit_amount: 2999, currency: "eur", recurring: { interval: "year" } });
    expect(String(price.unit_amount_decimal)).toBe("2999");
    const product = price.product as Stripe.Product;
    expect(await stripe.products.retrieve(product.id)).toMatchObject({ name: "Repasa Premium" });
    expect(await refusalOf(stripe.prices.retrieve("price_none"))).toMatchObject({ code: "resource_missing" });
    expect(await refusalOf(stripe.products.retrieve("prod_none"))).toMatchObject({ statusCode: 404 });
  });

  test("checkout sessions", async () => {
    const customer = await stripe.customers.create({ email: "eva@example.com" });
    const params = planCheckout(contract, { customer: customer.id, client_reference_id: "7", metadata: { a: "b" } });
    const open = await stripe.checkout.sessions.create({ ...params, expand: ["line_items.data.price.product"] });
    expect(open).toMatchObject({ status: "open", payment_status: "unpaid", amount_total: 2999, metadata: { a: "b" } });
    expect(open.url).toBe(`${contract.url}/pay/${open.id}`);
    expect(open.line_items?.data[0]?.price?.product).toMatchObject({ name: "Repasa Premium" });

    const expired = await stripe.checkout.sessions.expire(open.id);
    expect(expired).toMatchObject({ status: "expired", url: null });
    const twice = await refusalOf(stripe.checkout.sessions.expire(open.id));
    expect(twice.message).toContain('has a status of "expired"');

    const next = await stripe.checkout.sessions.create(params);
    contract.act.completeCheckout(next.id);
    const done = await stripe.checkout.sessions.retrieve(next.id, { expand: ["subscription", "customer", "invoice"] });
    expect(done).toMatchObject({
      status: "complete",
      payment_status: "paid",
      client_reference_id: "7",
      subscription: { status: "active", customer: customer.id },
      customer: { email: "eva@example.com" },
      invoice: { status: "paid", amount_paid: 2999 },
    });
    const listed = await stripe.checkout.sessions.list({ customer: customer.id });
    expect(listed.data.map(({ status }) => status)).toEqual(["complete", "expired"]);
    const complete = await stripe.checkout.sessions.list({ customer: customer.id, status: "complete" });
    expect(complete.data.map(({ id }) => id)).toEqual([next.id]);
  });

  test("a checkout without a customer makes one", async () => {
    const { id } = await stripe.checkout.sessions.create(planCheckout(contract, { customer_email: "new@example.com" }));
    const events = contract.act.completeCheckout(id);
    expect(events.map(({ type }) => type)).toContain("customer.created");
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ["customer"] });
    expect(session.customer).toMatchObject({ email: "new@example.com" });
  });

  test("portal sessions", async () => {
    const { customer, subscription } = await subscriber();
    const session = await stripe.billingPortal.sessions.create({
      customer: customer.id,
      return_url: "http://localhost:3000/settings",
      flow_data: { type: "subscription_cancel", subscription_cancel: { subscription } },
    });
    expect(session.url).toBe(`${contract.url}/portal/${session.id}`);
    expect(session.flow?.subscription_cancel?.subscription).toBe(subscription);
  });

  test("subscriptions", async () => {
    const { customer, subscription } = await subscriber();
    const found = await stripe.subscriptions.retrieve(subscription, {
      expand: ["latest_invoice.payments", "customer"],
    });
    expect(found).toMatchObject({ status: "active", customer: { id: customer.id } });
    const invoice = found.latest_invoice as Stripe.Invoice;
    expect(invoice.payments?.data[0]?.payment.payment_intent).toMatch(/^pi_/);
    expect(invoice.parent?.subscription_details?.subscription).toBe(subscription);
    expect(found.items.data[0]?.current_period_end).toBeGreaterThan(found.created + 364 * 86_400);
    expect(found).not.toHaveProperty("current_period_end");

    const changed = await stripe.subscriptions.update(subscription, { metadata: { user_id: "7" } });
    expect(changed.metadata).toEqual({ user_id: "7" });
    const ended = await stripe.subscriptions.cancel(subscription, { cancellation_details: { comment: "adiós" } });
    expect(ended).toMatchObject({ status: "canceled", cancellation_details: { comment: "adiós" } });
    expect(await refusalOf(stripe.subscriptions.cancel(subscription))).toMatchObject({ code: "resource_missing" });
    const late = await refusalOf(stripe.subscriptions.update(subscription, { cancel_at_period_end: true }));
    expect(late.message).toContain("canceled subscription");

    const list = (params: Stripe.SubscriptionListParams) =>
      stripe.subscriptions.list({ customer: customer.id, ...params }).then(({ data }) => data.length);
    expect(await list({})).toBe(0);
    expect(await list({ status: "all" })).toBe(1);
    expect(await list({ status: "ended" })).toBe(1);
    expect(await list({ status: "active" })).toBe(0);
    const nobody = await refusalOf(stripe.subscriptions.list({ customer: "cus_none" }));
    expect(nobody).toMatchObject({ code: "resource_missing", param: "customer" });
  });

  test("invoices, refunds and events", async () => {
    const { customer, subscription } = await subscriber();
    const paid = await stripe.invoices.list({ subscription, expand: ["data.payments"] });
    expect(paid.data.map(({ status }) => status)).toEqual(["paid"]);
    const [invoice] = paid.data;
    expect(await stripe.invoices.retrieve(invoice?.id ?? "")).toMatchObject({ customer: customer.id, total: 2999 });

    const payment = invoice?.payments?.data[0]?.payment.payment_intent as string;
    const part = await stripe.refunds.create({ payment_intent: payment, amount: 999, reason: "requested_by_customer" });
    expect(part).toMatchObject({ amount: 999, status: "succeeded", currency: "eur" });
    const rest = await stripe.refunds.create({ charge: part.charge as string, expand: ["charge"] });
    expect(rest).toMatchObject({ amount: 2000, charge: { refunded: true, amount_refunded: 2999 } });
    const again = await refusalOf(stripe.refunds.create({ payment_intent: payment }));
    expect(again).toMatchObject({ code: "charge_already_refunded" });
    expect(contract.subscription(subscription).status).toBe("active");

    const events = await stripe.events.list({ types: ["refund.*", "charge.refunded"], limit: 4 });
    expect(events.data.map(({ type }) => type)).toEqual([
      "charge.refunded",
      "refund.created",
      "charge.refunded",
      "refund.created",
    ]);
    const [newest] = events.data;
    expect(await stripe.events.retrieve(newest?.id ?? "")).toMatchObject({ id: newest?.id, request: { id: /^req_/ } });
  });

  test("none is left out, every answer was checked and nothing was rejected", () => {
    const file = readFileSync(join(import.meta.dirname, "..", "schemas", "requests.json"), "utf8");
    const { roots } = JSON.parse(file) as { roots: object };
    expect(Object.keys(contract.stats.calls).sort()).toEqual(Object.keys(roots).sort());
    expect(contract.stats).toMatchObject({ rejected: [], broken: [] });
    expect(contract.stats.validated).toBeGreaterThan(40);
    expect(contract.stats.answersChecked).toBeGreaterThan(30);
  });
});

describe("other prices", () => {
  test("a currency without decimals and another amount", async () => {
    const japanese = await startStripeContract({ price: { amount: 3000, currency: "JPY", productName: "Plan" } });
    try {
      const client = officialClient(japanese);
      expect(await client.prices.retrieve(japanese.priceId)).toMatchObject({ unit_amount: 3000, currency: "jpy" });
      const { id } = await client.customers.create();
      const { events } = japanese.act.startSubscription({ customer: id });
      const paid = events.find(({ type }) => type === "invoice.paid");
      expect(paid?.data.object).toMatchObject({ amount_paid: 3000, currency: "jpy" });
    } finally {
      await japanese.close();
    }
  });

  test("an inactive price cannot be sold", async () => {
    const retired = await startStripeContract({ price: { active: false } });
    try {
      const error = await refusalOf(officialClient(retired).checkout.sessions.create(planCheckout(retired)));
      expect(error).toMatchObject({ statusCode: 400, param: "line_items[0][price]" });
      expect(retired.stats.rejected).toEqual([]);
    } finally {
      await retired.close();
    }
  });
});
