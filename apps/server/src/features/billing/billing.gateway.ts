import Stripe from "stripe";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { PaymentClient, ProviderSubscription } from "#platform/payments/payment-client.ts";
import type { StripeKeys } from "#platform/process/config.ts";
import type { BillingEvent } from "./billing.jobs.ts";
import type { Payment } from "./billing.notices.ts";
import type { YearlyPrice } from "./billing.price.ts";
import { isOver } from "./billing.state.ts";

// Calls to the payment provider. They may take seconds: never make one inside a transaction.

export type ProviderEvent = BillingEvent & { customerId: string | null };

export type Checkout = { id: string; url: string };

const SIGNATURE_TOLERANCE_SECONDS = 300;
const NOT_FOR_SALE_RETRY_SECONDS = 3600;

/** Returns the configured keys, and the client that uses them; throws `unavailable` if payments are not configured. */
export function requirePayments({ config, payments }: Context): StripeKeys & { client: PaymentClient } {
  if (config.stripe && payments) return { ...config.stripe, client: payments };
  throw new AppError("unavailable", "Los pagos no están disponibles en este momento", {
    retryAfterSeconds: NOT_FOR_SALE_RETRY_SECONDS,
  });
}

/** Runs calls to the provider for a request that waits for them: a failure of the provider is logged and becomes `unavailable`. */
export async function callProvider<T>(ctx: Context, calls: () => Promise<T>): Promise<T> {
  try {
    return await calls();
  } catch (error) {
    if (!isProviderError(error)) throw error;
    ctx.log.error({ err: error }, "the payment provider failed");
    throw new AppError("unavailable", "El servicio de pagos no responde. Inténtalo de nuevo.");
  }
}

/** The price and product that are sold. `price` is null if it is not a fixed amount per year. */
export type Offer = { priceId: string; product: string; price: YearlyPrice | null };

export async function readOffer(ctx: Context): Promise<Offer> {
  const { priceId, client } = requirePayments(ctx);
  const { unit_amount, currency, recurring, product } = await client.prices.retrieve(priceId);
  const isYearly = recurring?.interval === "year" && recurring.interval_count === 1;
  return {
    priceId,
    product: typeof product === "string" ? product : product.id,
    price: unit_amount !== null && isYearly ? { amount: unit_amount, currency } : null,
  };
}

export function requireYearlyPrice({ priceId, price }: Offer): YearlyPrice {
  if (price) return price;
  throw new ProviderError(`the price ${priceId} is not a fixed amount a year`);
}

export async function readPayment(ctx: Context, invoiceId: string): Promise<Payment> {
  const invoice = await requirePayments(ctx).client.invoices.retrieve(invoiceId);
  const isPaid = invoice.status === "paid";
  return {
    isPaid,
    isFirst: invoice.billing_reason === "subscription_create",
    price: { amount: isPaid ? invoice.amount_paid : invoice.amount_due, currency: invoice.currency },
  };
}

export async function listSubscriptions(ctx: Context, customer: string): Promise<ProviderSubscription[]> {
  const list = requirePayments(ctx).client.subscriptions.list({ customer, status: "all", limit: 100 });
  return list.autoPagingToArray({ limit: 1000 });
}

/** For a day, a repeated call with the same idempotency key returns the same response, be it a customer or an error. */
export async function createCustomer(
  ctx: Context,
  { id, email }: { id: OwnerId; email: string },
  idempotencyKey: string,
): Promise<string> {
  const customer = await requirePayments(ctx).client.customers.create(
    { email, metadata: { userId: String(id) }, preferred_locales: ["es"] },
    { idempotencyKey },
  );
  return customer.id;
}

/** Returns whether the provider answered a failed call, so that it need not be repeated with the same idempotency key. */
export function isAnsweredError(error: unknown): boolean {
  // 409: the first call with this key is still running, so its outcome is not known yet.
  return error instanceof Stripe.errors.StripeError && error.statusCode !== undefined && error.statusCode !== 409;
}

export async function isExistingCustomer(ctx: Context, customer: string): Promise<boolean> {
  const found = await requirePayments(ctx)
    .client.customers.retrieve(customer)
    .catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  return found !== undefined && !found.deleted;
}

export async function setCustomerEmail(ctx: Context, customer: string, email: string): Promise<void> {
  await requirePayments(ctx).client.customers.update(customer, { email });
}

