import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StripeContract, startStripeContract } from "./contract-server.ts";
import { checkAnswer } from "./schemas.ts";
import type { StripeEvent } from "./stripe-types.ts";
import { checkoutParams, officialClient } from "./testing/official-client.ts";

let contract: StripeContract;
let stripe: Stripe;
let act: StripeContract["act"];

beforeAll(async () => {
  contract = await startStripeContract({ now: () => new Date("2028-02-29T10:00:00Z") });
  stripe = officialClient(contract);
  act = contract.act;
});
afterAll(async () => {
  expect(contract.stats).toMatchObject({ rejected: [], broken: [] });
  await contract.close();
});

const typesOf = (events: readonly StripeEvent[]) => events.map(({ type }) => type);
const readItem = (id: string) => contract.subscription(id).items.data[0] as Stripe.SubscriptionItem;

async function start(status: Parameters<typeof act.startSubscription>[0]["status"] = "active") {
  const { id: customer } = await stripe.customers.create();
  return { customer, ...act.startSubscription({ customer, status }) };
}

test("a completed checkout makes a paid subscription, and says so in events", async () => {
  const { id: customer } = await stripe.customers.create();
  const params = { ...checkoutParams(contract, customer), subscription_data: { metadata: { userId: "7" } } };
  const { id } = await stripe.checkout.sessions.create(params);
  const { id: late } = await stripe.checkout.sessions.create(params);
  const [first, created, ...rest] = act.completeCheckout(id);
  expect(first?.type).toBe("invoice.created");
  // Each event shows its own moment, not today.
  expect(created?.data.object).toMatchObject({ status: "incomplete", customer, metadata: { userId: "7" } });
  const [paid, succeeded, updated, completed] = rest;
  expect([paid?.type, succeeded?.type]).toEqual(["invoice.paid", "invoice.payment_succeeded"]);
  expect(updated?.data.previous_attributes).toEqual({ status: "incomplete" });
  expect(completed?.type).toBe("checkout.session.completed");
  const [subscription] = contract.subscriptionsOf(customer);
  expect(subscription?.status).toBe("active");
  expect(readItem(subscription?.id ?? "").current_period_end).toBe(Date.UTC(2029, 1, 28, 10) / 1000);
  expect(() => act.completeCheckout(id)).toThrow("complete, not open");
  act.passTime({ days: 1 });
  expect(() => act.completeCheckout(late)).toThrow("expired, not open");
});

test.each(["incomplete", "trialing", "active", "past_due", "unpaid", "canceled", "paused"] as const)(
  "a subscription can be %s",
  async (status) => {
    const { id, customer } = await start(status);
    const { data } = await stripe.subscriptions.list({ customer, status: "all" });
    expect(data.map((one) => [one.id, one.status])).toEqual([[id, status]]);
    expect((await stripe.subscriptions.list({ customer })).data).toHaveLength(status === "canceled" ? 0 : 1);
  },
);

describe("payments", () => {
  test("renew a period, fail, and are made up for", async () => {
    const { id } = await start();
    const end = readItem(id).current_period_end;
    expect(typesOf(act.reachPeriodEnd(id))).toContain("invoice.paid");
    expect([contract.now(), readItem(id).current_period_start]).toEqual([end, end]);

    expect(typesOf(act.failPayment(id))).toContain("invoice.payment_failed");
    expect(contract.subscription(id).status).toBe("past_due");
    // The new period has begun all the same: an unpaid one must not be taken for premium.
    expect(readItem(id).current_period_end).toBeGreaterThan(contract.now());
    expect(typesOf(act.failPayment(id))).toEqual(["invoice.payment_failed"]);
    expect(typesOf(act.recoverPayment(id))).toContain("customer.subscription.updated");
    expect(contract.subscription(id).status).toBe("active");
    expect(act.refund(id)).toMatchObject([{ type: "charge.refunded", data: { object: { amount_refunded: 2999 } } }]);
  });

  test("are given up, and made up for while the subscription is not over", async () => {
    const [unpaid, canceled] = [(await start("past_due")).id, (await start("past_due")).id];
    act.giveUpPayment(unpaid, "unpaid");
    act.recoverPayment(unpaid);
    act.giveUpPayment(canceled, "canceled");
    expect(() => act.recoverPayment(canceled)).toThrow("no open invoice");
    expect([unpaid, canceled].map((id) => contract.subscription(id).status)).toEqual(["active", "canceled"]);
  });
});

describe("cancelling", () => {
  test.each(["classic", "portal"] as const)("at the end of the period, as %s, and back", async (style) => {
    const { id } = await start();
    const end = readItem(id).current_period_end;
    const [event] = act.cancelAtPeriodEnd(id, style);
    expect(event?.data.object).toMatchObject({ cancel_at: end, cancel_at_period_end: style === "classic" });
    expect(act.reactivate(id)).toMatchObject([{ data: { object: { cancel_at: null, cancel_at_period_end: false } } }]);
    act.cancelAtPeriodEnd(id, style);
    expect(typesOf(act.reachPeriodEnd(id))).toContain("customer.subscription.deleted");
    expect(contract.subscription(id)).toMatchObject({ status: "canceled", ended_at: end });
  });

  test("is for good", async () => {
    const { id } = await start();
    act.cancelNow(id);
    for (const revive of [act.reactivate, act.pause, act.resume, act.cancelNow]) expect(() => revive(id)).toThrow();
    expect(() => act.giveUpPayment(id, "unpaid")).toThrow();
    expect(act.passTime({ days: 800 }).filter(({ data }) => "id" in data.object && data.object.id === id)).toEqual([]);
  });
});

test("an older version of the API has periods and subscriptions elsewhere", async () => {
  const { id, events } = await start();
  const older = events.map(contract.convertToOlderVersion);
  const { current_period_end } = readItem(id);
  const created = older.find(({ type }) => type === "customer.subscription.created");
  expect(created?.data.object).toMatchObject({ id, current_period_end });
  const paid = older.find(({ type }) => type === "invoice.paid");
  expect(paid?.data.object).toMatchObject({ subscription: id, paid: true });
  expect(paid?.data.object).not.toHaveProperty("parent");
  expect(older.map((event) => event.id)).toEqual(events.map((event) => event.id));
});

test("an object that is not what Stripe's types promise is found", async () => {
  const { id } = await start();
  const subscription = contract.subscription(id);
  expect(() => checkAnswer("subscription", subscription)).not.toThrow();
  for (const [wrong, where] of [
    [{ cancel_at: undefined }, "cancel_at"],
    [{ status: "cancelled" }, "/status"],
    [{ items: { ...subscription.items, data: [{}] } }, "/items/data/0"],
  ] as const) {
    expect(() => checkAnswer("subscription", { ...subscription, ...wrong })).toThrow(where);
  }
});
