import type { YearlyPrice } from "./billing.price.ts";
import { type BillingState, isUnpaid } from "./billing.state.ts";

/** The amount of an invoice, and whether it was paid. */
export type Payment = { isPaid: boolean; isFirst: boolean; price: YearlyPrice };

/** The content of a letter to a customer about their payments. */
export type Notice =
  | { notice: "paid"; isFirst: boolean; price: YearlyPrice }
  | { notice: "failed"; price: YearlyPrice | null }
  | { notice: "price_changed"; before: YearlyPrice; after: YearlyPrice };

/**
 * The notices that the customer has already received: the start of the last period whose payment, or failed payment, was announced,
 * and the announced price of the next period.
 */
export type Announced = {
  paidFor: Date | null;
  failedFor: Date | null;
  renewalAmount: number | null;
  renewalCurrency: string | null;
};

/** Returns whether the payment of the current period may still have to be announced, so that its invoice has to be read. */
export function hasUnannouncedPayment(announced: Announced, { status, period }: BillingState): boolean {
  if (period === null || status === null) return false;
  if (status === "active") return isAfter(period.start, announced.paidFor);
  return isUnpaid(status) && isAfter(period.start, announced.failedFor);
}

/**
 * Returns the notices that `state` requires, and what is announced once they are sent. The caller stores both in one transaction, so
 * that events that arrive twice or out of order announce nothing twice.
 */
export function determineNotices(
  announced: Announced,
  state: BillingState,
  payment: Payment | null,
): { announced: Announced; notices: Notice[] } {
  const withPrice = addRenewalPrice(announced, state);
  const changes = buildPriceNotices(announced, state);
  if (!hasUnannouncedPayment(announced, state) || state.period === null) {
    return { announced: withPrice, notices: changes };
  }
  const { start } = state.period;
  // A renewed subscription is active for an hour before its card is charged.
  if (state.status === "active") {
    if (!payment?.isPaid) return { announced: withPrice, notices: changes };
    const paid = buildPaidNotices(payment);
    // The letter on a payment also names the price of the next year, so no change to that price is announced separately.
    const others = paid.some(({ price }) => isSamePrice(price, getRenewalPrice(state))) ? [] : changes;
    return { announced: { ...withPrice, paidFor: start }, notices: [...paid, ...others] };
  }
  if (payment?.isPaid) return { announced: withPrice, notices: [] };
  return {
    announced: { ...withPrice, failedFor: start },
    notices: [{ notice: "failed", price: payment?.price ?? null }],
  };
}

/**
 * Returns no notices, because the payment has not been read yet. A first price is stored, but a change of price is not announced.
 */
export function deferNotices(announced: Announced, state: BillingState): { announced: Announced; notices: Notice[] } {
  return { announced: announced.renewalAmount === null ? addRenewalPrice(announced, state) : announced, notices: [] };
}

function buildPaidNotices({ isFirst, price }: Payment): Extract<Notice, { notice: "paid" }>[] {
  return price.amount > 0 ? [{ notice: "paid", isFirst, price }] : [];
}

function buildPriceNotices(
  { renewalAmount: amount, renewalCurrency: currency }: Announced,
  state: BillingState,
): Notice[] {
  const after = getRenewalPrice(state);
  if (amount === null || currency === null || after === null) return [];
  if (isSamePrice(after, { amount, currency })) return [];
  return [{ notice: "price_changed", before: { amount, currency }, after }];
}

function addRenewalPrice(announced: Announced, state: BillingState): Announced {
  const price = getRenewalPrice(state);
  return price ? { ...announced, renewalAmount: price.amount, renewalCurrency: price.currency } : announced;
}

function isSamePrice(one: YearlyPrice, other: YearlyPrice | null): boolean {
  return one.amount === other?.amount && one.currency === other.currency;
}

/** Returns the price of the next period; null if the subscription does not renew. */
function getRenewalPrice({ status, endsAt, period }: BillingState): YearlyPrice | null {
  return status === "active" && endsAt === null ? (period?.price ?? null) : null;
}

function isAfter(date: Date, last: Date | null): boolean {
  return last === null || date > last;
}
