import Stripe from "stripe";
import type { Clock } from "#clock.ts";
import type { StripeKeys } from "#config.ts";
import type { YearlyPrice } from "./billing.price.ts";
import type { ProviderSubscription } from "./billing.state.ts";

/** What of a provider's event matters here: that something happened to a customer. */
export type ProviderEvent = { id: string; type: string; customerId: string | null };

export type Checkout = { id: string; url: string };

const TIMEOUT_MS = 6_000;
const SIGNATURE_TOLERANCE_SECONDS = 300;
const IDLE_SECONDS_LEFT = 3600;

export type Gateway = ReturnType<typeof createGateway>;

/** The payment provider, in the words of this app. Failures are the provider's own, told apart by the functions below. */
export function createGateway(keys: StripeKeys, clock: Clock) {
  const base = keys.apiBase === null ? null : new URL(keys.apiBase);
  const stripe = new Stripe(keys.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === "https:" ? "443" : "80"),
      protocol: base.protocol === "https:" ? "https" : "http",
    }),
  });
  const secondsNow = () => Math.floor(clock.now().getTime() / 1000);

  async function subscriptionsOf(customer: string): Promise<ProviderSubscription[]> {
    return stripe.subscriptions.list({ customer, status: "all", limit: 100 }).autoPagingToArray({ limit: 1000 });
  }

  return {
    subscriptionsOf,

    async yearlyPrice(): Promise<YearlyPrice> {
      const { unit_amount, currency, recurring } = await stripe.prices.retrieve(keys.priceId);
      if (unit_amount === null || recurring?.interval !== "year" || recurring.interval_count !== 1) {
        throw new ProviderError(`the price ${keys.priceId} is not a fixed amount a year`);
      }
      return { amount: unit_amount, currency };
    },

    /** Asked for again under the same key it answers with the same customer. */
    async createCustomer(user: { id: number; email: string }, key: string): Promise<string> {
      const customer = await stripe.customers.create(
        { email: user.email, metadata: { userId: String(user.id) }, preferred_locales: ["es"] },
        { idempotencyKey: key },
      );
      return customer.id;
    },

    async isCustomer(customer: string): Promise<boolean> {
      const found = await stripe.customers.retrieve(customer).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
      return found !== undefined && !found.deleted;
    },

    async setEmail(customer: string, email: string): Promise<void> {
      await stripe.customers.update(customer, { email });
    },

    /** A checkout that the customer began and that stays open a while; any other that is open is closed. */
    async openCheckout(customer: string): Promise<Checkout | null> {
      let found: Checkout | null = null;
      for await (const { id, url, expires_at } of stripe.checkout.sessions.list({ customer, status: "open" })) {
        if (!found && url && expires_at >= secondsNow() + IDLE_SECONDS_LEFT) found = { id, url };
        else await stripe.checkout.sessions.expire(id);
      }
      return found;
    },

    async createCheckout(
      customer: string,
      userId: number,
      pages: { success: string; cancel: string },
    ): Promise<Checkout> {
      const session = await stripe.checkout.sessions.create({
        mode: "subscription",
        customer,
        client_reference_id: String(userId),
        line_items: [{ price: keys.priceId, quantity: 1 }],
        subscription_data: { metadata: { userId: String(userId) } },
        success_url: pages.success,
        cancel_url: pages.cancel,
        locale: "es",
      });
      if (!session.url) throw new ProviderError("the provider gave a checkout without an address");
      return { id: session.id, url: session.url };
    },

    async createPortal(customer: string, returnUrl: string): Promise<string> {
      const session = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl, locale: "es" });
      return session.url;
    },

    /** Ends all that the customer could still be charged for, and then the customer. */
    async forget(customer: string, isOver: (status: string) => boolean): Promise<void> {
      for await (const session of stripe.checkout.sessions.list({ customer, status: "open" })) {
        await stripe.checkout.sessions.expire(session.id);
      }
      for (const { id, status } of await subscriptionsOf(customer)) {
        if (!isOver(status)) await stripe.subscriptions.cancel(id);
      }
      await stripe.customers.del(customer);
    },

    /** The event in a delivery; null when the provider did not sign it, or too long ago. */
    readEvent(body: Buffer, signature: string): ProviderEvent | null {
      try {
        const event = stripe.webhooks.constructEvent(
          body,
          signature,
          keys.webhookSecret,
          SIGNATURE_TOLERANCE_SECONDS,
          undefined,
          clock.now().getTime(),
        );
        return { id: event.id, type: event.type, customerId: customerOf(event.data.object) };
      } catch {
        // It asks nobody: whatever it does not like is wrong with the delivery.
        return null;
      }
    },
  };
}

/** Whether the provider does not know what it was asked about, such as a customer that was deleted there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}

/** What the provider answered is of no use. */
class ProviderError extends Error {
  override name = "ProviderError";
}

/** Whether a call failed at the provider or on the way there. */
export function isProviderError(error: unknown): error is Error {
  return error instanceof Stripe.errors.StripeError || error instanceof ProviderError;
}

// An event's object names its customer as an id or whole, or is the customer, in every version of the API.
function customerOf(object: object): string | null {
  const { id, object: kind, customer } = object as { id?: unknown; object?: unknown; customer?: unknown };
  const found =
    kind === "customer" ? id : typeof customer === "object" && customer ? Reflect.get(customer, "id") : customer;
  return typeof found === "string" ? found : null;
}
