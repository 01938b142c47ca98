import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ProviderSubscription } from "#platform/payments/payment-client.ts";
import { deriveBillingState, filterSubscriptions } from "./billing.state.ts";

const DAY = 86_400;
const START = Date.UTC(2026, 2, 1) / 1000;
const YEAR_LATER = Date.UTC(2027, 2, 1) / 1000;
const at = (seconds: number) => new Date(seconds * 1000);

function item(product: string = "prod_1", changes: object = {}): ProviderSubscription["items"]["data"][number] {
  const price = { product, unit_amount: 2999, currency: "eur" };
  return { current_period_start: START, current_period_end: YEAR_LATER, quantity: 1, price, ...changes };
}

function subscription(changes: Partial<ProviderSubscription> = {}): ProviderSubscription {
  return {
    id: "sub_1",
    status: "active",
    created: START,
    cancel_at_period_end: false,
    cancel_at: null,
    ended_at: null,
    latest_invoice: "in_1",
    items: { data: [item()] },
    ...changes,
  };
}

describe("deriveBillingState", () => {
  it.each([
    ["active", "active"],
    ["trialing", "active"],
    ["incomplete", "incomplete"],
    ["incomplete_expired", "incomplete_expired"],
    ["unpaid", "unpaid"],
    ["paused", "paused"],
    ["canceled", "canceled"],
    ["something_new", "something_new"],
  ])("derives from the status %s the subscription %s", (status, expected) => {
    const state = deriveBillingState([subscription({ status })], at(START + DAY));
    expect(state).toMatchObject({ subscription: expected, status, subscriptionId: "sub_1", graceUntil: null });
  });

  it("returns a free state without a subscription", () => {
    expect(deriveBillingState([], at(START))).toMatchObject({
      subscription: "free",
      subscriptionId: null,
      status: null,
    });
  });

  it("gives premium for exactly seven days of a late payment", () => {
    const late = [subscription({ status: "past_due" })];
    const end = START + 7 * DAY;
    expect(deriveBillingState(late, at(end - 1))).toMatchObject({ subscription: "active", graceUntil: at(end) });
    expect(deriveBillingState(late, at(end))).toMatchObject({ subscription: "past_due", graceUntil: at(end) });
  });

  it("returns the end of a subscription for each way of cancelling it", () => {
    const endOf = (changes: Partial<ProviderSubscription>) =>
      deriveBillingState([subscription(changes)], at(START)).endsAt;
    expect(endOf({})).toBeNull();
    expect(endOf({ cancel_at_period_end: true })).toEqual(at(YEAR_LATER));
    expect(endOf({ cancel_at: START + 40 * DAY })).toEqual(at(START + 40 * DAY));
    expect(endOf({ status: "canceled", ended_at: START + DAY, cancel_at: YEAR_LATER })).toEqual(at(START + DAY));
  });
});

it("deriveBillingState uses the best subscription, in whatever order they are listed", () => {
  const statuses = ["active", "trialing", "past_due", "unpaid", "paused", "incomplete", "canceled"];
  const some = fc.uniqueArray(
    fc.record({ status: fc.constantFrom(...statuses), created: fc.integer({ min: START, max: YEAR_LATER }) }),
    { minLength: 1, maxLength: 6, selector: ({ created }) => created },
  );
  fc.assert(
    fc.property(some, fc.infiniteStream(fc.nat()), (list, order) => {
      const all = list.map((one, index) => subscription({ ...one, id: `sub_${index}` }));
      const shuffled = [...all]
        .map((one) => ({ one, key: order.next().value ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ one }) => one);
      const state = deriveBillingState(shuffled, at(START));
      expect(state).toEqual(deriveBillingState(all, at(START)));
      const best = Math.min(...list.map(({ status }) => statuses.indexOf(status)));
      expect(state.status).toBe(statuses[best]);
    }),
  );
});

describe("the items of a subscription", () => {
  const other = item("prod_other", { current_period_end: START + 30 * DAY });
  const holding = (id: string, ...data: ReturnType<typeof item>[]) => subscription({ id, items: { data } });

  it("count if they are of the product, at any price", () => {
    const old = item("prod_1", { price: { product: { id: "prod_1" }, unit_amount: 1999, currency: "usd" } });
    const mine = filterSubscriptions("prod_1", [holding("sub_other", other), holding("sub_old", old)]);
    expect(deriveBillingState(mine, at(START))).toMatchObject({
      subscriptionId: "sub_old",
      period: { price: { amount: 1999, currency: "usd" } },
    });
    expect(filterSubscriptions("prod_1", [holding("sub_other", other)])).toEqual([]);
  });

  it("of other products add neither dates nor amounts", () => {
    const state = deriveBillingState(filterSubscriptions("prod_1", [holding("sub_both", other, item())]), at(START));
    expect(state).toMatchObject({
      currentPeriodEnd: at(YEAR_LATER),
      period: { start: at(START), invoiceId: "in_1", price: { amount: 2999, currency: "eur" } },
    });
  });

  it("result in no price if an amount is not fixed, and otherwise count with their quantity", () => {
    const metered = item("prod_1", { price: { product: "prod_1", unit_amount: null, currency: "eur" } });
    expect(deriveBillingState([holding("sub_1", metered)], at(START)).period?.price).toBeNull();
    expect(
      deriveBillingState([holding("sub_1", item("prod_1", { quantity: 2 }))], at(START)).period?.price?.amount,
    ).toBe(5998);
  });
});
