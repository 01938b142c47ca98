import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SubscriptionStatus } from "../actors.ts";
import { type StripeContract, startStripeContract } from "../contract-server.ts";
import { officialClient, planCheckout, refusalOf } from "../testing/official-client.ts";
import type { ContractEvent } from "./events.ts";

let contract: StripeContract;
let stripe: Stripe;

beforeAll(async () => {
  contract = await startStripeContract({ now: () => new Date("2028-02-29T10:00:00Z") });
  stripe = officialClient(contract);
});

afterAll(async () => {
  expect(contract.stats).toMatchObject({ rejected: [], broken: [] });
  await contract.close();
});

async function start(status: SubscriptionStatus = "active") {
  const { id: customer } = await stripe.customers.create();
  return { customer, ...contract.act.startSubscription({ customer, status }) };
}

const DAY = 86_400;
const typesOf = (events: readonly ContractEvent[]) => events.map(({ type }) => type);
const itemOf = (id: string) => contract.subscription(id).items.data[0] as Stripe.SubscriptionItem;
const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

/** The one change of a subscription among these events. */
function changeIn(events: readonly ContractEvent[]) {
  const [change, second] = events.filter(({ type }) => type === "customer.subscription.updated");
  expect(second).toBeUndefined();
  return { object: change?.data.object as Stripe.Subscription, previous: change?.data.previous_attributes };
}

describe("checkout", () => {
  test("completing makes a paid subscription and says so in events", async () => {
    const { id: customer } = await stripe.customers.create({ email: "ana@example.com" });
    const subscription_data = { metadata: { user_id: "7" } };
    const session = await stripe.checkout.sessions.create(planCheckout(contract, { customer, subscription_data }));
    const events = contract.act.completeCheckout(session.id);
    expect(typesOf(events)).toEqual([
      "invoice.created",
      "invoice.finalized",
      "customer.subscription.created",
      "charge.succeeded",
      "invoice.paid",
      "invoice.payment_succeeded",
      "customer.subscription.updated",
      "checkout.session.completed",
    ]);
    const { object, previous } = changeIn(events);
    expect(object).toMatchObject({ status: "active", customer, metadata: { user_id: "7" } });
    expect(previous).toMatchObject({ status: "incomplete" });
    // A snapshot: it tells the state of its moment, not of today.
    const created = events.find(({ type }) => type === "customer.subscription.created");
    expect(created?.data.object).toMatchObject({ id: object.id, status: "incomplete" });
    expect(dayOf(itemOf(object.id).current_period_end)).toBe("2029-02-28");
    expect(() => contract.act.completeCheckout(session.id)).toThrow("complete, not open");
  });

  test("a session expires by itself after a day", async () => {
    const session = await stripe.checkout.sessions.create(planCheckout(contract));
    contract.act.passTime({ days: 1 });
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe("expired");
    expect(contract.events.at(-1)?.type).toBe("checkout.session.expired");
    expect(() => contract.act.completeCheckout(session.id)).toThrow("expired, not open");
  });

  test("a trial costs nothing at first and is charged when it ends", async () => {
    const subscription_data = { trial_period_days: 7 };
    const session = await stripe.checkout.sessions.create(planCheckout(contract, { subscription_data }));
    contract.act.completeCheckout(session.id);
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ["subscription", "invoice"] });
    expect(done).toMatchObject({
      payment_status: "no_payment_required",
      subscription: { status: "trialing" },
      invoice: { total: 0, status: "paid" },
    });
    const events = contract.act.passTime({ days: 7 });
    expect(typesOf(events)).toContain("invoice.paid");
    const { id } = done.subscription as Stripe.Subscription;
    expect(contract.subscription(id).status).toBe("active");
  });
});

test.each<SubscriptionStatus>([
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "unpaid",
  "canceled",
  "paused",
])("a subscription can be %s", async (status) => {
  const { id, customer } = await start(status);
  const { data } = await stripe.subscriptions.list({ customer, status: "all" });
  expect(data.map((one) => [one.id, one.status])).toEqual([[id, status]]);
});

