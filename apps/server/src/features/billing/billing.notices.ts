import type { YearlyPrice } from "./billing.price.ts";
import { type BillingState, isUnpaid } from "./billing.state.ts";

/** What an invoice asks for, and whether it was paid. */
export type Payment = { isPaid: boolean; isFirst: boolean; price: YearlyPrice };

/** What somebody is told about their money. */
export type Notice =
  | { notice: "paid"; isFirst: boolean; price: YearlyPrice }
  | { notice: "failed"; price: YearlyPrice | null }
  | { notice: "price_changed"; before: YearlyPrice; after: YearlyPrice };

/** What has been told: of the payments of which periods, and the price of the next one. */
export type Told = {
  paidFor: Date | null;
  failedFor: Date | null;
  renewalAmount: number | null;
  renewalCurrency: string | null;
};

/** Whether the period's payment has to be looked at, because something may have to be told about it. */
export function isPaymentNews(told: Told, { status, period }: BillingState): boolean {
  if (period === null || status === null) return false;
  if (status === "active") return isAfter(period.start, told.paidFor);
  return isUnpaid(status) && isAfter(period.start, told.failedFor);
}

/**
 * What is new of `state` for somebody who has been told `told`, and what they have been told with it. Both are written
 * together, so that events that come twice or out of order tell nothing twice.
 */
export function newsOf(told: Told, state: BillingState, payment: Payment | null): { told: Told; notices: Notice[] } {
  const isNews = isPaymentNews(told, state);
  const now = withPrice(told, state);
  const changes = priceNews(told, state);
  if (!isNews || state.period === null) return { told: now, notices: changes };
  const { start } = state.period;
  // A renewed subscription is active for an hour before its card is charged.
  if (state.status === "active") {
    if (!payment?.isPaid) return { told: now, notices: changes };
    const letters = paidNews(payment);
    // A letter that names what the next year costs, too, has told it.
    const others = letters.some(({ price }) => isSamePrice(price, renewalPrice(state))) ? [] : changes;
    return { told: { ...now, paidFor: start }, notices: [...letters, ...others] };
  }
  if (payment?.isPaid) return { told: now, notices: [] };
  return { told: { ...now, failedFor: start }, notices: [{ notice: "failed", price: payment?.price ?? null }] };
}

/**
 * Returns no notices, because the payment has not been read yet. A first price is stored, but a change of price is not announced.
 */
export function newsBeforePayment(told: Told, state: BillingState): { told: Told; notices: Notice[] } {
  return { told: told.renewalAmount === null ? withPrice(told, state) : told, notices: [] };
}

function paidNews({ isFirst, price }: Payment): Extract<Notice, { notice: "paid" }>[] {
  return price.amount > 0 ? [{ notice: "paid", isFirst, price }] : [];
}

function priceNews({ renewalAmount: amount, renewalCurrency: currency }: Told, state: BillingState): Notice[] {
  const after = renewalPrice(state);
  if (amount === null || currency === null || after === null) return [];
  if (isSamePrice(after, { amount, currency })) return [];
  return [{ notice: "price_changed", before: { amount, currency }, after }];
}

function withPrice(told: Told, state: BillingState): Told {
  const price = renewalPrice(state);
  return price ? { ...told, renewalAmount: price.amount, renewalCurrency: price.currency } : told;
}

function isSamePrice(one: YearlyPrice, other: YearlyPrice | null): boolean {
  return one.amount === other?.amount && one.currency === other.currency;
}

/** What the next period costs; null when there is none to come. */
function renewalPrice({ status, endsAt, period }: BillingState): YearlyPrice | null {
  return status === "active" && endsAt === null ? (period?.price ?? null) : null;
}

function isAfter(date: Date, last: Date | null): boolean {
  return last === null || date > last;
}
