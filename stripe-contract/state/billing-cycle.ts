import type Stripe from "stripe";
import { isOver, itemOf } from "../objects/subscription.ts";
import type { Account } from "./account.ts";
import { openInvoiceOf, voidInvoice } from "./payments.ts";
import { changeSubscription, endSubscription, renewSubscription } from "./subscriptions.ts";

const INCOMPLETE_FOR = 23 * 3600;

/** When something happens to a subscription by itself; undefined when it waits for somebody. */
function nextMoment(subscription: Stripe.Subscription): number | undefined {
  const { status, cancel_at } = subscription;
  if (isOver(subscription)) return undefined;
  if (status === "incomplete") return subscription.created + INCOMPLETE_FOR;
  const end = itemOf(subscription).current_period_end;
  if (status === "unpaid" || status === "paused") return cancel_at ?? undefined;
  return cancel_at === null ? end : Math.min(end, cancel_at);
}

function proceed(account: Account, subscription: Stripe.Subscription): void {
  const now = account.time.now();
  if (subscription.status === "incomplete") {
    const invoice = openInvoiceOf(account, subscription);
    if (invoice) voidInvoice(account, invoice);
    changeSubscription(account, subscription, { status: "incomplete_expired", ended_at: now });
  } else if (subscription.cancel_at !== null && subscription.cancel_at <= now) {
    endSubscription(account, subscription);
  } else {
    renewSubscription(account, subscription);
  }
}

function nextDue(account: Account): { subscription: Stripe.Subscription; at: number } | undefined {
  return [...account.subscriptions.values()]
    .flatMap((subscription) => {
      const at = nextMoment(subscription);
      return at === undefined ? [] : [{ subscription, at }];
    })
    .sort((a, b) => a.at - b.at)[0];
}

function dueUntil(account: Account, moment: number) {
  const next = nextDue(account);
  return next && next.at <= moment ? next : undefined;
}

/** Lets time pass until a moment: trials end, periods renew or fail, scheduled cancellations happen, in their order. */
export function passTimeUntil(account: Account, moment: number): void {
  const until = Math.max(moment, account.time.now());
  for (let next = dueUntil(account, until); next; next = dueUntil(account, until)) {
    account.time.moveTo(next.at);
    proceed(account, next.subscription);
  }
  account.time.moveTo(until);
}