describe("renewal and dunning", () => {
  test("a period renews, year after year", async () => {
    const { id } = await start();
    const first = itemOf(id).current_period_end;
    const events = contract.act.reachPeriodEnd(id);
    expect(typesOf(events)).toContain("invoice.paid");
    expect(contract.now()).toBe(first);
    expect(itemOf(id).current_period_start).toBe(first);
    contract.act.passTime({ days: 3 * 366 });
    expect(contract.subscription(id).status).toBe("active");
    expect(itemOf(id).current_period_end).toBeGreaterThan(contract.now());
    expect((await stripe.invoices.list({ subscription: id })).data.length).toBe(5);
  });

  test("a failed payment makes it past_due, a paid one active again", async () => {
    const { id, customer } = await start();
    const failed = contract.act.failPayment(id);
    expect(typesOf(failed)).toEqual(expect.arrayContaining(["charge.failed", "invoice.payment_failed"]));
    expect(contract.subscription(id).status).toBe("past_due");
    // The new period has begun all the same: an unpaid one must not be taken for premium.
    expect(itemOf(id).current_period_end).toBeGreaterThan(contract.now());

    expect(typesOf(contract.act.failPayment(id))).toEqual(["charge.failed", "invoice.payment_failed"]);
    const [open] = (await stripe.invoices.list({ customer, status: "open" })).data;
    expect(open).toMatchObject({ attempt_count: 2, amount_remaining: 2999 });

    const { previous } = changeIn(contract.act.recoverPayment(id));
    expect(previous).toEqual({ status: "past_due" });
    expect(contract.subscription(id).status).toBe("active");
  });

  test.each(["unpaid", "canceled"] as const)("after the last attempt it is %s", async (outcome) => {
    const { id } = await start("past_due");
    const events = contract.act.giveUpPayment(id, outcome);
    expect(contract.subscription(id).status).toBe(outcome);
    expect(typesOf(events)).toEqual([
      outcome === "unpaid" ? "customer.subscription.updated" : "customer.subscription.deleted",
    ]);
    if (outcome === "unpaid") contract.act.recoverPayment(id);
    expect(contract.subscription(id).status).toBe(outcome === "unpaid" ? "active" : "canceled");
  });

  test("a first payment that never came expires after 23 hours, one that came makes it active", async () => {
    const { id } = await start("incomplete");
    const paid = await start("incomplete");
    contract.act.recoverPayment(paid.id);
    expect(typesOf(contract.act.passTime({ seconds: 23 * 3600 }))).toEqual(
      expect.arrayContaining(["invoice.voided", "customer.subscription.updated"]),
    );
    expect(contract.subscription(id).status).toBe("incomplete_expired");
    expect(contract.subscription(paid.id).status).toBe("active");
  });

  test("a paused one resumes", async () => {
    const { id } = await start("paused");
    contract.act.passTime({ days: 400 });
    expect(contract.subscription(id).status).toBe("paused");
    expect(typesOf(contract.act.resume(id))).toContain("customer.subscription.resumed");
    expect(contract.subscription(id).status).toBe("active");
  });
});

describe("cancelling", () => {
  test.each([
    ["classic", true],
    ["portal", false],
  ] as const)("at the end of the period, the %s way, and back", async (way, atPeriodEnd) => {
    const { id } = await start();
    const end = itemOf(id).current_period_end;
    const { object, previous } = changeIn(contract.act.cancelAtPeriodEnd(id, way));
    expect(object).toMatchObject({ status: "active", cancel_at: end, cancel_at_period_end: atPeriodEnd });
    expect(previous).toMatchObject({ cancel_at: null });
    expect("cancel_at_period_end" in (previous ?? {})).toBe(atPeriodEnd);

    changeIn(contract.act.reactivate(id));
    const cleared = { cancel_at: null, cancel_at_period_end: false, canceled_at: null };
    expect(contract.subscription(id)).toMatchObject(cleared);

    contract.act.cancelAtPeriodEnd(id, way);
    expect(typesOf(contract.act.reachPeriodEnd(id))).toContain("customer.subscription.deleted");
    expect(contract.subscription(id)).toMatchObject({ status: "canceled", ended_at: end });
  });

  test("the API schedules, and clears what the portal set", async () => {
    const { id } = await start();
    const classic = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(classic).toMatchObject({ cancel_at_period_end: true, cancel_at: itemOf(id).current_period_end });
    const cleared = { cancel_at: null, cancel_at_period_end: false };
    expect(await stripe.subscriptions.update(id, { cancel_at: null })).toMatchObject(cleared);
    contract.act.cancelAtPeriodEnd(id, "portal");
    expect(await stripe.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject(cleared);

    const at = contract.now() + 10 * DAY;
    expect(await stripe.subscriptions.update(id, { cancel_at: at })).toMatchObject({ cancel_at: at });
    contract.act.passTime({ days: 10 });
    expect(contract.subscription(id)).toMatchObject({ status: "canceled", ended_at: at });
  });

  test("now", async () => {
    const { id } = await start("past_due");
    expect(typesOf(contract.act.cancelNow(id))).toEqual(["customer.subscription.deleted"]);
    expect(contract.subscription(id)).toMatchObject({ status: "canceled", ended_at: contract.now() });
    expect(
      contract.act.passTime({ days: 400 }).filter(({ data }) => "id" in data.object && data.object.id === id),
    ).toEqual([]);
  });

  test("a refund leaves the subscription as it is", async () => {
    const { id } = await start();
    expect(typesOf(contract.act.refund(id, 1000))).toEqual(["refund.created", "charge.refunded"]);
    contract.act.refund(id);
    expect(() => contract.act.refund(id)).toThrow("already been refunded");
    expect(contract.subscription(id).status).toBe("active");
  });

  test("deleting the customer ends whatever is left", async () => {
    const { customer, id } = await start("past_due");
    const second = contract.act.startSubscription({ customer, status: "trialing" });
    const gone = contract.act.startSubscription({ customer, status: "canceled" });
    const events = contract.act.deleteCustomer(customer);
    expect(typesOf(events)).toEqual([
      "customer.subscription.deleted",
      "customer.subscription.deleted",
      "customer.deleted",
    ]);
    for (const one of [id, second.id, gone.id]) expect(contract.subscription(one).status).toBe("canceled");
    expect((await stripe.subscriptions.list({ customer, status: "all" })).data.length).toBe(3);
    expect(await refusalOf(stripe.customers.del(customer))).toMatchObject({ code: "resource_missing" });
  });
});

test("another application shares the account", async () => {
  const { customer, subscription, price, events } = contract.act.otherApplication();
  expect(typesOf(events)).toEqual(
    expect.arrayContaining(["customer.created", "customer.subscription.created", "invoice.paid"]),
  );
  const found = await stripe.subscriptions.retrieve(subscription);
  expect(found).toMatchObject({ customer, status: "active", metadata: {} });
  expect(found.items.data[0]?.price.id).toBe(price);
  expect(price).not.toBe(contract.priceId);
});
