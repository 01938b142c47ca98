import type Stripe from "stripe";
import { isOver, itemOf } from "../objects/subscription.ts";
import { noSuch, Refusal } from "../refusal.ts";
import type { Account } from "../state/account.ts";
import {
  changeSubscription,
  clearCancellation,
  endSubscription,
  scheduleCancellation,
} from "../state/subscriptions.ts";
import { type Handlers, playsOnly } from "./call.ts";
import { inRange, listPage } from "./pagination.ts";
import { mergeMetadata } from "./parameters.ts";

type SubscriptionCall =
  | "subscriptions.list"
  | "subscriptions.retrieve"
  | "subscriptions.update"
  | "subscriptions.cancel";

type Status = Stripe.SubscriptionListParams.Status;

/** Without a status Stripe leaves the canceled ones out; `all` and `ended` are words of the list only. */
function hasStatus(subscription: Stripe.Subscription, wanted: Status | undefined): boolean {
  if (wanted === undefined) return subscription.status !== "canceled";
  if (wanted === "all") return true;
  return wanted === "ended" ? isOver(subscription) : subscription.status === wanted;
}

/** A customer may be asked for after the deletion, but must have existed. */
function checkCustomer(account: Account, id: string | undefined): void {
  if (id !== undefined && !account.customers.has(id)) throw noSuch("customer", id, "customer");
}

function changeSchedule(account: Account, subscription: Stripe.Subscription, params: Stripe.SubscriptionUpdateParams) {
  const { cancel_at: at, cancel_at_period_end: atPeriodEnd } = params;
  if (at !== undefined && atPeriodEnd !== undefined) {
    throw new Refusal("Received both cancel_at and cancel_at_period_end parameters. Please pass in only one.", {
      param: "cancel_at_period_end",
    });
  }
  if (atPeriodEnd === true) scheduleCancellation(account, subscription, "classic");
  // Either way of clearing clears both: a portal's `cancel_at` too.
  else if (atPeriodEnd === false || at === null || (at as string) === "") clearCancellation(account, subscription);
  else if (typeof at === "number") {
    if (at <= account.time.now()) throw new Refusal("`cancel_at` must be in the future.", { param: "cancel_at" });
    scheduleCancellation(account, subscription, at);
  } else if (at !== undefined) scheduleCancellation(account, subscription, itemOf(subscription).current_period_end);
}

function detailsOf(
  details: Stripe.SubscriptionCancelParams.CancellationDetails | undefined,
): Partial<Stripe.Subscription.CancellationDetails> {
  return { comment: details?.comment || null, feedback: details?.feedback || null };
}

export const subscriptionHandlers: Handlers<SubscriptionCall> = {
  "subscriptions.list": ({ account, params }) => {
    const played = ["customer", "status", "price", "created", "limit", "starting_after", "ending_before"];
    playsOnly(params, "subscriptions.list", played);
    checkCustomer(account, params.customer);
    const found = [...account.subscriptions.values()]
      .filter(({ customer }) => params.customer === undefined || customer === params.customer)
      .filter((one) => hasStatus(one, params.status))
      .filter((one) => params.price === undefined || itemOf(one).price.id === params.price)
      .filter(({ created }) => inRange(created, params.created));
    return listPage(found, params, "/v1/subscriptions");
  },

  "subscriptions.retrieve": ({ account, id }) => account.subscription(id),

  "subscriptions.update": ({ account, id, params }) => {
    const played = ["cancel_at", "cancel_at_period_end", "cancellation_details", "metadata", "description"];
    playsOnly(params, "subscriptions.update", played);
    const subscription = account.subscription(id);
    const past = ["metadata", "cancellation_details", "expand"];
    if (isOver(subscription) && Object.keys(params).some((name) => !past.includes(name))) {
      throw new Refusal("A canceled subscription can only update its cancellation_details and metadata.", {
        impossible: true,
      });
    }
    changeSchedule(account, subscription, params);
    changeSubscription(account, subscription, {
      metadata: mergeMetadata(subscription.metadata, params.metadata),
      ...(params.description === undefined ? {} : { description: params.description || null }),
      ...(params.cancellation_details && subscription.cancellation_details
        ? { cancellation_details: { ...subscription.cancellation_details, ...detailsOf(params.cancellation_details) } }
        : {}),
    });
    return subscription;
  },

  "subscriptions.cancel": ({ account, id, params }) => {
    playsOnly(params, "subscriptions.cancel", ["cancellation_details", "invoice_now", "prorate"]);
    const subscription = account.subscription(id);
    // Stripe does not find what is over already.
    if (isOver(subscription)) throw noSuch("subscription", id);
    endSubscription(account, subscription, detailsOf(params.cancellation_details));
    return subscription;
  },
};
