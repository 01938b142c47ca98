import { expect, it } from "vitest";
import { type Announced, determineNotices, hasUnannouncedPayment, type Payment } from "./billing.notices.ts";
import type { BillingState } from "./billing.state.ts";

const START = new Date("2027-03-10T12:00:00Z");
const YEAR_BEFORE = new Date("2026-03-10T12:00:00Z");
const EUROS = { amount: 2999, currency: "eur" };
const announced: Announced = { paidFor: YEAR_BEFORE, failedFor: null, renewalAmount: 2999, renewalCurrency: "eur" };

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

it("announces a renewed period once its invoice is paid, which is an hour after the renewal", () => {
  const waiting = determineNotices(announced, state(), payment({ isPaid: false }));
  expect(waiting).toEqual({ announced, notices: [] });
  const done = determineNotices(waiting.announced, state(), payment());
  expect(done.notices).toEqual([{ notice: "paid", isFirst: false, price: EUROS }]);
  expect(done.announced.paidFor).toEqual(START);
  expect(hasUnannouncedPayment(done.announced, state())).toBe(false);
  expect(determineNotices(done.announced, state(), null).notices).toEqual([]);
});

it("announces nothing for a free year", () => {
  expect(determineNotices(announced, state(), payment({ price: { amount: 0, currency: "eur" } })).notices).toEqual([]);
});

it.each(["past_due", "unpaid"])("announces a failed payment once, with the status %s", (status) => {
  const failed = determineNotices(announced, state({ status }), payment({ isPaid: false }));
  expect(failed.notices).toEqual([{ notice: "failed", price: EUROS }]);
  expect(determineNotices(failed.announced, state({ status: "past_due" }), null).notices).toEqual([]);
});

it.each(["trialing", "incomplete", "paused", "canceled", "something_new"])(
  "announces nothing for the status %s",
  (status) => {
    expect(determineNotices(announced, state({ status }), null)).toEqual({ announced, notices: [] });
  },
);

it("announces a changed price of the next period, except after a cancellation and in a letter on a payment that names it", () => {
  const now: Announced = { ...announced, paidFor: START };
  const after = { amount: 3499, currency: "eur" };
  const period = { start: START, invoiceId: "in_1", price: after };
  const changed = determineNotices(now, state({ period }), null);
  expect(changed.notices).toEqual([{ notice: "price_changed", before: EUROS, after }]);
  expect(determineNotices(changed.announced, state({ period }), null).notices).toEqual([]);
  expect(determineNotices(now, state({ period, endsAt: START }), null)).toEqual({ announced: now, notices: [] });
  expect(
    determineNotices({ ...now, renewalAmount: null, renewalCurrency: null }, state({ period }), null).notices,
  ).toEqual([]);
  expect(determineNotices(announced, state({ period }), payment({ price: after })).notices).toEqual([
    { notice: "paid", isFirst: false, price: after },
  ]);
});

it("announces a changed price even if the year is unpaid or was paid at another price", () => {
  const after = { amount: 3499, currency: "eur" };
  const next = state({ period: { start: START, invoiceId: "in_1", price: after } });
  const news = { notice: "price_changed", before: EUROS, after } as const;
  for (const unpaid of [null, payment({ isPaid: false, price: after })]) {
    const waiting = determineNotices(announced, next, unpaid);
    expect(waiting.notices).toEqual([news]);
    expect(determineNotices(waiting.announced, next, unpaid).notices).toEqual([]);
    expect(determineNotices(waiting.announced, next, payment({ price: after })).notices).toHaveLength(1);
  }
  const free = { amount: 0, currency: "eur" };
  expect(determineNotices(announced, next, payment({ price: free })).notices).toEqual([news]);
  expect(determineNotices(announced, next, payment()).notices).toEqual([
    { notice: "paid", isFirst: false, price: EUROS },
    news,
  ]);
});
