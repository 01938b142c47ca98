import Stripe from "stripe";
import type { startStripeContract } from "../contract-server.ts";

export type StripeContract = Awaited<ReturnType<typeof startStripeContract>>;

/** The official client, pointed at a double as `STRIPE_API_BASE` points the application's. */
export function officialClient({ environment }: StripeContract): Stripe {
  const { hostname: host, port } = new URL(environment.STRIPE_API_BASE);
  return new Stripe(environment.STRIPE_SECRET_KEY, { host, port, protocol: "http", maxNetworkRetries: 0 });
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

/** What a browser gets of a hosted page, or the address that it is sent to. */
export async function visit(url: string | null, form?: Record<string, string>) {
  const init: RequestInit = form ? { method: "POST", body: new URLSearchParams(form) } : {};
  const response = await fetch(url ?? "", { ...init, redirect: "manual" });
  const page = (await response.text()).replaceAll("\u00a0", " ");
  return { status: response.status, page, location: response.headers.get("location") };
}
