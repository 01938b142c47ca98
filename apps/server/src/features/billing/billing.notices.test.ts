import { expect, it } from "vitest";
import { isPaymentNews, newsOf, type Payment, type Told } from "./billing.notices.ts";
import type { BillingState } from "./billing.state.ts";

const START = new Date("2027-03-10T12:00:00Z");
const YEAR_BEFORE = new Date("2026-03-10T12:00:00Z");
const EUROS = { amount: 2999, currency: "eur" };
const told: Told = { paidFor: YEAR_BEFORE, failedFor: null, renewalAmount: 2999, renewalCurrency: "eur" };

function state(changes: Partial<BillingState> = {}): BillingState {
  const period = { start: START, invoiceId: "in_1", price: EUROS };
  const dates = { currentPeriodEnd: new Date("2028-03-10T12:00:00Z"), endsAt: null, graceUntil: null };
  return { subscription: "active", subscriptionId: "sub_1", status: "active", ...dates, period, ...changes };
}

const payment = (changes: Partial<Payment> = {}): Payment => ({
  isPaid: true,
  isFirst: false,
  price: EUROS,
  ...changes,
});

it("says nothing of a renewed period before its invoice is paid, which the provider does an hour later", () => {
  const waiting = newsOf(told, state(), payment({ isPaid: false }));
  expect(waiting).toEqual({ told, notices: [] });
  const done = newsOf(waiting.told, state(), payment());
  expect(done.notices).toEqual([{ notice: "paid", isFirst: false, price: EUROS }]);
  expect(done.told.paidFor).toEqual(START);
  expect(isPaymentNews(done.told, state())).toBe(false);
  expect(newsOf(done.told, state(), null).notices).toEqual([]);
});

it("says nothing of a year that was given away", () => {
  expect(newsOf(told, state(), payment({ price: { amount: 0, currency: "eur" } })).notices).toEqual([]);
});

it.each(["past_due", "unpaid"])("tells a failed payment once, by whatever word: %s", (status) => {
  const failed = newsOf(told, state({ status }), payment({ isPaid: false }));
  expect(failed.notices).toEqual([{ notice: "failed", price: EUROS }]);
  expect(newsOf(failed.told, state({ status: "past_due" }), null).notices).toEqual([]);
});

it.each(["trialing", "incomplete", "paused", "canceled", "something_new"])("has no news of %s", (status) => {
  expect(newsOf(told, state({ status }), null)).toEqual({ told, notices: [] });
});

it("tells another price of the next period, but not to who has cancelled, nor beside what was just paid", () => {
  const now: Told = { ...told, paidFor: START };
  const after = { amount: 3499, currency: "eur" };
  const period = { start: START, invoiceId: "in_1", price: after };
  const changed = newsOf(now, state({ period }), null);
  expect(changed.notices).toEqual([{ notice: "price_changed", before: EUROS, after }]);
  expect(newsOf(changed.told, state({ period }), null).notices).toEqual([]);
  expect(newsOf(now, state({ period, endsAt: START }), null)).toEqual({ told: now, notices: [] });
  expect(newsOf({ ...now, renewalAmount: null, renewalCurrency: null }, state({ period }), null).notices).toEqual([]);
  expect(newsOf(told, state({ period }), payment({ price: after })).notices).toEqual([
    { notice: "paid", isFirst: false, price: after },
  ]);
});

it("tells another price, too, while the year's payment is not made, or was of something else", () => {
  const after = { amount: 3499, currency: "eur" };
  const next = state({ period: { start: START, invoiceId: "in_1", price: after } });
  const news = { notice: "price_changed", before: EUROS, after } as const;
  for (const unpaid of [null, payment({ isPaid: false, price: after })]) {
    const waiting = newsOf(told, next, unpaid);
    expect(waiting.notices).toEqual([news]);
    expect(newsOf(waiting.told, next, unpaid).notices).toEqual([]);
    expect(newsOf(waiting.told, next, payment({ price: after })).notices).toHaveLength(1);
  }
  const free = { amount: 0, currency: "eur" };
  expect(newsOf(told, next, payment({ price: free })).notices).toEqual([news]);
  expect(newsOf(told, next, payment()).notices).toEqual([{ notice: "paid", isFirst: false, price: EUROS }, news]);
});
