import Stripe from "stripe";
import type { StripeContract } from "../contract-server.ts";

/** The official client, pointed at a double as `STRIPE_API_BASE` points the application's. */
export function officialClient(contract: StripeContract, config: Stripe.StripeConfig = {}): Stripe {
  const { hostname: host, port } = new URL(contract.url);
  return new Stripe(contract.secretKey, { host, port, protocol: "http", maxNetworkRetries: 0, ...config });
}

/** The parameters of a year's checkout. */
export function checkoutParams(contract: StripeContract, customer: string): Stripe.Checkout.SessionCreateParams {
  return {
    mode: "subscription",
    customer,
    line_items: [{ price: contract.environment.STRIPE_PRICE_ID, quantity: 1 }],
    success_url: "http://localhost:3000/ok?session={CHECKOUT_SESSION_ID}",
    cancel_url: "http://localhost:3000/no",
  };
}

/** The error of a call that must not work. */
export async function errorOf(call: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  const error: unknown = await call.catch((reason: unknown) => reason);
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`no refusal, but ${error}`);
}
