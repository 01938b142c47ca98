import Stripe from "stripe";
import type { StripeContract } from "../contract-server.ts";

/** The official client, pointed at a contract server as `STRIPE_API_BASE` points the application's. */
export function officialClient(contract: StripeContract, config: Partial<Stripe.StripeConfig> = {}): Stripe {
  const { host, port, protocol, secretKey } = contract;
  return new Stripe(secretKey, { host, port, protocol, maxNetworkRetries: 0, telemetry: false, ...config });
}

/** The parameters of a yearly plan's checkout. */
export function planCheckout(
  contract: StripeContract,
  params: Stripe.Checkout.SessionCreateParams = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: "subscription",
    line_items: [{ price: contract.priceId, quantity: 1 }],
    success_url: "http://localhost:3000/ok?session={CHECKOUT_SESSION_ID}",
    cancel_url: "http://localhost:3000/no",
    ...params,
  };
}

/** The error that Stripe's client throws, for what a call must not do. */
export async function refusalOf(call: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error("the call was answered, but had to be refused");
}
