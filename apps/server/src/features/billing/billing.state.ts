import type { ProviderSubscription } from "#platform/payments/payment-client.ts";
import type { YearlyPrice } from "./billing.price.ts";

/** The current period: the invoice that charged it, and the price of the next one. */
type Period = { start: Date; invoiceId: string | null; price: YearlyPrice | null };

export type BillingState = {
  /** The value of `users.subscription`: 'active' means premium, 'free' no subscription so far, any other value is the provider's status. */
  subscription: string;
  subscriptionId: string | null;
  status: string | null;
  currentPeriodEnd: Date | null;
  endsAt: Date | null;
  graceUntil: Date | null;
  period: Period | null;
};

const DAY_SECONDS = 86_400;
const GRACE_DAYS = 7;

/** The provider's statuses, best first: the best of a customer's subscriptions counts, as the others may have ended long ago. */
const STATUSES_BEST_FIRST = [
  "active",
  "trialing",
  "past_due",
  "unpaid",
  "paused",
  "incomplete",
  "canceled",
  "incomplete_expired",
];

/** Statuses after which nothing more is charged. */
const OVER = new Set(["canceled", "incomplete_expired"]);

export function isOver(status: string): boolean {
  return OVER.has(status);
}

/** Returns whether the charge of the current period failed. */
export function isUnpaid(status: string): boolean {
  return status === "past_due" || status === "unpaid";
}

/** Returns the subscriptions to a product, without their items of other products, which give no premium. */
export function filterSubscriptions(product: string, all: readonly ProviderSubscription[]): ProviderSubscription[] {
  return all
    .map((one) => ({ ...one, items: { data: one.items.data.filter(({ price }) => idOf(price.product) === product) } }))
    .filter(({ items }) => items.data.length > 0);
}

/** Derives the billing state from a customer's subscriptions alone, independently of the stored state. */
export function deriveBillingState(subscriptions: readonly ProviderSubscription[], now: Date): BillingState {
  const [best] = [...subscriptions].sort((a, b) => rankOf(a) - rankOf(b) || b.created - a.created);
  if (!best) {
    return {
      subscription: "free",
      subscriptionId: null,
      status: null,
      currentPeriodEnd: null,
      endsAt: null,
      graceUntil: null,
      period: null,
    };
  }
  const { id, status, cancel_at, cancel_at_period_end, ended_at } = best;
  const periodEnd = min(best.items.data.map((item) => item.current_period_end));
  const periodStart = min(best.items.data.map((item) => item.current_period_start));
  const grace = status === "past_due" && periodStart !== null ? periodStart + GRACE_DAYS * DAY_SECONDS : null;
  return {
    subscription: hasPremiumStatus(status, toDate(grace), now) ? "active" : status,
    subscriptionId: id,
    status,
    currentPeriodEnd: toDate(periodEnd),
    endsAt: toDate(ended_at ?? cancel_at ?? (cancel_at_period_end ? periodEnd : null)),
    graceUntil: toDate(grace),
    period: periodStart === null ? null : buildPeriod(periodStart, best),
  };
}

function buildPeriod(start: number, { latest_invoice, items: { data } }: ProviderSubscription): Period {
  const amounts = data.map(({ price, quantity = 1 }) =>
    price.unit_amount === null ? Number.NaN : price.unit_amount * quantity,
  );
  const amount = amounts.reduce((sum, one) => sum + one, 0);
  const currency = data[0]?.price.currency;
  return {
    start: new Date(start * 1000),
    invoiceId: latest_invoice === null ? null : (idOf(latest_invoice) ?? null),
    price: currency === undefined || Number.isNaN(amount) ? null : { amount, currency },
  };
}

/** While a payment is late, premium continues for `GRACE_DAYS` from the start of the unpaid period. */
function hasPremiumStatus(status: string, graceUntil: Date | null, now: Date): boolean {
  if (status === "active" || status === "trialing") return true;
  return status === "past_due" && graceUntil !== null && now < graceUntil;
}

function rankOf({ status }: ProviderSubscription): number {
  const rank = STATUSES_BEST_FIRST.indexOf(status);
  return rank === -1 ? STATUSES_BEST_FIRST.length : rank;
}

function idOf(reference: string | { id?: string | undefined }): string | undefined {
  return typeof reference === "string" ? reference : reference.id;
}

function min(numbers: number[]): number | null {
  return numbers.length === 0 ? null : Math.min(...numbers);
}

function toDate(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000);
}
