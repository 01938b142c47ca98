import type Stripe from "stripe";
import { buildCheckoutSession, buildLineItem } from "../objects/checkout-session.ts";
import { missingParam, notPlayed, Refusal, unknownParam } from "../refusal.ts";
import type { Account, CheckoutOrder } from "../state/account.ts";
import { expireCheckout, expireWhenLate } from "../state/checkout.ts";
import { newId } from "../state/ids.ts";
import { type Handlers, playsOnly } from "./call.ts";
import { inRange, listPage } from "./pagination.ts";
import { checkEmail, checkInteger, checkLength, checkUrl, mergeMetadata, needs } from "./parameters.ts";

type CheckoutCall =
  | "checkout.sessions.create"
  | "checkout.sessions.retrieve"
  | "checkout.sessions.expire"
  | "checkout.sessions.list";

type Params = Stripe.Checkout.SessionCreateParams;

const PLAYED = [
  "mode",
  "ui_mode",
  "success_url",
  "cancel_url",
  "line_items",
  "customer",
  "customer_email",
  "customer_update",
  "client_reference_id",
  "metadata",
  "locale",
  "expires_at",
  "subscription_data",
  "payment_method_collection",
  "billing_address_collection",
  "allow_promotion_codes",
  "custom_text",
];
const HOUR = 3600;

function checkReturns(params: Params): void {
  const mode = needs(params.mode, "mode");
  if (mode !== "subscription") throw notPlayed(`mode ${mode}`, "mode");
  const uiMode = params.ui_mode ?? "hosted_page";
  if (uiMode !== "hosted_page") throw notPlayed(`ui_mode ${uiMode}`, "ui_mode");
  needs(params.success_url, "success_url");
  checkUrl(params.success_url, "success_url");
  checkUrl(params.cancel_url, "cancel_url");
}

function orderOf(account: Account, { line_items, subscription_data = {} }: Params): CheckoutOrder {
  const [item, second] = line_items ?? [];
  if (!item) throw missingParam("line_items");
  if (second) throw notPlayed("more than one line item", "line_items");
  if (item.price_data) throw notPlayed("price_data", "line_items[0][price_data]");
  const other = Object.keys(item).find((name) => !["price", "quantity"].includes(name));
  if (other !== undefined) throw notPlayed(`line_items[0][${other}]`, `line_items[0][${other}]`);
  const price = account.price(needs(item.price, "line_items[0][price]"), "line_items[0][price]");
  if (!price.active) {
    throw new Refusal(`The price specified is inactive. This field only accepts active prices.`, {
      param: "line_items[0][price]",
      impossible: true,
    });
  }
  const quantity = needs(item.quantity, "line_items[0][quantity]");
  checkInteger(quantity, "line_items[0][quantity]", 1, 999_999);
  const unplayed = Object.keys(subscription_data).find(
    (name) => !["metadata", "description", "trial_period_days"].includes(name),
  );
  if (unplayed) throw notPlayed(`subscription_data[${unplayed}]`, `subscription_data[${unplayed}]`);
  checkInteger(subscription_data.trial_period_days, "subscription_data[trial_period_days]", 1, 730);
  const metadata = mergeMetadata({}, subscription_data.metadata, "subscription_data[metadata]");
  return { price: price.id, quantity, subscriptionData: { ...subscription_data, metadata } };
}

function customerOf(account: Account, params: Params): Stripe.Customer | null {
  if (params.customer !== undefined && params.customer_email !== undefined) {
    throw new Refusal("You may only specify one of these parameters: customer, customer_email.", { param: "customer" });
  }
  if (params.customer_update && params.customer === undefined) {
    throw new Refusal("`customer_update` can only be used with `customer`.", { param: "customer_update" });
  }
  checkEmail(params.customer_email, "customer_email");
  return params.customer === undefined ? null : account.customer(params.customer, "customer");
}

function expiryOf(account: Account, { expires_at }: Params): number {
  const now = account.time.now();
  if (expires_at === undefined) return now + 24 * HOUR;
  if (!Number.isInteger(expires_at) || expires_at < now + HOUR / 2 || expires_at > now + 24 * HOUR) {
    const message =
      "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.";
    throw new Refusal(message, { param: "expires_at" });
  }
  return expires_at;
}

export const checkoutHandlers: Handlers<CheckoutCall> = {
  "checkout.sessions.create": ({ account, params }) => {
    // A text and no field of the types: the types closed it away, and old examples still carry it.
    if ("payment_method_types" in params) throw unknownParam("payment_method_types");
    playsOnly(params, "checkout.sessions.create", PLAYED);
    checkReturns(params);
    checkLength(params.client_reference_id, 200, "client_reference_id");
    const customer = customerOf(account, params);
    const order = orderOf(account, params);
    const price = account.price(order.price);
    const id = newId("cs_test");
    const session = buildCheckoutSession({
      id,
      created: account.time.now(),
      expiresAt: expiryOf(account, params),
      params,
      metadata: mergeMetadata({}, params.metadata),
      customer,
      price,
      quantity: order.quantity,
      url: `${account.baseUrl}/pay/${id}`,
    });
    const item = buildLineItem({
      id: newId("li"),
      price,
      quantity: order.quantity,
      description: account.productNameOf(price),
    });
    account.checkoutSessions.set(id, session);
    account.checkoutOrders.set(id, order);
    account.lineItems.set(id, [item]);
    return session;
  },

  "checkout.sessions.retrieve": ({ account, id }) => {
    const session = account.checkoutSession(id);
    expireWhenLate(account, session);
    return session;
  },

  "checkout.sessions.expire": ({ account, id }) => {
    const session = account.checkoutSession(id);
    expireWhenLate(account, session);
    if (session.status !== "open") {
      const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of "${session.status}".`;
      throw new Refusal(message, { impossible: true });
    }
    expireCheckout(account, session);
    return session;
  },

  "checkout.sessions.list": ({ account, params }) => {
    const played = ["customer", "subscription", "status", "created", "limit", "starting_after", "ending_before"];
    playsOnly(params, "checkout.sessions.list", played);
    const sessions = [...account.checkoutSessions.values()];
    for (const session of sessions) expireWhenLate(account, session);
    const found = sessions
      .filter(({ customer }) => params.customer === undefined || customer === params.customer)
      .filter(({ subscription }) => params.subscription === undefined || subscription === params.subscription)
      .filter(({ status }) => params.status === undefined || status === params.status)
      .filter(({ created }) => inRange(created, params.created));
    return listPage(found, params, "/v1/checkout/sessions");
  },
};