/**
 * Returns the customer's oldest open checkout at the current price that lasts until `usableUntil`, and expires all others, because
 * each open checkout could be paid. Two processes choose the same one, because both choose the oldest.
 */
export async function keepOneCheckoutOpen(ctx: Context, customer: string, usableUntil: Date): Promise<Checkout | null> {
  const { priceId, client } = requirePayments(ctx);
  const open = await client.checkout.sessions
    .list({ customer, status: "open", limit: 100 })
    .autoPagingToArray({ limit: 1000 });
  let oldest: Checkout | null = null;
  for (const { id, url, expires_at, metadata } of open.reverse()) {
    const isUsable = metadata?.price === priceId && expires_at * 1000 >= usableUntil.getTime();
    if (!oldest && url && isUsable) oldest = { id, url };
    else await expireCheckout(ctx, id);
  }
  return oldest;
}

export async function createCheckout(ctx: Context, customer: string, owner: OwnerId): Promise<void> {
  const appUrl = ctx.appUrl();
  const { priceId, client } = requirePayments(ctx);
  await client.checkout.sessions.create({
    mode: "subscription",
    customer,
    client_reference_id: String(owner),
    line_items: [{ price: priceId, quantity: 1 }],
    // The provider's list of checkouts does not contain their items.
    metadata: { price: priceId },
    subscription_data: { metadata: { userId: String(owner) } },
    success_url: `${appUrl}/premium/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${appUrl}/premium/cancel`,
    locale: "es",
  });
}

export async function createPortal(ctx: Context, customer: string): Promise<string> {
  const returnUrl = `${ctx.appUrl()}/settings?from=portal`;
  const { sessions } = requirePayments(ctx).client.billingPortal;
  const { url } = await sessions.create({ customer, return_url: returnUrl, locale: "es" });
  return url;
}

export async function expireCheckouts(ctx: Context, customer: string): Promise<void> {
  const { sessions } = requirePayments(ctx).client.checkout;
  for await (const { id } of sessions.list({ customer, status: "open" })) await expireCheckout(ctx, id);
}

async function expireCheckout(ctx: Context, id: string): Promise<void> {
  try {
    await requirePayments(ctx).client.checkout.sessions.expire(id);
  } catch (error) {
    // It was paid, or expired by another process, after it was listed. Either way it is no longer open.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}

/** Ends everything that the customer could still be charged for, then deletes the customer. */
export async function deleteCustomer(ctx: Context, customer: string): Promise<void> {
  const { subscriptions, customers } = requirePayments(ctx).client;
  try {
    await expireCheckouts(ctx, customer);
    for (const { id, status } of await listSubscriptions(ctx, customer)) {
      if (!isOver(status)) await subscriptions.cancel(id);
    }
    await customers.del(customer);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Returns the event of a webhook delivery; null if the provider's signature is missing, wrong or too old. */
export function readEvent(ctx: Context, body: Buffer, signature: string): ProviderEvent | null {
  const { webhookSecret } = requirePayments(ctx);
  const now = ctx.clock.now().getTime();
  const { webhooks } = Stripe;
  try {
    const event = webhooks.constructEvent(body, signature, webhookSecret, SIGNATURE_TOLERANCE_SECONDS, undefined, now);
    return { id: event.id, type: event.type, customerId: extractCustomerId(event.data.object) };
  } catch {
    // Nothing is called over the network here, so every failure is caused by the delivery.
    return null;
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}

/** Returns whether a call failed because a restricted key lacks the permission for it. */
export function isForbidden(error: unknown): boolean {
  return error instanceof Stripe.errors.StripePermissionError;
}

class ProviderError extends Error {
  override name = "ProviderError";
}

function isProviderError(error: unknown): error is Error {
  return error instanceof Stripe.errors.StripeError || error instanceof ProviderError;
}

// The object is the customer, or refers to it by id, or contains it, depending on the event and the version of the API.
function extractCustomerId(object: object): string | null {
  const { id, object: kind, customer } = object as { id?: unknown; object?: unknown; customer?: unknown };
  const found =
    kind === "customer" ? id : typeof customer === "object" && customer ? Reflect.get(customer, "id") : customer;
  return typeof found === "string" ? found : null;
}
