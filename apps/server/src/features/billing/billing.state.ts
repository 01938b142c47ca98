export type ProviderSubscription = {
  id: string;
  status: string;
  created: number;
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  ended_at: number | null;
  items: { data: { current_period_start: number; current_period_end: number }[] };
};

export type BillingState = {
  /** `users.subscription`: 'active' is premium, 'free' is never had one, everything else the provider's word. */
  subscription: string;
  subscriptionId: string | null;
  status: string | null;
  currentPeriodEnd: Date | null;
  endsAt: Date | null;
  graceUntil: Date | null;
};

const DAY_SECONDS = 86_400;
const GRACE_DAYS = 7;

// The best of a customer's subscriptions counts; others may be old ones that ended.
const ranks = ["active", "trialing", "past_due", "unpaid", "paused", "incomplete", "canceled", "incomplete_expired"];

/** Statuses after which nothing more is charged. */
const OVER = new Set(["canceled", "incomplete_expired"]);

export function isOver(status: string): boolean {
  return OVER.has(status);
}

/** The state that follows from all subscriptions of a customer, whatever was known before. */
export function billingState(subscriptions: readonly ProviderSubscription[], now: Date): BillingState {
  const [best] = [...subscriptions].sort((a, b) => rankOf(a) - rankOf(b) || b.created - a.created);
  if (!best) {
    return {
      subscription: "free",
      subscriptionId: null,
      status: null,
      currentPeriodEnd: null,
      endsAt: null,
      graceUntil: null,
    };
  }
  const { id, status, cancel_at, cancel_at_period_end, ended_at } = best;
  const periodEnd = min(best.items.data.map((item) => item.current_period_end));
  const periodStart = min(best.items.data.map((item) => item.current_period_start));
  const grace = status === "past_due" && periodStart !== null ? periodStart + GRACE_DAYS * DAY_SECONDS : null;
  return {
    subscription: givesPremium(status, instant(grace), now) ? "active" : status,
    subscriptionId: id,
    status,
    currentPeriodEnd: instant(periodEnd),
    endsAt: instant(ended_at ?? cancel_at ?? (cancel_at_period_end ? periodEnd : null)),
    graceUntil: instant(grace),
  };
}

/** A late payment keeps premium for some days from the start of the unpaid period. */
export function givesPremium(status: string, graceUntil: Date | null, now: Date): boolean {
  if (status === "active" || status === "trialing") return true;
  return status === "past_due" && graceUntil !== null && now < graceUntil;
}

function rankOf({ status }: ProviderSubscription): number {
  const rank = ranks.indexOf(status);
  return rank === -1 ? ranks.length : rank;
}

function min(numbers: number[]): number | null {
  return numbers.length === 0 ? null : Math.min(...numbers);
}

function instant(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000);
}
